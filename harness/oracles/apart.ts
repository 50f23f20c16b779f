import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { derived } from './derived.ts';
import { refusedEarly } from './limiter.ts';
import { limitedMethods, msOf, type Trial, trialsIn } from './trials.ts';

/** One request that was sent when the allowance of the other class had just been used up. */
export interface Crossed {
  trial: Trial;
  exchange: Exchange;
  /** It was accepted, or refused although its own class had not been used up. */
  isApart: boolean;
}

/** A refusal was just seen, while no more of a window than this has passed: a bucket fills again. */
const justNow = 0.1;

/** The last attempt of the other class that was answered before this one was sent, where it was refused just now. */
function isOtherUsedUp(trials: readonly Trial[], trial: Trial, { sentNs }: Exchange): boolean {
  const other = trials.find(({ account, method }) => account === trial.account && method !== trial.method);
  const last = other?.exchanges.findLastIndex(({ receivedNs }) => receivedNs <= sentNs) ?? -1;
  const refused = other?.attempts[last]?.outcome === 'refused' ? other.exchanges[last] : undefined;
  return refused !== undefined && msOf(sentNs - refused.receivedNs) < justNow * trial.limit.windowMs;
}

/** What was sent when a refusal of the other class had just been seen. */
export const crossedIn = derived((record): Crossed[] => {
  const trials = trialsIn(record);
  return trials.flatMap((trial) =>
    trial.exchanges.flatMap((exchange, index): Crossed[] => {
      if (!isOtherUsedUp(trials, trial, exchange)) return [];
      if (trial.attempts[index]?.outcome === 'accepted') return [{ trial, exchange, isApart: true }];
      const upTo = trial.attempts.slice(0, index + 1);
      return refusedEarly(upTo, trial.limit)?.index === index ? [{ trial, exchange, isApart: false }] : [];
    }),
  );
});

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
