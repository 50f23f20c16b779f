import { type Instant, later, MILLISECOND } from '../domain/clock.ts';
import type {
  Attempt,
  AttemptOutcome,
  Delivery,
  Registration,
  WebhookRequest,
  WebhookSubject,
} from '../domain/webhook.ts';
import { type Instance, now } from '../instance/instance.ts';
import type { Rules } from '../rules/index.ts';
import type { Transition } from '../rules/webhooks/announcements.ts';
import { registrationFor } from './registrations.ts';

/** The number of deliveries after which a service drops the first in the queue. */
const MAX_WAITING = 20_000;

/** The maximum number of concurrent requests to one receiver. */
const MAX_AT_ONCE = 8;

/** The outcome assumed for an attempt that has none yet. */
const UNKNOWN: AttemptOutcome = { end: 'closed', status: null, location: null };

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
}

/** A webhook to announce. Each call of `text` writes the text of the webhook anew. */
interface Announcement {
  readonly subject: WebhookSubject;
  readonly transition: Transition;
  readonly at: Instant;
  readonly text: () => string;
}

/** Queues a webhook, if one is registered for its subject. */
export function enqueue({ instance, rules }: Parties, { subject, transition, at, text }: Announcement): void {
  const { webhooks } = instance;
  const registration = registrationFor({ instance, rules }, subject);
  if (registration === undefined) return;
  if (webhooks.down.has(registration.url) && !rules.announcedWhileDown()) return;
  const superseded = webhooks.waiting.filter(
    (known) => known.subject.id === subject.id && rules.superseded(known.failures, subject.kind),
  );
  for (const each of superseded) webhooks.waiting.splice(webhooks.waiting.indexOf(each), 1);
  webhooks.announced += 1;
  wait(instance, {
    subject,
    text: text(),
    now: text,
    url: registration.url,
    dueAt: later(at, rules.announcedAfterMs(transition, webhooks.announced)),
    failures: 0,
    successes: 0,
  });
}

/** Brings deliveries up to the time of their instance: attempts without a timely answer fail, and due ones start. */
export function advanceDeliveries(parties: Parties): void {
  const { instance, rules } = parties;
  const { webhooks } = instance;
  if (webhooks.underway.size + webhooks.waiting.length === 0) return;
  const instant = now(instance);
  for (const [ordinal, { since }] of webhooks.underway) {
    if (later(since, rules.webhookTimeoutMs()) < instant) settleAttempt(parties, ordinal, { ...UNKNOWN, end: 'late' });
  }
  while (beginOne(parties, instant));
}

/** Settles an attempt: ends its delivery or schedules the next attempt. Ignores an attempt that has already ended. */
export function settleAttempt({ instance, rules }: Parties, ordinal: number, outcome: AttemptOutcome): void {
  const { webhooks } = instance;
  const attempt = webhooks.underway.get(ordinal);
  if (attempt === undefined) return;
  webhooks.underway.delete(ordinal);
  const { delivery, at, sending } = attempt;
  if (outcome.end === 'refused') webhooks.down.add(sending.url);
  else webhooks.down.delete(sending.url);
  const arrived = rules.delivered(outcome);
  const [failures, successes] = [delivery.failures + (arrived ? 0 : 1), delivery.successes + (arrived ? 1 : 0)];
  const afterMs = arrived
    ? rules.repeatedAfterMs(successes, webhooks.announced)
    : rules.retryDelayMs(failures, outcome, delivery.subject.kind);
  if (afterMs !== null) wait(instance, { ...delivery, failures, successes, dueAt: later(at, afterMs) });
}

/** The time of the next attempt; undefined if no delivery waits. */
export const nextDue = ({ webhooks }: Instance): Instant | undefined => webhooks.waiting[0]?.dueAt;

/** The time at which the oldest attempt under way times out; undefined if there is none. */
export function nextTimeout({ webhooks: { underway } }: Instance, rules: Rules): Instant | undefined {
  const [oldest] = underway.values();
  return oldest && later(oldest.since, rules.webhookTimeoutMs());
}

/** Inserts a delivery into the queue by time; deliveries at the same time keep their order. */
function wait({ webhooks: { waiting } }: Instance, delivery: Delivery): void {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((waiting[middle]?.dueAt ?? 0n) <= delivery.dueAt) from = middle + 1;
    else to = middle;
  }
  waiting.splice(from, 0, delivery);
  if (waiting.length > MAX_WAITING) waiting.shift();
}

/** Starts the first due delivery whose receiver is free; false if there is none. */
function beginOne(parties: Parties, instant: Instant): boolean {
  const { instance } = parties;
  const { registered, waiting, underway } = instance.webhooks;
  const until = horizon([...underway.values()], instant);
  const busy = busyReceivers([...underway.values()]);
  if (busy.size > 0 && registered.every(({ url }) => busy.has(originOf(url)))) return false;
  for (let place = 0; place < waiting.length; place += 1) {
    const delivery = waiting[place];
    if (delivery === undefined || delivery.dueAt > until) return false;
    const registration = registrationFor(parties, delivery.subject);
    if (registration !== undefined && busy.has(originOf(registration.url))) continue;
    waiting.splice(place, 1);
    if (registration !== undefined) begin(parties, delivery, { registration, instant });
    return true;
  }
  return false;
}

/** Returns the time up to which deliveries may start. If an open attempt may still need a retry, deliveries after the time of this retry wait. */
const horizon = (open: readonly Attempt[], instant: Instant): Instant =>
  open.reduce((until, { retryAt }) => (retryAt !== null && retryAt < until ? retryAt : until), instant);

function busyReceivers(open: readonly Attempt[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { sending } of open) {
    const origin = originOf(sending.url);
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([origin, count]) => (count >= MAX_AT_ONCE ? [origin] : [])));
}

const originOf = (url: string): string => new URL(url).origin;

function begin(
  { instance, rules }: Parties,
  queued: Delivery,
  { registration, instant }: { registration: Registration; instant: Instant },
): void {
  const { dueAt: at, failures } = queued;
  const delivery = failures === 0 ? { ...queued, text: rules.textSent(queued.text, queued.now) } : queued;
  const retryMs = rules.retryDelayMs(failures + 1, UNKNOWN, delivery.subject.kind);
  instance.webhooks.begun += 1;
  instance.webhooks.underway.set(instance.webhooks.begun, {
    delivery,
    sending: sendingOf(rules, delivery, registration),
    at,
    since: instant,
    retryAt: retryMs === null ? null : later(at, retryMs),
  });
}

function sendingOf(rules: Rules, delivery: Delivery, { url, secret, formerSecret }: Registration): WebhookRequest {
  const text =
    delivery.failures === 0 ? delivery.text : rules.retryText(delivery.text, delivery.now, delivery.subject.kind);
  const digest = rules.payloadDigest(
    text,
    rules.secretUsed(secret, formerSecret, delivery.failures),
    delivery.subject.kind,
  );
  const headers = {
    'Content-Type': rules.webhookType(delivery.subject.kind),
    Date: new Date(Number(delivery.dueAt / MILLISECOND)).toUTCString(),
    ...(digest !== null && { 'X-Payload-Digest': digest }),
    ...rules.webhookHeaders(),
  };
  return {
    verb: rules.webhookVerb(),
    url: rules.urlUsed(delivery.url, url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [rules.webhookHeaderName(name), value])),
    text,
    source: rules.webhookSource(),
    keepAlive: rules.connectionsKept(),
  };
}
