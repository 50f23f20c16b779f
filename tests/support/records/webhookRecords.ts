import { registrable, type WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine, ExperimentLine, Line, RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from './records.ts';

/** One delivery attempt for a test; fields left out get valid default values. Times in ms after the run's start. */
export interface SampleDelivery {
  kind?: WebhookKind;
  method?: string;
  /** A string is sent unchanged, anything else as JSON. */
  body: unknown;
  atMs: number;
  answer?: Answer;
  answered?: DeliveryLine['answered'];
  waitedMs?: number;
  /** When it arrived by our clock, if that differs from the target's. */
  receivedMs?: number;
  /** How long its answer took by our clock; by default the planned delay, or 1 ms. */
  tookMs?: number;
  digest?: DeliveryLine['digest'];
  source?: string;
  strayed?: true;
  moved?: true;
  account?: string;
  run?: string;
}

const startMs = Date.parse('2026-01-01T00:00:00Z');

const timeAt = (ms: number) => new Date(startMs + ms).toISOString();

const nsAt = (ms: number) => String(BigInt(ms) * 1_000_000n);

/** Builds the journal line of a sample delivery; two bodies have the same digest if their texts are equal. */
export function deliveryLine(id: string, sample: SampleDelivery): DeliveryLine {
  const { receivedMs = sample.atMs, answer: planned = { status: 200 } } = sample;
  const lateMs = ('afterMs' in planned && planned.afterMs) || 1;
  const text = typeof sample.body === 'string' ? sample.body : JSON.stringify(sample.body);
  return {
    kind: 'delivery',
    id,
    webhook: sample.kind ?? 'payment',
    ...(sample.strayed && { strayed: sample.strayed }),
    ...(sample.moved && { moved: sample.moved }),
    ...(sample.account && { account: sample.account }),
    request: {
      method: sample.method ?? 'POST',
      headers: [['Content-Type', 'application/json']],
      body: { text, bytes: Buffer.byteLength(text), sha256: text },
      source: sample.source ?? '127.0.0.1',
    },
    digest: sample.digest ?? { present: true, secret: 1 },
    receivedAt: timeAt(sample.atMs),
    targetAt: timeAt(sample.atMs),
    receivedNs: nsAt(receivedMs),
    answer: sample.answer ?? { status: 200 },
    answered: sample.answered ?? 'sent',
    answeredNs: nsAt(receivedMs + (sample.tookMs ?? lateMs)),
    ...(sample.waitedMs !== undefined && { waitedMs: sample.waitedMs }),
    ...(sample.run !== undefined && { run: sample.run }),
  };
}

/** Builds a registration of a kind; by default through the test control API, with the first secret, at the run's start. */
export function registrationLine(webhook: WebhookKind, fields: Partial<RegistrationLine> = {}): RegistrationLine {
  const line: RegistrationLine = {
    kind: 'registration',
    requirement: 'webhooks',
    webhook,
    by: 'control',
    ok: true,
    askedNs: '0',
    atNs: '0',
  };
  return { ...line, secret: 1, ...fields };
}

/** Builds an experiment on some deliveries; by default it is due, and the receiver listened all the time. */
export function experimentLine(
  deliveries: readonly SampleDelivery[],
  fields: Partial<ExperimentLine> = {},
): ExperimentLine {
  const [openedAt, dueAt] = [timeAt(0), timeAt(46 * 3_600_000)];
  return {
    kind: 'experiment',
    id: 'X-1',
    requirement: 'WHK-05',
    run: 'told',
    webhook: 'payment',
    match: 'K-1',
    plan: [{ status: 500 }],
    openedAt,
    dueAt,
    state: 'due',
    listened: [{ fromAt: openedAt, untilAt: dueAt }],
    deliveries: deliveries.map((one, index) => deliveryLine(`x-${index + 1}`, one)),
    ...fields,
  };
}

/** The content of a sample run with webhooks. */
export interface SampleWebhookRun {
  exchanges?: readonly SampleExchange[];
  deliveries?: readonly SampleDelivery[];
  lines?: readonly Line[];
}

/** Builds the record of a run with registrations of all webhook kinds: exchanges p0-1, p0-2, …, deliveries hooks-1, hooks-2, …, and other lines. */
export async function recordOfWebhooks({
  exchanges = [],
  deliveries = [],
  lines = [],
}: SampleWebhookRun): Promise<RunRecord> {
  const isSet = lines.some(({ kind }) => kind === 'registration');
  const all: Line[] = [
    runLine,
    ...(isSet ? [] : registrable.map((kind) => registrationLine(kind))),
    ...exchanges.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample)),
    ...deliveries.map((sample, index) => deliveryLine(`hooks-${index + 1}`, sample)),
    ...lines,
  ];
  return recordOf([...all, { kind: 'swept', atNs: '0', lines: all.length }]);
}
