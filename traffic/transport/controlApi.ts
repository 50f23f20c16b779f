import { exchange, openWire, type WireAnswer } from './wire.ts';

/** Time for one question at the control door, ms. */
const askMs = 10_000;

/** Asks the control door of a target. */
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

/** What a door told, as an object; an empty one where it told nothing that we understand. */
export function jsonOf(answer: WireAnswer): Record<string, unknown> {
  try {
    const value: unknown = 'status' in answer && answer.status === 200 ? JSON.parse(answer.body.bytes.toString()) : {};
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Where a door says that webhooks of a kind are sent; none where it does not say. */
export async function registeredUrls(control: { url: string; token: string }, kind: string): Promise<string[]> {
  const { registered } = jsonOf(await callControlApi(control, { method: 'GET', what: 'webhooks' }));
  const own = (Array.isArray(registered) ? registered : []).filter((one) => isObject(one) && one['kind'] === kind);
  return own.flatMap(({ url }: Record<string, unknown>) => (typeof url === 'string' ? [url] : []));
}
