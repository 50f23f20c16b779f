import { isPlainObject } from '../../schemas/plain.ts';
import {
  allOf,
  having,
  isCount,
  isMethod,
  isPath,
  isText,
  isTrue,
  isWord,
  listOf,
  maybe,
  oneOf,
  pairOf,
  type Shape,
  shallow,
} from '../../schemas/shape.ts';

/** More of anything than a campaign makes. */
const most = { steps: 99, headers: 200, claims: 200, exchanges: 120, statuses: 50, depth: 64, schemes: 50 };

const isWhole: Shape = (value) => Number.isSafeInteger(value);

const isThere: Shape = (value) => value !== undefined;

const areHeaders = listOf(pairOf(isText, isText), most.headers);

const isBody: Shape = (value) =>
  having({ type: maybe(isText), text: isText })(value) || having({ type: maybe(isText), base64: isText })(value);

/** A step of a case. */
export const isStep = having({
  operation: maybe(isText),
  method: isMethod,
  path: isPath,
  headers: areHeaders,
  body: maybe(isBody),
  signing: oneOf('signed', 'simple', 'none'),
  fault: maybe(isWord),
  account: maybe(isText),
  connection: maybe(oneOf('own', 'pipelined', 'cut')),
  race: maybe(isCount),
  twin: maybe(isText),
  isLever: maybe(isTrue),
  readBack: maybe(oneOf('checkout', 'request')),
  until: maybe(listOf(isText, most.statuses)),
});

const isBroken = having({ schema: isText, keyword: isText, place: isText, words: isText });

const isLabel: Shape = (value) =>
  having({ is: oneOf('valid', 'odd'), because: isText })(value) ||
  having({ is: oneOf('invalid'), broken: isBroken })(value);

const isClaim = having({
  requirement: isText,
  oracle: isText,
  args: allOf(isThere, shallow(most.depth)),
});

const isCase = having({
  steps: (value) => listOf(isStep, most.steps)(value) && Array.isArray(value) && value.length > 0,
  label: isLabel,
  claims: maybe(listOf(isClaim, most.claims)),
});

const isExchange = having({
  request: having({ method: isText, path: isText, headers: areHeaders, body: maybe(isText) }),
  answer: maybe(having({ status: isCount, headers: areHeaders, body: isText })),
  failure: maybe(isText),
  shows: maybe(isTrue),
});

const isShrunk = having({ by: oneOf('validators', 'emulator', 'target'), posts: isCount });

const areExchanges = listOf(isExchange, most.exchanges);

/** A fingerprint: it is part of the names of files. */
export const isFingerprint: Shape = (value) => typeof value === 'string' && /^[0-9a-f]{2,64}$/.test(value);

/** How often a finding showed in one sitting. */
export const isTrial: Shape = (value) =>
  having({ shown: isCount, of: isCount })(value) &&
  isPlainObject(value) &&
  Number(value['shown']) <= Number(value['of']);

/** A smaller case that shows the same; in older files it stands without the words of what it showed. */
export const isSmaller = having({
  case: isCase,
  outcome: maybe(isText),
  wanted: maybe(isText),
  seen: maybe(isText),
  exchanges: areExchanges,
  shrunk: isShrunk,
});

const isReference: Shape = (value) => typeof value === 'string' && /^[^=]+=env:[A-Za-z_][A-Za-z0-9_]*$/.test(value);

const isApi = having({
  baseUrl: isText,
  contract: isText,
  fingerprint: isFingerprint,
  auth: listOf(isReference, most.schemes),
});

/** What a campaign found. */
export const isFound = having({
  fingerprint: isFingerprint,
  requirement: isText,
  code: maybe(isText),
  operation: isText,
  outcome: isText,
  wanted: isText,
  seen: isText,
  case: isCase,
  shrunk: maybe(isShrunk),
  exchanges: areExchanges,
  seed: isWhole,
  api: maybe(isApi),
});
