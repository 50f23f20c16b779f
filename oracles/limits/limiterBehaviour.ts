import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import type { Observation } from '../core/observation.ts';
import { type LimitTrial, limitTrialsIn, toMs } from './models/limitTrials.ts';
import { countsRefusals, fittingModels, limiterKinds, limiterKindText } from './models/modelFit.ts';

/** The names of headers about a rate limit: Retry-After, and the many names with "rate limit" in them. */
const rateHeaderName = /^(retry-after|(x-)?rate-?limit.*)$/i;

const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort().join(', ');

function headersOf({ line }: Exchange): string {
  const names = (line.answer?.headers ?? []).map(([name]) => name.toLowerCase());
  return sorted(names.filter((name) => rateHeaderName.test(name))) || 'none';
}

function bodyOf({ json, text }: Exchange): string {
  if (isObject(json)) return `an object of ${Object.keys(json).sort().join(', ') || 'nothing'}`;
  if (json !== undefined) return Array.isArray(json) ? 'an array' : 'a JSON value';
  return text === '' ? 'empty' : 'text';
}

/** The next request after a refusal that said when to try again: whether it was sent after that time, and whether it was accepted. */
interface Retry {
  isAfter: boolean;
  passes: boolean;
}

/**
 * The shortest time for which an early request is judged, s, and the share of the time in which a request counts as early. Refusals give times in whole
 * seconds, so shorter times and later requests are not judged.
 */
const leastSeconds = 2;
const soon = 0.5;

/** Returns the outcome of the next request after each refusal that said when to try again. A request close to that time is no evidence and is left out. */
export function retriesAfterRefusal({ exchanges, attempts }: LimitTrial): Retry[] {
  return exchanges.flatMap((refused, index): Retry[] => {
    // Requests in progress when the refusal arrived do not count as the next one.
    const later = exchanges.findIndex(({ sentNs }) => sentNs > refused.receivedNs);
    const [next, outcome] = [exchanges[later], attempts[later]?.outcome];
    const seconds = attempts[index]?.outcome === 'refused' ? refused.retryAfter : undefined;
    if (!next || seconds === undefined || outcome === 'unknown') return [];
    const isAfter = toMs(next.sentNs) > toMs(refused.receivedNs) + seconds * 1000;
    const isSoon = seconds >= leastSeconds && toMs(next.receivedNs) < toMs(refused.sentNs) + soon * seconds * 1000;
    return isAfter || isSoon ? [{ isAfter, passes: outcome === 'accepted' }] : [];
  });
}

function traitsOf(trial: LimitTrial): Observation[] {
  const { method, exchanges, attempts, limit } = trial;
  const refused = exchanges.filter((_, index) => attempts[index]?.outcome === 'refused');
  if (refused.length === 0) return [];
  const ids = exchanges.map(({ id }) => id);
  const fitted = fittingModels(attempts, limit);
  const kinds = limiterKinds(fitted);
  const counts = kinds.length === 1 ? countsRefusals(fitted) : undefined;
  const trait = (key: string, value: string): Observation => ({ key: `${method} ${key}`, value, exchanges: ids });
  return [
    trait('refused with', sorted(refused.map(({ status }) => String(status)))),
    trait('headers of a refusal', sorted(refused.map(headersOf))),
    trait('body of a refusal', sorted(refused.map(bodyOf))),
    trait(kinds.length > 1 ? 'window, not decided' : 'window', limiterKindText(kinds)),
    ...(counts === undefined ? [] : [trait('refused requests count', counts ? 'yes' : 'no')]),
    ...(['after', 'long before'] as const).flatMap((when) => {
      const retries = retriesAfterRefusal(trial).filter(({ isAfter }) => isAfter === (when === 'after'));
      const value = sorted(retries.map(({ passes }) => (passes ? 'passes' : 'is refused')));
      return retries.length === 0 ? [] : [trait(`the next request ${when} Retry-After`, value)];
    }),
  ];
}

/**
 * Learns how a rate limiter answers and of which kind it is (LIM-05). If noise leaves the kind of window undecided, the value gets its own key, so that it does
 * not overwrite the baseline value of the decided kind.
 */
export const limiterObservations = memoizedByRecord((record): Observation[] => limitTrialsIn(record).flatMap(traitsOf));
