import type { APIResponse, Page, Request, Route } from '@playwright/test';
import { actsOn, type KnownHosts } from './pageGuard.ts';
import type { Visit } from './visit.ts';

/** The requests with which a page acted, as they were sent. */
export interface Acts {
  /** Sends the last ones again, as a second tab or an impatient user does; returns how many were sent. */
  again(): Promise<number>;
}

/** Requests of a page that were kept from going out. */
export interface HeldActs extends Acts {
  /** Lets what the page sends from now on go out; returns whether anything was kept. */
  release(): Promise<boolean>;
}

/** The most requests that are sent again, and how long an answer may take, ms. */
const [mostSent, answerMs] = [2, 10_000];

/** Sends a request of a page once more; returns whether it was answered. */
async function send(page: Page, request: Request): Promise<boolean> {
  const data = request.postDataBuffer();
  const headers = await request.allHeaders();
  return await page
    .context()
    .request.fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
      ...(data && { data }),
      maxRedirects: 0,
      timeout: answerMs,
    })
    .then(
      () => true,
      () => false,
    );
}

const sendingOf = ({ page }: Visit, noted: readonly Request[]): Acts => ({
  again: async () => {
    let sent = 0;
    for (const request of noted.slice(-mostSent)) if (await send(page, request)) sent += 1;
    return sent;
  },
});

/** Notes from now on what a page sends to act on the target. */
export function noteActs(visit: Visit, known: KnownHosts): Acts {
  const noted: Request[] = [];
  visit.page.on('request', (request) => {
    if (actsOn(request, known)) noted.push(request);
  });
  return sendingOf(visit, noted);
}

const webAddress = /^https?:/;

/** Keeps what a page sends to act on the target from going out, as a network does that breaks down just then. */
export async function holdActs(visit: Visit, known: KnownHosts): Promise<HeldActs> {
  const held: Request[] = [];
  const hold = async (route: Route) => {
    if (!actsOn(route.request(), known)) return route.fallback();
    held.push(route.request());
    await route.abort('failed');
  };
  await visit.page.route(webAddress, hold);
  return {
    ...sendingOf(visit, held),
    release: async () => {
      await visit.page.unroute(webAddress, hold);
      return held.length > 0;
    },
  };
}

/** Sends the next thing that a page sends to act twice at once, as two tabs do; the page gets the better of both answers. */
export async function doubleAct(visit: Visit, known: KnownHosts): Promise<void> {
  let isDone = false;
  await visit.page.route(webAddress, async (route) => {
    const request = route.request();
    if (isDone || !actsOn(request, known) || request.resourceType() === 'document') return route.fallback();
    isDone = true;
    const once = () => route.fetch({ maxRedirects: 0, timeout: answerMs }).catch((): undefined => undefined);
    const all = (await Promise.all([once(), once()])).filter((one): one is APIResponse => one !== undefined);
    const response = all.find((one) => one.ok()) ?? all[0];
    await (response ? route.fulfill({ response }) : route.abort('timedout'));
  });
}
