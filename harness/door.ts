import { exchange, openWire, type WireAnswer } from './wire.ts';

/** Time for one question at the control door, ms. */
const askMs = 10_000;

/** Asks the control door of a target. */
export async function askDoor(
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
