import { createHash } from 'node:crypto';
import { loadContract, type OperationKey } from '../../../schemas/load/contract.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type {
  Body,
  Connection,
  ExchangeLine,
  Line,
  Purpose,
  ReadBack,
  RunLine,
  TransportCode,
} from '../../../traffic/journal/journalTypes.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { BalanceFields } from '../../../traffic/target/file/targetFile.ts';

/** One exchange of a sample run record. Defaults describe an ordinary valid exchange. Times are in ms after the start of the run. */
export interface SampleExchange {
  requirement?: string;
  purpose?: Purpose;
  operation?: OperationKey;
  /** The kind of record that it reads back; such a read belongs to no operation. */
  readBack?: ReadBack;
  method?: string;
  path?: string;
  /** The body of the request as text. */
  body?: string;
  key?: string;
  /** The account that sent it, if it is not main. */
  account?: string;
  /** How it was signed, if not as the signed scheme asks. */
  signature?: Partial<ExchangeLine['request']['signature']>;
  salt?: string;
  status?: number;
  headers?: readonly (readonly [string, string])[];
  /** The answer: a string as it is, anything else as JSON. */
  answer?: unknown;
  cut?: true;
  /** Fields of the stored answer body that replace or complete its text. */
  storedBody?: Partial<Body>;
  failure?: TransportCode;
  atMs?: number;
  tookMs?: number;
  connection?: Connection;
  repeats?: string;
  recalls?: string;
  balances?: BalanceFields;
}

/** The start time of every sample run. */
const sampleStart = '2026-01-01T00:00:00Z';

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const bodyOf = (text: string) => ({
  text,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

function answerOf({
  status = 200,
  headers,
  answer = {},
  cut,
  storedBody,
}: SampleExchange): Pick<ExchangeLine, 'answer'> {
  const type = typeof answer === 'string' ? 'plain/text' : 'application/json';
  const body = { ...bodyOf(textOf(answer)), ...(cut && { cut }), ...storedBody };
  return { answer: { status, headers: headers ?? [['content-type', type]], body } };
}

/** Returns the journal line of a sample exchange. */
export function exchangeLine(id: string, sample: SampleExchange): ExchangeLine {
  const { operation = 'GET /v1/user/methods', readBack, atMs = 0, tookMs = 10 } = sample;
  const [method = 'GET', path = '/'] = operation.split(' ');
  return {
    kind: 'exchange',
    id,
    requirement: sample.requirement ?? 'GEN-01a',
    purpose: sample.purpose ?? 'probe',
    ...(readBack ? { readBack } : { operation }),
    request: {
      method: sample.method ?? method,
      path: sample.path ?? path,
      headers: sample.salt === undefined ? [] : [['X-Salt', sample.salt]],
      ...(sample.body !== undefined && { body: bodyOf(sample.body) }),
      ...(sample.key !== undefined && { clientOrderId: sample.key }),
      signature: { scheme: 'signed', credential: sample.account ?? 'main', ...sample.signature },
      ...(sample.account !== undefined && { account: sample.account }),
    },
    sentAt: sampleStart,
    sentNs: String(BigInt(atMs) * 1_000_000n),
    receivedNs: String(BigInt(atMs + tookMs) * 1_000_000n),
    ...(sample.failure ? { failure: { code: sample.failure, message: 'told' } } : answerOf(sample)),
    ...(sample.connection && { connection: sample.connection }),
    ...(sample.repeats !== undefined && { repeats: sample.repeats }),
    ...(sample.recalls !== undefined && { recalls: sample.recalls }),
    ...(sample.balances && { balances: sample.balances }),
  };
}

/** Returns a sample exchange as the judge reads it. */
export function exchangeOf(sample: SampleExchange): Exchange {
  return new Exchange(exchangeLine('p0-1', sample));
}

/** The first line of a sample journal. */
export const runLine: RunLine = {
  kind: 'run',
  version: 1,
  run: 'told',
  seed: 1,
  startedAt: sampleStart,
  selection: { profile: 'full', tier: 'active', day: '2026-01-01' },
  clock: { wallMs: 0, monotonicNs: '0' },
  target: {
    name: 'told',
    kind: 'emulator',
    baseUrl: 'http://127.0.0.1:1',
    contract: 'own',
    quota: { windowMs: 60_000 },
    gaps: [],
    deadlines: { answerMs: 1000, visibleMs: 10_000, finalMs: 1000, pendingWindowMs: 5000 },
  },
};

const contract = loadContract();

/** Returns the record of these lines. */
export async function recordOf(lines: readonly Line[]): Promise<RunRecord> {
  return new RunRecord(await contract, lines);
}

/** Returns the record of a complete run with these exchanges, numbered p0-1, p0-2, … in order, closed by the final reads. */
export async function recordOfExchanges(...tale: readonly SampleExchange[]): Promise<RunRecord> {
  const lines = [runLine, ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample))];
  return recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
}

/** Returns a payment as a target shows it, with some fields replaced. */
export function paymentLike(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 'PMT-00000000-0000-4000-8000-000000000001',
    externalId: null,
    status: 'NEW',
    orderId: 'ORD-00000000-0000-4000-8000-000000000001',
    currency: 'EUR',
    amount: 10,
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    method: 'CC_VISAMC',
    createdAt: '2026-01-01T00:00:01Z',
    comment: null,
    clientOrderId: 'K-1',
    ...fields,
  };
}
