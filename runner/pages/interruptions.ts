import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request, Route } from '@playwright/test';

/** How long an outage lasts, ms: first the network is gone, then the service answers that it is not there. */
const halfMs = 5_500;

/**
 * How long a page may take to ask again when the outage is over, ms. Who doubles the pause after each failure has waited at most as long as the outage was, so
 * that it asks again within once more that time; the rest is for who adds chance to it.
 */
const backMs = 2 * halfMs + 5_000;

/** True for a request with which an open page asks for something: what it is made of is loaded already. */
const asks = (request: Pick<Request, 'resourceType'>): boolean =>
  ['xhr', 'fetch', 'eventsource'].includes(request.resourceType());

const refused = { status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' };

/** Lets everything fail that a page asks for, for some seconds, and waits until it is answered again or has had the time to ask. */
export async function outage(page: Page): Promise<void> {
  let isGone = true;
  const cut = async (route: Route) => {
    if (!asks(route.request())) return route.fallback();
    return isGone ? route.abort('internetdisconnected') : route.fulfill(refused);
  };
  await page.route(/^https?:/, cut);
  await delay(halfMs);
  isGone = false;
  await delay(halfMs);
  await page.unroute(/^https?:/, cut);
  await page
    .waitForResponse((answer) => asks(answer.request()) && answer.status() < 500, { timeout: backMs })
    .catch(() => undefined);
}

/** Tells all documents of a page that its tab is in front or not, as a browser does; a page may then ask less often, or not at all. */
export async function setInFront(page: Page, isInFront: boolean): Promise<void> {
  const script = `(() => {
    const put = (name, value) => Object.defineProperty(document, name, { value, configurable: true });
    put('visibilityState', '${isInFront ? 'visible' : 'hidden'}');
    put('hidden', ${!isInFront});
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  })()`;
  await Promise.all(page.frames().map((frame) => frame.evaluate(script).catch(() => undefined)));
}
