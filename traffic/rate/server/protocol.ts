import type { RequestEnd } from '../limiter/limiterHandle.ts';

/** The longest line that a peer may send after it has shown its token, bytes. A journal line of 3 MB with escapes fits. */
export const longestLine = 8 * 1024 * 1024;

/** A message of a worker; `id` identifies a message that needs a reply. */
export type Ask =
  | { ask: 'spend'; id: number; method: string }
  | ({ ask: 'done'; id: number; lease: number } & RequestEnd)
  | { ask: 'once'; id: number; key: string }
  | { ask: 'made'; id: number; key: string; value: unknown }
  | { ask: 'failed'; id: number; key: string }
  | { ask: 'tell'; id: number; name: string; words: unknown };

/** The runner's reply to the message with this id. */
export type Reply =
  | { id: number; lease: number }
  | { id: number; repeat: boolean }
  | { id: number; value: unknown }
  | { id: number; make: true }
  | { id: number; kept: true }
  | { id: number; unavailable: string }
  | { id: number; exhausted: string };

/** Writes one message as its line. */
export function lineOf(message: Ask | Reply): string {
  return `${JSON.stringify(message)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

const checks: Record<Ask['ask'], (fields: Fields) => boolean> = {
  spend: ({ method }) => typeof method === 'string',
  done: ({ lease, throttled }) => typeof lease === 'number' && (throttled === undefined || isThrottled(throttled)),
  once: ({ key }) => typeof key === 'string',
  made: ({ key, value }) => typeof key === 'string' && value !== undefined,
  failed: ({ key }) => typeof key === 'string',
  tell: ({ name }) => typeof name === 'string',
};

function isThrottled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { retryAfterMs } = value as Fields;
  return retryAfterMs === undefined || typeof retryAfterMs === 'number';
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a worker's message from a line; undefined if it is not one. */
export function askIn(text: string): Ask | undefined {
  const fields = objectIn(text);
  if (!fields || typeof fields['id'] !== 'number') return undefined;
  const { ask } = fields;
  const isKnown = typeof ask === 'string' && Object.hasOwn(checks, ask);
  return isKnown && checks[ask as Ask['ask']](fields) ? (fields as unknown as Ask) : undefined;
}

/** Reads a reply from a line; undefined if it is not one. */
export function replyIn(text: string): Reply | undefined {
  const fields = objectIn(text);
  return fields && typeof fields['id'] === 'number' ? (fields as unknown as Reply) : undefined;
}
