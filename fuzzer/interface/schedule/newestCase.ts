import { commentOf } from '../../../generators/texts/comments.ts';
import { type DimensionValue, dimensionsOf } from '../../../traffic/requirements/dimensions.ts';
import type { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';

/** The number of cases that are drawn for a combination with a POST, of which one is sent. */
const draws = 8;

/** The class of the length of a body: the nearest power of two. */
const lengthOf = (text: string): DimensionValue => ({
  name: 'length',
  value: `a body of about ${2 ** Math.round(Math.log2(1 + text.length))} characters`,
});

/** What a request has of each dimension, and the length of its body. */
function valuesOf({ operation, path, account, body, signing }: CaseStep, now: number): DimensionValue[] {
  const text = body && 'text' in body ? body.text : undefined;
  const values = dimensionsOf({ operation, path, account, scheme: signing, body: text }, now);
  return text === undefined ? [...values] : [...values, lengthOf(text)];
}

const isRequest = ({ isLever: isControlAction }: CaseStep) => isControlAction !== true;

/** The lengths of ids that a case may get besides the length that ids have by themselves. */
const idLengths = [0, 0, 64, 128, 255, 256];

const isPlainlySigned = ({ signing, fault, headers }: CaseStep) =>
  signing === 'signed' && fault === undefined && headers.length === 0;

/** A case whose steps are changed alike; control actions stay. */
const withRequests = (one: FuzzCase, change: (step: CaseStep) => CaseStep): FuzzCase => ({
  ...one,
  steps: one.steps.map((step) => (isRequest(step) ? change(step) : step)),
});

/** Gives a case whose only id is made at each sending an id of a drawn length. */
function withLongerId(one: FuzzCase, chance: SeededRandom): FuzzCase {
  const length = chance.pick(idLengths);
  const text = JSON.stringify(one);
  const isAboutIds = /\{\{key[:#]/.test(text) || !text.includes('{{key}}');
  return length === 0 || isAboutIds ? one : JSON.parse(text.replaceAll('{{key}}', `{{key#${length}}}`));
}

const isBundleCall = ({ operation = '' }: CaseStep) => operation.endsWith('/static/bundles');

/** Gives the bundles of one case in three a reference of three characters, as of a shop that numbers its users: a bundle is returned to whoever asks for it again. */
function withShortReference(one: FuzzCase, chance: SeededRandom): FuzzCase {
  if (!one.steps.filter(isRequest).some(isBundleCall) || chance.below(3) > 0) return one;
  const reference = (36 ** 2 + chance.below(35 * 36 ** 2)).toString(36);
  return withRequests(one, (step) => {
    const { body } = step;
    if (!isBundleCall(step) || !body || !('text' in body)) return step;
    return { ...step, body: { ...body, text: body.text.replaceAll('{{key:b}}', reference) } };
  });
}

/** A comment is at most this long. */
const mostOfComment = 200;

/** The body of a payment by currency and method, which may have a comment (§ Payments, the two bodies), whatever the method lists. */
const namesMethod = /^\{(?=.*"currency":)(?=.*"method":).*\}$/s;
const hasComment = /"comment":/;
const idOfMethod = /^\{.*"paymentMethodId":"([^"]+)".*\}$/s;

/** Adds a comment of a drawn length to each payment of a case that has none and may have one. */
function withComment(one: FuzzCase, chance: SeededRandom, commented: ReadonlySet<string>): FuzzCase {
  const comment = commentOf(1 + chance.below(mostOfComment));
  return withRequests(one, (step) => {
    const { operation = '', body } = step;
    const isPayment = operation.startsWith('POST /v1/user/payments/') && body && 'text' in body;
    if (!isPayment || hasComment.test(body.text)) return step;
    if (!namesMethod.test(body.text) && !commented.has(idOfMethod.exec(body.text)?.[1] ?? '')) return step;
    return { ...step, body: { ...body, text: `${body.text.slice(0, -1)},"comment":${JSON.stringify(comment)}}` } };
  });
}

/** True for a pay-in, or a read of payments, by the account under test. */
const isAboutPayins = ({ operation = '', account }: CaseStep) =>
  account === undefined &&
  (operation === 'POST /v1/user/payments/payin' || /^GET \/v\d\/user\/payments/.test(operation));

/**
 * Varies what a case is not about: the length of its only id, the scheme that signs its requests, the comments of payments, and the account that sends pay-ins. A
 * case about ids or signatures keeps its own.
 */
function dressed(one: FuzzCase, { chance, alike, commented }: Drawing): FuzzCase {
  const longer = withLongerId(one, chance);
  const told = chance.below(2) === 0 ? longer : withComment(longer, chance, commented);
  const requests = one.steps.filter(isRequest);
  const [scheme, account] = [
    chance.pick(['signed', 'signed', 'simple'] as const),
    chance.pick([undefined, undefined, undefined, ...alike]),
  ];
  if (!requests.every(isPlainlySigned)) return told;
  const named = withShortReference(told, chance);
  const isElsewhere = account !== undefined && requests.every(isAboutPayins);
  return withRequests(named, (step) => ({ ...step, signing: scheme, ...(isElsewhere && { account }) }));
}

/** What a case is drawn with: what was touched before, its POSTs, the time, and the accounts with the methods of the account under test. */
interface Drawing {
  touched: TouchedPairs;
  posts: number;
  now: number;
  chance: SeededRandom;
  alike: readonly string[];
  /** The ids of the methods that list a comment. */
  commented: ReadonlySet<string>;
}

/** Draws some cases and returns the one whose requests have the most pairs of values that nothing has touched; undefined if none can be made. */
export function newestCase(make: () => FuzzCase | undefined, drawing: Drawing): FuzzCase | undefined {
  const { touched, posts, now } = drawing;
  const draw = () => {
    const one = make();
    return one && posts > 0 ? dressed(one, drawing) : one;
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
