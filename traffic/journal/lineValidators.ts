import { headerSchemes } from '../../schemas/domain/signingSchemes.ts';
import { webhookKinds } from '../../schemas/domain/webhookKinds.ts';
import {
  type Guard,
  invalidMember,
  isCount,
  isFileName,
  isFlag,
  isMethod,
  isPath,
  isText,
  isTime,
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
} from '../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { haltCauses } from './haltFault.ts';
import type { Line } from './journalTypes.ts';
import { pageMembers } from './pageValidators.ts';
import { isAddress, isSelection, isTarget } from './runValidators.ts';

/** A time of the monotonic clock, ns. */
const isNs = textLike(/^-?\d{1,20}$/);

const areHeaders = listOf(pairOf(isText, isText));

const areTexts = listOf(isText);

const isWebhook = oneOf(...webhookKinds);

const isBody = objectWith({
  text: optional(isText),
  base64: optional(isText),
  bytes: isCount,
  sha256: isText,
  cut: optional(isTrue),
  unread: optional(oneOf('coded', 'miscoded', 'nested', 'wide')),
});

const isSignature = objectWith({
  scheme: oneOf(...headerSchemes, 'none'),
  fault: optional(isWord),
  manner: optional(isWord),
  credential: isText,
});

const isRequest = objectWith({
  method: isMethod,
  path: isPath,
  headers: areHeaders,
  body: optional(isBody),
  clientOrderId: optional(isText),
  signature: isSignature,
  origin: optional(isAddress),
  account: optional(isText),
});

const isFailure = objectWith({
  code: oneOf('unreachable', 'reset', 'timeout', 'protocol', 'overlong'),
  message: isText,
});

const isAnswered = objectWith({ status: isCount, headers: areHeaders, body: isBody });

/** A payment of an earlier run. */
export const isPreviousPayment = objectWith({
  id: isText,
  clientOrderId: isText,
  status: isText,
  amount: isText,
  run: isText,
});

/** The baseline values of a target, by requirement. */
const arePins = mapOf(mapOf(isText));

const isSpan = objectWith({ fromAt: isTime, untilAt: isTime });

const isReply = objectWith({
  status: optional(isCount),
  afterMs: optional(isCount),
  bytes: optional(isCount),
  slowMs: optional(isCount),
});

const delivery = {
  id: isFileName,
  webhook: optional(isWebhook),
  moved: optional(isTrue),
  strayed: optional(isTrue),
  account: optional(isText),
  request: objectWith({ method: isMethod, headers: areHeaders, body: isBody, source: isText }),
  digest: objectWith({ present: isFlag, secret: optional(isCount), fault: optional(isWord) }),
  receivedAt: isTime,
  targetAt: isTime,
  receivedNs: isNs,
  answer: isReply,
  answered: oneOf('sent', 'closed', 'left'),
  answeredNs: isNs,
  run: optional(isText),
};

/** The members of a stored delivery experiment. */
export const storedExperiment = {
  id: isFileName,
  requirement: isFileName,
  run: isText,
  webhook: isWebhook,
  match: isText,
  plan: (value: Plain | undefined) => listOf(isReply)(value) && Array.isArray(value) && value.length > 0,
  openedAt: isTime,
  dueAt: isTime,
  deliveries: listOf(objectWith(delivery)),
};

/** The times when a receiver listened. */
export const areTimeSpans = listOf(isSpan);

/** The members of each kind of line, besides its kind. */
const lines: Readonly<Record<Line['kind'], Readonly<Record<string, Guard>>>> = {
  run: {
    version: (value) => value === 1,
    run: isFileName,
    seed: isCount,
    idKey: optional(textLike(/^[ -~]{1,100}$/)),
    startedAt: isTime,
    challenge: optional(isText),
    selection: isSelection,
    pins: optional(arePins),
    past: optional(listOf(isPreviousPayment)),
    clock: objectWith({ wallMs: isCount, monotonicNs: isNs }),
    forecast: optional(objectWith({ posts: isCount, gets: isCount })),
    target: isTarget,
  },
  exchange: {
    id: isFileName,
    requirement: isFileName,
    purpose: oneOf('probe', 'control', 'defect', 'confirm', 'look', 'reread', 'sweep'),
    operation: optional(isText),
    readBack: optional(oneOf('checkout', 'request')),
    cell: optional(isText),
    control: optional(isText),
    request: isRequest,
    sentAt: isText,
    sentNs: isNs,
    receivedNs: isNs,
    answer: optional(isAnswered),
    failure: optional(isFailure),
    connection: optional(oneOf('own', 'pipelined', 'cut')),
    repeats: optional(isFileName),
    recalls: optional(isFileName),
    balances: optional(objectWith({ list: optional(isText), currency: optional(isText), figure: isText })),
  },
  claim: {
    requirement: isFileName,
    cell: optional(isText),
    account: optional(isText),
    oracle: isWord,
    args: isPlainObject,
  },
  cells: { requirement: isFileName, names: areTexts, chosen: areTexts, turns: optional(areTexts) },
  control: { requirement: isFileName, cell: optional(isText), shape: isText },
  lever: { requirement: isFileName, what: isText, ok: isFlag, askedNs: optional(isNs), atNs: isNs },
  registration: {
    requirement: isFileName,
    webhook: isWebhook,
    by: oneOf('control', 'api', 'operator'),
    secret: optional(isCount),
    removed: optional(isTrue),
    replaced: optional(isTrue),
    shard: optional(isCount),
    account: optional(isText),
    ok: isFlag,
    askedNs: isNs,
    atNs: isNs,
  },
  delivery,
  deaf: { requirement: isFileName, planned: isFlag, fromNs: isNs, untilNs: isNs },
  experiment: {
    ...storedExperiment,
    state: oneOf('open', 'due', 'void'),
    why: optional(isText),
    listened: areTimeSpans,
  },
  page: { ...pageMembers, openedAt: isTime, sentNs: isNs, receivedNs: isNs },
  end: {
    requirement: isFileName,
    status: oneOf('done', 'stopped', 'error', 'halted'),
    message: optional(isText),
    claims: isCount,
    exchanges: isCount,
  },
  swept: { atNs: isNs, lines: isCount },
  halt: {
    cause: oneOf(...haltCauses),
    message: isText,
    requirement: isFileName,
  },
  closed: { lines: isCount },
};

/** No valid line is nested deeper than this. */
const isShallow = nestedAtMost(64);

/** A value for a sentence, cut if it is long. */
const shown = (value: Plain | undefined) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** Returns what is wrong with a value read as a journal line, as a sentence; undefined if it is valid. */
export function lineProblem(value: Plain): string | undefined {
  if (!isShallow(value)) return 'expected a value with less nesting';
  if (!isPlainObject(value)) return `expected an object, got ${shown(value)}`;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(lines, kind))
    return `expected a known kind of line, got ${shown(kind)}`;
  const wrong = invalidMember(lines[kind as Line['kind']], value);
  return wrong && `expected a valid ${wrong} in a line of kind ${kind}, got ${shown(value[wrong])}`;
}
