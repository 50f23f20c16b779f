import type { APIResponse, Route } from '@playwright/test';
import { actsOn, type KnownHosts } from './pageGuard.ts';
import type { Visit } from './visit.ts';

/** What a page sends when its end user chooses, as JSON or as the fields of a form. */
type Sent = { kind: 'json'; fields: Record<string, unknown> } | { kind: 'form'; fields: URLSearchParams };

function sentBy(text: string): Sent | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { kind: 'json', fields: { ...fields } };
  } catch {
    if (/^[\w.%+-]+=/.test(text)) return { kind: 'form', fields: new URLSearchParams(text) };
  }
  return undefined;
}

const isAmount = /amount|price|total|sum/i;

/** A price that an end user names in what the page sends: the amount, and its currency. */
export interface NamedPrice {
  amount: string;
  currency: string;
}

/** Returns what a page sent, with another price in it: in the fields that it has for one, or in those that a service may have. */
function namingPrice(text: string, { amount, currency }: NamedPrice): string[] {
  const sent = sentBy(text);
  if (sent === undefined) return [];
  const { fields } = sent;
  const names = [...(sent.kind === 'json' ? Object.keys(fields) : sent.fields.keys())].filter((name) =>
    isAmount.test(name),
  );
  if (sent.kind === 'form') {
    const own = new URLSearchParams(sent.fields);
    for (const name of names.length > 0 ? names : ['amount']) own.set(name, amount);
    return [own.toString()];
  }
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const added = { ...fields, amount, amountIn: currency };
  const whole = { ...added, fixedAmount: { amount: Number(amount), currency }, price: amount, payAmount: amount };
  const tried = names.length > 0 ? [all(amount), all(Number(amount))] : [{ amount }, { amount: Number(amount) }];
  return [...tried.map((some) => ({ ...fields, ...some })), added, whole].map((one) => JSON.stringify(one));
}

/** How long an answer may take, ms. */
const answerMs = 10_000;

/** Sends each text in place of the page's own until one is not refused; returns its answer, or `lost` if none came: it may have been taken all the same. */
async function firstTaken(route: Route, texts: readonly string[]): Promise<APIResponse | 'lost' | undefined> {
  for (const postData of texts) {
    const answer = await route.fetch({ postData, maxRedirects: 0, timeout: answerMs }).catch((): 'lost' => 'lost');
    if (answer === 'lost' || answer.status() < 400 || answer.status() >= 500) return answer;
  }
  return undefined;
}

/**
 * From now on, the first thing that a page sends to act is sent with a price that its end user names. What is taken so is what the page gets as its answer, so
 * that it goes on; if all is refused, the page's own request goes out. Returns how many were sent.
 */
export async function namePrice(visit: Visit, price: NamedPrice, known: KnownHosts): Promise<() => boolean> {
  let isTried = false;
  await visit.page.route(/^https?:/, async (route) => {
    const request = route.request();
    const acts = actsOn(request, known) && request.resourceType() !== 'document';
    const texts = isTried || !acts ? [] : namingPrice(request.postData() ?? '', price);
    if (texts.length === 0) return route.fallback();
    // Set before anything is awaited, so that two requests at once are not both altered.
    isTried = true;
    const response = await firstTaken(route, texts);
    if (response === 'lost') return route.abort('timedout');
    return response ? route.fulfill({ response }) : route.fallback();
  });
  return () => isTried;
}
