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

/** Limiters as they are built: each may answer what was seen, or may not. */
const models: readonly LimiterModel[] = [
  slidingWindow(false),
  slidingWindow(true),
  windowFromFirst,
  clockWindow,
  tokenBucket(false),
  tokenBucket(true),
];

const kinds: readonly LimiterKind[] = ['sliding', 'fixed', 'bucket'];

/** The models that may have answered what was seen; noise widens times, so that it adds models and takes none away. */
export function fittingModels(attempts: readonly Attempt[], limit: RateLimit): readonly LimiterModel[] {
  return models.filter((model) => model.fits(attempts, limit));
}

/** The kinds of these models, in a fixed order. */
export function limiterKinds(fitted: readonly LimiterModel[]): LimiterKind[] {
  return kinds.filter((kind) => fitted.some((model) => model.kind === kind));
}

/** Kinds in words: one, several that cannot be told apart, or none of those known. */
export function limiterKindText(found: readonly LimiterKind[]): string {
  return found.join(' or ') || 'another kind';
}

/** Whether refused requests count, where these models decide it. */
export function countsRefusals(fitted: readonly LimiterModel[]): boolean | undefined {
  const [first, ...others] = fitted.map(({ countsRefused }) => countsRefused);
  return others.every((counts) => counts === first) ? first : undefined;
}

/** The first attempt that was refused although the window before it held, refused ones included, fewer than the limit allows. */
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

/** How many of these sorted numbers are less than one. */
function lessThan(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The most requests that were accepted within some one window, as far as that is sure. */
export function mostAccepted(attempts: readonly Attempt[], { windowMs }: RateLimit): number {
  const accepted = attempts.filter(({ outcome }) => outcome === 'accepted');
  const sent = accepted.map(({ sentMs }) => sentMs).sort((a, b) => a - b);
  const received = accepted.map(({ receivedMs }) => receivedMs).sort((a, b) => a - b);
  const from = (ms: number) => lessThan(received, ms + shortestWindowMs(windowMs)) - lessThan(sent, ms);
  return sent.reduce((most, ms) => Math.max(most, from(ms)), 0);
}

const asUnknown = (attempt: Attempt): Attempt =>
  attempt.outcome === 'refused' ? { ...attempt, outcome: 'unknown' } : attempt;

/** The first of these limits with which some model answers what was seen. */
const firstThatFits = (limits: readonly number[], attempts: readonly Attempt[], windowMs: number) =>
  limits.find((of) => fittingModels(attempts, { of, windowMs }).length > 0);

/**
 * True when more was accepted than any limiter takes that allows no more than this: none of those known answers so, nor with
 * a lower limit, and of those that begin with the first request none takes so much, whatever it refuses.
 */
export function exceedsLimit(attempts: readonly Attempt[], { of, windowMs }: RateLimit): boolean {
  const generous = attempts.map(asUnknown);
  if (
    [slidingWindow(false), windowFromFirst, tokenBucket(false)].some((model) => model.fits(generous, { of, windowMs }))
  )
    return false;
  const upTo = Array.from({ length: Math.ceil(of / 2) }, (_, step) => of - step);
  return firstThatFits(upTo, attempts, windowMs) === undefined;
}

/** The least limit above the declared one, up to twice as much, with which some model answers what was seen. */
export function fittingLimit(attempts: readonly Attempt[], { of, windowMs }: RateLimit): number | undefined {
  return firstThatFits(
    Array.from({ length: of }, (_, step) => of + step + 1),
    attempts,
    windowMs,
  );
}
