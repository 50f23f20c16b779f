import {
  clockWindow,
  countedBefore,
  type LimiterKind,
  type LimiterModel,
  type RateLimit,
  shortestWindowMs,
  slidingWindow,
  tokenBucket,
  windowFromFirst,
} from './limiterModels.ts';
import { type Attempt, wavesOf } from './overlappingAttempts.ts';

/** The known limiter models. */
const models: readonly LimiterModel[] = [
  slidingWindow(false),
  slidingWindow(true),
  windowFromFirst,
  clockWindow,
  tokenBucket(false),
  tokenBucket(true),
];

const kinds: readonly LimiterKind[] = ['sliding', 'fixed', 'bucket'];

/** Returns the models that could have given the observed answers. Noise widens the times, so it adds models and never removes one. */
export function fittingModels(attempts: readonly Attempt[], limit: RateLimit): readonly LimiterModel[] {
  return models.filter((model) => model.fits(attempts, limit));
}

/** Returns the kinds of these models in a fixed order. */
export function limiterKinds(fitted: readonly LimiterModel[]): LimiterKind[] {
  return kinds.filter((kind) => fitted.some((model) => model.kind === kind));
}

/** Describes kinds in words: one, several possible ones, or none of the known kinds. */
export function limiterKindText(found: readonly LimiterKind[]): string {
  return found.join(' or ') || 'another kind';
}

/** Returns whether refused requests count, if these models agree; else undefined. */
export function countsRefusals(fitted: readonly LimiterModel[]): boolean | undefined {
  const [first, ...others] = fitted.map(({ countsRefused }) => countsRefused);
  return others.every((counts) => counts === first) ? first : undefined;
}

/** Returns the first attempt that was refused although the window before it held fewer requests than the limit allows, including refused ones. */
export function earlyRefusal(
  attempts: readonly Attempt[],
  { of, windowMs }: RateLimit,
): { index: number; held: number } | undefined {
  const waves = wavesOf(attempts);
  for (const [place, wave] of waves.entries()) {
    const refused = wave.attempts.find(({ outcome }) => outcome === 'refused');
    if (!refused) continue;
    const { possibly: held } = countedBefore(waves, place, { windowMs, counts: true });
    if (held < of) return { index: attempts.indexOf(refused), held };
  }
  return undefined;
}

/** Returns how many of these sorted numbers are less than a value. */
function lessThan(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the greatest number of requests that were certainly accepted within one window. */
export function mostAccepted(attempts: readonly Attempt[], { windowMs }: RateLimit): number {
  const accepted = attempts.filter(({ outcome }) => outcome === 'accepted');
  const sent = accepted.map(({ sentMs }) => sentMs).sort((a, b) => a - b);
  const received = accepted.map(({ receivedMs }) => receivedMs).sort((a, b) => a - b);
  const from = (ms: number) => lessThan(received, ms + shortestWindowMs(windowMs)) - lessThan(sent, ms);
  return sent.reduce((most, ms) => Math.max(most, from(ms)), 0);
}

const asUnknown = (attempt: Attempt): Attempt =>
  attempt.outcome === 'refused' ? { ...attempt, outcome: 'unknown' } : attempt;

/** Returns the first of these limits at which a model explains the observed answers. */
const firstExplaining = (limits: readonly number[], attempts: readonly Attempt[], windowMs: number) =>
  limits.find((of) => fittingModels(attempts, { of, windowMs }).length > 0);

/**
 * True if the target accepted more requests than any rate limiter with at most this limit accepts: no known model explains the answers at this limit or a lower
 * one. Also, even if refusals are ignored, no model that starts unused with the first request accepts as many requests at this limit.
 */
export function exceedsLimit(attempts: readonly Attempt[], { of, windowMs }: RateLimit): boolean {
  const generous = attempts.map(asUnknown);
  if (
    [slidingWindow(false), windowFromFirst, tokenBucket(false)].some((model) => model.fits(generous, { of, windowMs }))
  )
    return false;
  const upTo = Array.from({ length: Math.ceil(of / 2) }, (_, step) => of - step);
  return firstExplaining(upTo, attempts, windowMs) === undefined;
}

/** Returns the lowest limit above the declared one, up to twice as much, at which a model explains the observed answers. */
export function fittingLimit(attempts: readonly Attempt[], { of, windowMs }: RateLimit): number | undefined {
  return firstExplaining(
    Array.from({ length: of }, (_, step) => of + step + 1),
    attempts,
    windowMs,
  );
}
