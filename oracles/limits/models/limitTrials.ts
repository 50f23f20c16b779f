import { parseInstant } from '../../../schemas/domain/formats.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { LimitedAccount } from '../../../traffic/target/targetFacts.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { countedBefore, type RateLimit } from './limiterModels.ts';
import { type Attempt, wavesOf } from './overlappingAttempts.ts';

/** The two method classes with separate limits. Every method except GET counts against the allowance of POST (§ Limits, Sandbox rate). */
export const rateLimitedMethods = ['POST', 'GET'] as const;

/** One of `rateLimitedMethods`. */
export type RateLimitedMethod = (typeof rateLimitedMethods)[number];

/** The requests of one method class on one account with its own limit, in order. attempts and exchanges have the same indices. */
export interface LimitTrial {
  account: string;
  method: RateLimitedMethod;
  limit: RateLimit;
  exchanges: readonly Exchange[];
  attempts: readonly Attempt[];
}

/** Returns the class whose allowance a request uses. */
export const methodClassOf = ({ line }: Exchange): RateLimitedMethod =>
  line.request.method === 'GET' ? 'GET' : 'POST';

/** Converts a time of the journal's clock to ms. */
export const toMs = (ns: bigint): number => Number(ns) / 1e6;

/** Returns the account with its own quota that sent a request; undefined for requests on the main account. */
export function rateLimitTestAccount(record: RunRecord, { line }: Exchange): LimitedAccount | undefined {
  return record.target?.limited?.find(({ label }) => label === line.request.account);
}

/** Returns the allowance of a class in a quota; undefined if none is declared. */
export function limitOf(
  { post, get, windowMs }: LimitedAccount['quota'],
  method: RateLimitedMethod,
): RateLimit | undefined {
  const of = method === 'POST' ? post : get;
  return of === undefined ? undefined : { of, windowMs };
}

/** Describes an allowance in words. */
export const limitText = ({ of, windowMs }: RateLimit, method: RateLimitedMethod): string =>
  `${of} ${method} in ${windowMs / 1000} s`;

const timesOf = ({ sentNs, receivedNs }: Exchange) => ({ sentMs: toMs(sentNs), receivedMs: toMs(receivedNs) });

const refusing: ReadonlySet<string> = new Set(['refused', 'unavailable']);

/**
 * Returns the statuses other than 429 with which the target may refuse because of the rate. The interface does not show them, so any status counts with which
 * the target refused when the window may have been full, if it accepted other requests of the same operation.
 */
function rateStatuses(exchanges: readonly Exchange[], { of, windowMs }: RateLimit): ReadonlySet<number | undefined> {
  const counted = exchanges.map((exchange): Attempt => ({ ...timesOf(exchange), outcome: 'unknown' }));
  const waves = wavesOf(counted);
  // The count includes the attempt itself.
  const full = waves.filter((_, index) => countedBefore(waves, index, { windowMs, counts: true }).possibly - 1 >= of);
  const whenFull = new Set(full.flatMap(({ attempts }) => attempts));
  const taken = new Set(exchanges.filter((one) => one.class === 'accepted').map(({ line }) => line.operation));
  const isOne = ({ class: kind, line }: Exchange) => refusing.has(kind) && taken.has(line.operation);
  const met = exchanges.filter((one, index) => isOne(one) && whenFull.has(counted[index] as Attempt));
  return new Set(met.map(({ status }) => status));
}

function attemptsOf(exchanges: readonly Exchange[], limit: RateLimit): Attempt[] {
  const statuses = rateStatuses(exchanges, limit);
  return exchanges.map((exchange) => {
    const { class: kind, status } = exchange;
    const isRefused = kind === 'throttled' || (refusing.has(kind) && statuses.has(status));
    const outcome = kind === 'accepted' ? 'accepted' : isRefused ? 'refused' : 'unknown';
    return { ...timesOf(exchange), outcome };
  });
}

/** Returns the requests of one class and account as a trial of its limiter. */
export function limitTrialOf(
  exchanges: readonly Exchange[],
  of: Pick<LimitTrial, 'account' | 'method' | 'limit'>,
): LimitTrial {
  return { ...of, exchanges, attempts: attemptsOf(exchanges, of.limit) };
}

