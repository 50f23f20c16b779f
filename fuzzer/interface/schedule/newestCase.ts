import { dimensionsOf } from '../../../traffic/requirements/dimensions.ts';
import type { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';

/** The number of cases that are drawn for a combination with a POST, of which one is sent. */
const draws = 5;

const valuesOf = ({ operation, path, account, body, signing }: CaseStep, now: number) =>
  dimensionsOf(
    { operation, path, account, scheme: signing, body: body && 'text' in body ? body.text : undefined },
    now,
  );

const isRequest = ({ isLever: isControlAction }: CaseStep) => isControlAction !== true;

/** The lengths of ids that a case may get besides the length that ids have by themselves. */
const idLengths = [0, 0, 64, 128, 255, 256];

const isPlainlySigned = ({ signing, fault, headers }: CaseStep) =>
  signing === 'signed' && fault === undefined && headers.length === 0;

/**
 * Varies what a case is not about: the length of its only id and the scheme that signs its requests. A case about ids or signatures stays as it is.
 */
function dressed(one: FuzzCase, chance: SeededRandom): FuzzCase {
  const [length, scheme] = [chance.pick(idLengths), chance.pick(['signed', 'signed', 'simple'] as const)];
  const text = JSON.stringify(one);
  const isAboutIds = /\{\{key[:#]/.test(text) || !text.includes('{{key}}');
  const longer: FuzzCase =
    length === 0 || isAboutIds ? one : JSON.parse(text.replaceAll('{{key}}', `{{key#${length}}}`));
  if (!one.steps.filter(isRequest).every(isPlainlySigned)) return longer;
  return { ...longer, steps: longer.steps.map((step) => (isRequest(step) ? { ...step, signing: scheme } : step)) };
}

/** Draws some cases and returns the one whose requests have the most pairs of values that nothing has touched; undefined if none can be made. */
export function newestCase(
  make: () => FuzzCase | undefined,
  { touched, posts, now, chance }: { touched: TouchedPairs; posts: number; now: number; chance: SeededRandom },
): FuzzCase | undefined {
  const draw = () => {
    const one = make();
    return one && posts > 0 ? dressed(one, chance) : one;
  };
  const drawn = Array.from({ length: posts > 0 ? draws : 1 }, draw).filter((one) => one !== undefined);
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
