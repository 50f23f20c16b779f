import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { type LimitTrial, limitText, limitTrialsIn, rateLimitedMethods, toMs } from './models/limitTrials.ts';
import { earlyRefusal } from './models/modelFit.ts';
import type { Attempt } from './models/overlappingAttempts.ts';

/** A request that was sent when the allowance of the other class had just been used up. */
export interface CrossClassRequest {
  trial: LimitTrial;
  exchange: Exchange;
  /** True if it was accepted; false if it was refused although its own class was not used up. */
  isIndependent: boolean;
}

/** The share of a window within which a refusal counts as recent. The share is small because a token bucket refills with time. */
const justNow = 0.1;

/** True if the other class was refused recently, and no later request of it was accepted. */
function isOtherUsedUp(trials: readonly LimitTrial[], trial: LimitTrial, { sentNs }: Exchange): boolean {
  const other = trials.find(({ account, method }) => account === trial.account && method !== trial.method);
  if (!other) return false;
  const ended = ({ receivedNs }: Exchange) => receivedNs <= sentNs;
  const endedSo = (outcome: Attempt['outcome']) =>
    other.exchanges.filter((one, index) => ended(one) && other.attempts[index]?.outcome === outcome);
  const accepted = endedSo('accepted');
  return endedSo('refused').some(
    (refused) =>
      toMs(sentNs - refused.receivedNs) < justNow * trial.limit.windowMs &&
      !accepted.some((one) => one.sentNs >= refused.receivedNs),
  );
}

/** True if an exchange was refused before the allowance of its own class was used up, counting every request that may have come before it. */
function isEarly({ exchanges, attempts, limit }: LimitTrial, exchange: Exchange): boolean {
  const before = attempts.filter((_, index) => (exchanges[index]?.sentNs ?? 0n) <= exchange.receivedNs);
  return earlyRefusal(before, limit)?.index === exchanges.indexOf(exchange);
}

/** Returns the requests of these trials that were sent when a refusal of the other class had just been seen. */
export function crossClassRequestsOf(trials: readonly LimitTrial[]): CrossClassRequest[] {
  return trials.flatMap((trial) =>
    trial.exchanges.flatMap((exchange, index): CrossClassRequest[] => {
      if (!isOtherUsedUp(trials, trial, exchange)) return [];
      if (trial.attempts[index]?.outcome === 'accepted') return [{ trial, exchange, isIndependent: true }];
      return isEarly(trial, exchange) ? [{ trial, exchange, isIndependent: false }] : [];
    }),
  );
}

/** Returns the requests that were sent when a refusal of the other class had just been seen. */
export const crossClassRequestsIn = memoizedByRecord((record): CrossClassRequest[] =>
  crossClassRequestsOf(limitTrialsIn(record)),
);

/** GET and POST are counted separately: if the allowance of one class is used up, requests of the other class are still accepted (LIM-07). */
export function countedIndependently(crossed: readonly CrossClassRequest[]): Fault[] {
  const together = crossed.filter(({ isIndependent }) => !isIndependent);
  const lacking = rateLimitedMethods.filter((method) => !crossed.some(({ trial }) => trial.method === method));
  return [
    ...together.map(
      ({ exchange }): Fault => ({
        code: 'countedTogether',
        request: exchange.request,
        seen: exchange.seen,
        exchanges: [exchange.id],
      }),
    ),
    ...lacking.map(
      (method): Fault => ({
        code: 'noEvidence',
        wanted: `a ${method} sent when the other allowance is used up`,
        exchanges: [],
      }),
    ),
  ];
}

/** So many requests of a part show that all of it is refused or accepted, and not some by chance. */
const leastOfPart = 3;

/** What a limiter may wrongly count apart. */
const parts: readonly ((exchange: Exchange) => string | undefined)[] = [
  ({ line }) => line.operation,
  ({ line }) => line.request.signature.scheme,
];

/** Returns a refused request that used up the allowance, and the later ones of parts that all pass, while all of its own part are refused. */
function passingBy({ exchanges, attempts, limit }: LimitTrial, partOf: (typeof parts)[number]): Exchange[] {
  const outcomeOf = (one: Exchange) => attempts[exchanges.indexOf(one)]?.outcome;
  const refused = exchanges.find((one) => outcomeOf(one) === 'refused');
  if (!refused) return [];
  const isIn = (ms: number) => ms > 0 && ms < limit.windowMs;
  const used = exchanges.filter((one) => outcomeOf(one) === 'accepted' && isIn(toMs(refused.sentNs - one.sentNs)));
  const since = exchanges.filter((one) => isIn(toMs(one.sentNs - refused.receivedNs) / justNow));
  const groups = grouped(since, (one) => partOf(one) ?? '');
  const allEnd = (some: readonly Exchange[], outcome: Attempt['outcome']) =>
    some.length >= leastOfPart && some.every((one) => outcomeOf(one) === outcome);
  const others = [...groups.values()].filter((some) => allEnd(some, 'accepted')).flat();
  const spanMs = Math.max(0, ...others.map((one) => toMs(one.receivedNs - refused.receivedNs)));
  // So many may pass again by then.
  const freed = limit.of - used.length + (limit.of * spanMs) / limit.windowMs + 1;
  const isShut = allEnd(groups.get(partOf(refused) ?? '') ?? [], 'refused');
  return isShut && others.length > freed ? [refused, ...others] : [];
}

/** All requests of a method have one allowance: when it is used up, none passes by another operation or by the other scheme (LIM-07). */
export function countedAsOne(trial: LimitTrial): Fault[] {
  return parts.flatMap((partOf): Fault[] => {
    const [refused, ...others] = passingBy(trial, partOf);
    if (!refused) return [];
    const ids = [refused, ...others].map(({ id }) => id);
    const seen = `${others.length} by ${partOf(others[0] ?? refused)} after ${refused.request} was refused`;
    return [{ code: 'overAllowance', allowance: limitText(trial.limit, trial.method), seen, exchanges: ids }];
  });
}
