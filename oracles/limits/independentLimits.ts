import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { type LimitTrial, limitTrialsIn, rateLimitedMethods, toMs } from './models/limitTrials.ts';
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
