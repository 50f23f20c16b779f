import { dimensionsOf } from '../../../traffic/requirements/dimensions.ts';
import type { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';

/** The number of cases that are drawn for a combination with a POST, of which one is sent. */
const draws = 5;

const valuesOf = ({ operation, path, account, body, signing }: CaseStep, now: number) =>
  dimensionsOf(
    { operation, path, account, scheme: signing, body: body && 'text' in body ? body.text : undefined },
    now,
  );

const isRequest = ({ isLever: isControlAction }: CaseStep) => isControlAction !== true;

/** Draws some cases and returns the one whose requests have the most pairs of values that nothing has touched; undefined if none can be made. */
export function newestCase(
  make: () => FuzzCase | undefined,
  { touched, posts, now }: { touched: TouchedPairs; posts: number; now: number },
): FuzzCase | undefined {
  const drawn = Array.from({ length: posts > 0 ? draws : 1 }, make).filter((one) => one !== undefined);
  const newest = drawn
    .map((one) => ({
      one,
      news: one.steps.filter(isRequest).reduce((sum, step) => sum + touched.newIn(valuesOf(step, now)), 0),
    }))
    .reduce<{ one: FuzzCase; news: number } | undefined>(
      (best, next) => (best && best.news >= next.news ? best : next),
      undefined,
    );
  return newest?.one;
}

/** Notes the requests of a case that is sent. */
export function noteTouched(touched: TouchedPairs, one: FuzzCase, now: number): void {
  for (const step of one.steps.filter(isRequest)) touched.note(valuesOf(step, now));
}
