import { headerSchemes } from '../../../schemas/domain/signingSchemes.ts';
import {
  allOf,
  anyOf,
  filledListOf,
  type Guard,
  isCount,
  isMethod,
  isPath,
  isText,
  isTrue,
  isWord,
  listOf,
  mapOf,
  nestedAtMost,
  objectWith,
  oneOf,
  optional,
  pairOf,
  textLike,
} from '../../../schemas/json/guards.ts';
import { isPlainObject } from '../../../schemas/json/plain.ts';

/** Limits beyond anything that a campaign writes. */
const most = { steps: 99, headers: 200, claims: 200, exchanges: 120, statuses: 50, depth: 64, schemes: 50 };

const isInteger: Guard = (value) => Number.isSafeInteger(value);

const isThere: Guard = (value) => value !== undefined;

const areHeaders = listOf(pairOf(isText, isText), most.headers);

const isBody = anyOf(
  objectWith({ type: optional(isText), text: isText }),
  objectWith({ type: optional(isText), base64: isText }),
);

/** A step of a case. */
export const isStep = objectWith({
  operation: optional(isText),
  method: isMethod,
  path: isPath,
  headers: areHeaders,
  body: optional(isBody),
  signing: oneOf(...headerSchemes, 'none'),
  fault: optional(isWord),
  account: optional(isText),
  connection: optional(oneOf('own', 'pipelined', 'cut')),
  race: optional(isCount),
  twin: optional(isText),
  isLever: optional(isTrue),
  readBack: optional(oneOf('checkout', 'request')),
  until: optional(listOf(isText, most.statuses)),
});

const isBroken = objectWith({ schema: isText, keyword: isText, place: isText, words: isText });

const isLabel = anyOf(
  objectWith({ is: oneOf('valid', 'odd'), because: isText }),
  objectWith({ is: oneOf('invalid'), broken: isBroken }),
);

const isAssertion = objectWith({
  requirement: isText,
  oracle: isText,
  args: allOf(isThere, nestedAtMost(most.depth)),
});

const isSuiteTest = objectWith({
  requirement: isText,
  seed: isInteger,
  day: textLike(/^\d{4}-\d\d-\d\d$/),
  posts: isCount,
  gets: isCount,
  outlay: objectWith({ takes: mapOf(isText), exchanges: mapOf(isText) }),
  account: optional(isText),
});

const isCase = objectWith({
  steps: filledListOf(isStep, most.steps),
  label: isLabel,
  test: optional(isSuiteTest),
  claims: optional(listOf(isAssertion, most.claims)),
  pauseMs: optional(isCount),
});

const isExchange = objectWith({
  request: objectWith({ method: isText, path: isText, headers: areHeaders, body: optional(isText) }),
  answer: optional(objectWith({ status: isCount, headers: areHeaders, body: isText })),
  failure: optional(isText),
  shows: optional(isTrue),
});

const isShrunk = objectWith({ by: oneOf('validators', 'emulator', 'target'), posts: isCount });

const areExchanges = listOf(isExchange, most.exchanges);

/** A fingerprint: hexadecimal, since it becomes part of file names. */
export const isFingerprint = textLike(/^[0-9a-f]{2,64}$/);

/** How often a finding showed in one session. */
export const isTrial: Guard = (value) =>
  objectWith({ shown: isCount, of: isCount })(value) &&
  isPlainObject(value) &&
  Number(value['shown']) <= Number(value['of']);

/** A smaller case that shows the same violation. In older files the words of its evidence are missing. */
export const isSmaller = objectWith({
  case: isCase,
  outcome: optional(isText),
  wanted: optional(isText),
  seen: optional(isText),
  exchanges: areExchanges,
  shrunk: isShrunk,
});

const isReference = textLike(/^[^=]+=env:[A-Za-z_][A-Za-z0-9_]*$/);

const isApi = objectWith({
  baseUrl: isText,
  contract: isText,
  fingerprint: isFingerprint,
  auth: listOf(isReference, most.schemes),
});

/** A result of a campaign. */
export const isFound = objectWith({
  fingerprint: isFingerprint,
  wording: optional(isCount),
  requirement: isText,
  code: optional(isText),
  operation: isText,
  outcome: isText,
  wanted: isText,
  seen: isText,
  case: isCase,
  shrunk: optional(isShrunk),
  exchanges: areExchanges,
  seed: isInteger,
  api: optional(isApi),
});
