import type { Plain } from '../../schemas/plain.ts';
import { having, isCount, isText, mapOf, maybe, oneOf, textLike } from '../../schemas/shape.ts';
import type { Progress } from './plan.ts';

/** What is told of any campaign that has not ended. */
export const reached = {
  spent: having({ posts: isCount, gets: isCount }),
  cases: isCount,
  shown: mapOf(oneOf('fail', 'warn')),
};

const isAmount = textLike(/^\d{1,1000}(?:\.\d{1,1000})?$/);

const isReached = having({
  ...reached,
  batches: isCount,
  tried: mapOf(isCount),
  out: maybe(isText),
  money: maybe(mapOf(isAmount)),
});

/** True where a value says how far a campaign on the interface is. */
export const isProgress = (value: unknown): value is Progress => isReached(value as Plain);
