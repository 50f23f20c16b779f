import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, type Json, type JsonObject, parseExact } from './json.ts';

/** What a status means for the merchant. */
export type Outcome = 'succeeded' | 'failed' | 'pending' | 'unknown';

/** A delivery, as an HTTP server would hand it over. */
export interface Delivery {
  secret: string | null;
  headers: [string, string][];
  body: Buffer;
}

const ranks = new Map(
  Object.entries({
    ...{ NEW: 0, WAITING_PAYMENT: 0, REQUEST_CREATED: 1, PENDING: 2, PENDING_PAYMENT: 2, PAYMENT_DETECTED: 2 },
    ...{ FROZEN: 2, CONFLICT: 3, SUCCESS: 4, PARTIAL_SUCCESS: 4, FAILED: 4, CANCELLED: 4, EXPIRED: 4 },
  }),
);
const rankOf = (status: Json | undefined) => ranks.get(String(status)) ?? 2;

/** Returns what a status means; a status of tomorrow is unknown, not an error. */
export function outcomeOf(status: Json | undefined): Outcome {
  if (status === 'SUCCESS' || status === 'PARTIAL_SUCCESS') return 'succeeded';
  if (rankOf(status) >= 3) return 'failed';
  return ranks.has(String(status)) ? 'pending' : 'unknown';
}

/** True for a payment, a checkout or a request. */
export const isRecord = (value: Json): value is JsonObject =>
  isObject(value) && /^(PMT|CCO|CAPD)-/.test(String(value['id']));

/** Compares the digest of the raw bytes, in constant time. */
function isAccepted({ secret, headers, body }: Delivery): boolean {
  if (secret === null) return true;
  const given = headers.filter(([name]) => name.toLowerCase() === 'x-payload-digest').map(([, value]) => value);
  const seen = Buffer.from(given.join().toLowerCase());
  const wanted = Buffer.from(createHmac('sha1', secret).update(body).digest('hex'));
  return seen.length === wanted.length && timingSafeEqual(seen, wanted);
}

function eventIn(body: Buffer): JsonObject | null {
  try {
    const value = parseExact(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Takes webhooks at least once and in any order, and keeps the last state of each record. */
export class WebhookHandler {
  readonly #records = new Map<string, JsonObject>();
  readonly #seen = new Set<string>();
  /** What the merchant's own, slow work comes to after the answer. */
  readonly later: JsonObject[] = [];

  receive(delivery: Delivery) {
    const accepted = isAccepted(delivery);
    const event = accepted ? eventIn(delivery.body) : null;
    const applied = event !== null && this.#apply(event);
    return { accepted, status: accepted ? 200 : 401, event, applied, state: event && this.#state(String(event['id'])) };
  }

  /** Ranks grow, and a final status stays: what was overtaken, or came before, changes nothing. */
  #apply(event: JsonObject): boolean {
    const known = this.#records.get(String(event['id']));
    const reached = known ? rankOf(known['status']) : -1;
    const key = JSON.stringify(Object.entries(event).sort());
    if (this.#seen.has(key) || reached === 4 || rankOf(event['status']) < reached) return false;
    this.#seen.add(key);
    this.#records.set(String(event['id']), event);
    this.later.push(event);
    return true;
  }

  #state(id: string): JsonObject {
    const { status = null, amount = null } = this.#records.get(id) ?? {};
    return { id, status, amount, outcome: outcomeOf(status) };
  }
}
