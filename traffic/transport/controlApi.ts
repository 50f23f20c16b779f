import { exchange, openWire, type WireAnswer } from './wire.ts';

/** The time limit of one call of the test control API, ms. */
const askMs = 10_000;

/** Calls the test control API of a target. */
export async function callControlApi(
  { url, token }: { url: string; token: string },
  { method = 'POST', what, body }: { method?: string; what: string; body?: object },
): Promise<WireAnswer> {
  const wire = openWire();
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['X-Control-Token', token],
  ];
  const text = body && { body: JSON.stringify(body) };
  try {
    return await exchange(wire, { url: `${url}/${what}`, method, headers, ...text, deadlineMs: askMs });
  } finally {
    await wire.destroy();
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the answer of the test control API as an object; empty if it cannot be read. */
export function jsonOf(answer: WireAnswer): Record<string, unknown> {
  try {
    const value: unknown = 'status' in answer && answer.status === 200 ? JSON.parse(answer.body.bytes.toString()) : {};
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns where webhooks of a kind are sent, from the test control API; empty if it does not say. */
export async function registeredUrls(control: { url: string; token: string }, kind: string): Promise<string[]> {
  const { registered } = jsonOf(await callControlApi(control, { method: 'GET', what: 'webhooks' }));
  const own = (Array.isArray(registered) ? registered : []).filter((one) => isObject(one) && one['kind'] === kind);
  return own.flatMap(({ url }: Record<string, unknown>) => (typeof url === 'string' ? [url] : []));
}
