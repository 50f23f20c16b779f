import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { derived } from './derived.ts';
import { refusedEarly } from './limiter.ts';
import { limitedMethods, msOf, type Trial, trialsIn } from './trials.ts';
import type { Attempt } from './waves.ts';

/** One request that was sent when the allowance of the other class had just been used up. */
export interface Crossed {
  trial: Trial;
  exchange: Exchange;
  /** It was accepted, or refused although its own class had not been used up. */
  isApart: boolean;
}

/** A refusal was just seen, while no more of a window than this has passed: a bucket fills again. */
const justNow = 0.1;

/** Whether the other class was refused just now, and nothing of it accepted that was sent since. */
function isOtherUsedUp(trials: readonly Trial[], trial: Trial, { sentNs }: Exchange): boolean {
  const other = trials.find(({ account, method }) => account === trial.account && method !== trial.method);
  if (!other) return false;
  const ended = ({ receivedNs }: Exchange) => receivedNs <= sentNs;
  const endedSo = (outcome: Attempt['outcome']) =>
    other.exchanges.filter((one, index) => ended(one) && other.attempts[index]?.outcome === outcome);
  const accepted = endedSo('accepted');
  return endedSo('refused').some(
    (refused) =>
      msOf(sentNs - refused.receivedNs) < justNow * trial.limit.windowMs &&
      !accepted.some((one) => one.sentNs >= refused.receivedNs),
  );
}

/** Whether an exchange was refused before the allowance of its own class was used up, by all that may have come before it. */
function isEarly({ exchanges, attempts, limit }: Trial, exchange: Exchange): boolean {
  const before = attempts.filter((_, index) => (exchanges[index]?.sentNs ?? 0n) <= exchange.receivedNs);
  return refusedEarly(before, limit)?.index === exchanges.indexOf(exchange);
}

/** Of these trials, what was sent when a refusal of the other class had just been seen. */
export function crossedOf(trials: readonly Trial[]): Crossed[] {
  return trials.flatMap((trial) =>
    trial.exchanges.flatMap((exchange, index): Crossed[] => {
      if (!isOtherUsedUp(trials, trial, exchange)) return [];
      if (trial.attempts[index]?.outcome === 'accepted') return [{ trial, exchange, isApart: true }];
      return isEarly(trial, exchange) ? [{ trial, exchange, isApart: false }] : [];
    }),
  );
}

/** What was sent when a refusal of the other class had just been seen. */
export const crossedIn = derived((record): Crossed[] => crossedOf(trialsIn(record)));

/** GET and POST are counted apart: with the one used up, the other passes (LIM-07). */
export function countedApart(crossed: readonly Crossed[]): Fault[] {
  const together = crossed.filter(({ isApart }) => !isApart);
  const lacking = limitedMethods.filter((method) => !crossed.some(({ trial }) => trial.method === method));
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
        wanted: `a ${method} when the other allowance is used up`,
        exchanges: [],
      }),
    ),
  ];
}