/** Returns the trials of all rate-limit test accounts. A trial may have no attempts. */
export const limitTrialsIn = memoizedByRecord((record): LimitTrial[] => {
  const own = record.exchanges.filter((exchange) => rateLimitTestAccount(record, exchange));
  const byAccount = grouped(own, ({ line }) => line.request.account ?? '');
  return (record.target?.limited ?? []).flatMap(({ label: account, quota }) =>
    rateLimitedMethods.flatMap((method) => {
      const limit = limitOf(quota, method);
      const exchanges = (byAccount.get(account) ?? []).filter((one) => methodClassOf(one) === method);
      return limit ? [limitTrialOf(exchanges, { account, method, limit })] : [];
    }),
  );
});

/** Who created a record, known from its clientOrderId, and the time. */
interface Mark {
  /** The creator in words, if it is not this run. */
  other: string;
  /** True if the creator is a run that its operator made recognisable, which may register webhooks too. */
  isRun: boolean;
  isOwn: boolean;
  at: bigint;
}

/** The most characters of a foreign id that a sentence shows. */
const shownCharacters = 40;

/** A clientOrderId of a run that its operator made recognisable. */
const ofRun = /^(\d{8}-\d{6}-[0-9a-f]{6})-/;

/** Returns the marks of records. A record without a clientOrderId may be the target's own and is left out. */
function marksOn(run: RunRecord, records: readonly unknown[]): Mark[] {
  return records.flatMap((record) => {
    const value = record as Parameters<typeof field>[0];
    const key = textField(value, 'clientOrderId') ?? '';
    const [, named] = ofRun.exec(key) ?? [];
    const at = parseInstant(textField(value, 'createdAt') ?? '')?.epochNs ?? 0n;
    const other =
      named === undefined ? `another client (clientOrderId ${key.slice(0, shownCharacters)})` : `run ${named}`;
    return key === '' ? [] : [{ other, isRun: named !== undefined, isOwn: run.owns(key), at }];
  });
}

const madeSince = (marks: readonly Mark[], began: bigint) =>
  marks.find(({ isOwn, at }) => !isOwn && at >= began)?.other;

/** Names another client that created one of these payments after this run began; undefined if there is none. */
export const otherClientOnAccount = (record: RunRecord, payments: readonly unknown[]): string | undefined =>
  madeSince(marksOn(record, payments), parseInstant(record.startedAt)?.epochNs ?? 0n);

/**
 * Returns when a run began on the target's clock. This is the Date header of the first answer, to the second, or else the creation time of the first record of
 * the run.
 */
function beganAt({ exchanges }: RunRecord, marks: readonly Mark[]): bigint | undefined {
  const dateMs = Date.parse(exchanges[0]?.header('date') ?? '');
  if (!Number.isNaN(dateMs)) return BigInt(dateMs + 1_000) * 1_000_000n;
  const own = marks.filter(({ isOwn }) => isOwn).map(({ at }) => at);
  return own.reduce<bigint | undefined>((least, at) => (least === undefined || at < least ? at : least), undefined);
}

/**
 * Names another run that created one of these records after this run began; only runs that can be recognised are known. The start is taken from the target's own clock, which may have been
 * moved and then differs from the suite's clock.
 */
export function otherRunByTargetClock(record: RunRecord, records: readonly unknown[]): string | undefined {
  const marks = marksOn(record, records);
  const began = beganAt(record, marks);
  return began === undefined
    ? undefined
    : madeSince(
        marks.filter(({ isOwn, isRun }) => isOwn || isRun),
        began,
      );
}

/** Returns the payments in the lists and searches of an account with its own quota. */
export function paymentsShownTo(
  record: RunRecord,
  account: string,
): { exchange: Exchange; clientOrderId: string; value: unknown }[] {
  const reads = record.exchanges.filter(
    ({ class: kind, line }) => line.request.account === account && kind === 'accepted',
  );
  return reads.flatMap((exchange) => {
    const content = field(exchange.json, 'content') ?? exchange.json;
    if (methodClassOf(exchange) !== 'GET' || !Array.isArray(content)) return [];
    return content.flatMap((value) => {
      const clientOrderId = textField(value, 'clientOrderId');
      return clientOrderId === undefined ? [] : [{ exchange, clientOrderId, value }];
    });
  });
}
