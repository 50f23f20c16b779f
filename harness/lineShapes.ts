import { isPlainObject, type Plain } from '../schemas/plain.ts';
import {
  having,
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
  maybe,
  oneOf,
  pairOf,
  type Shape,
  shallow,
  textLike,
  wrongMember,
} from '../schemas/shape.ts';
import { haltCauses } from './halted.ts';
import type { Line } from './lines.ts';
import { isWebAddress } from './targets/address.ts';
import { webhookKinds } from './targets/targetFile.ts';

/** A time of the monotonic clock, ns. */
const isNs = textLike(/^-?\d{1,20}$/);

const isAddress: Shape = (value) => typeof value === 'string' && isWebAddress(value);

const areHeaders = listOf(pairOf(isText, isText));

const areTexts = listOf(isText);

const isWebhook = oneOf(...webhookKinds);

const isBody = having({
  text: maybe(isText),
  base64: maybe(isText),
  bytes: isCount,
  sha256: isText,
  cut: maybe(isTrue),
  unread: maybe(oneOf('coded', 'miscoded', 'nested', 'wide')),
});

const isSignature = having({
  scheme: oneOf('simple', 'signed', 'none'),
  fault: maybe(isWord),
  manner: maybe(isWord),
  credential: isText,
});

const isRequest = having({
  method: isMethod,
  path: isPath,
  headers: areHeaders,
  body: maybe(isBody),
  clientOrderId: maybe(isText),
  signature: isSignature,
  origin: maybe(isAddress),
  account: maybe(isText),
});

const isFailure = having({ code: oneOf('unreachable', 'reset', 'timeout', 'protocol', 'overlong'), message: isText });

const isAnswered = having({ status: isCount, headers: areHeaders, body: isBody });

/** More shards than any run has. */
const mostShards = 1_000;

const isShard: Shape = (value) =>
  isPlainObject(value) &&
  Number.isInteger(value['of']) &&
  Number.isInteger(value['index']) &&
  Number(value['of']) <= mostShards &&
  Number(value['index']) >= 1 &&
  Number(value['index']) <= Number(value['of']);

const isSelection = having({
  profile: oneOf('smoke', 'nightly', 'full'),
  tier: oneOf('passive', 'active'),
  day: textLike(/^\d{4}-\d\d-\d\d$/),
  asked: maybe(areTexts),
  only: maybe(areTexts),
  shard: maybe(isShard),
  part: maybe(areTexts),
});

const isQuota = having({ post: maybe(isCount), get: maybe(isCount), windowMs: isCount });

const isTarget = having({
  name: isText,
  kind: oneOf('emulator', 'sandbox', 'vendor', 'production'),
  baseUrl: isAddress,
  contract: isText,
  quota: isQuota,
  limited: maybe(listOf(having({ label: isText, quota: isQuota }))),
  gaps: listOf(having({ id: isText, reason: isText })),
  deadlines: having({ answerMs: isCount, visibleMs: isCount, finalMs: isCount, pendingWindowMs: isCount }),
  credentials: maybe(listOf(having({ label: isText, isTokenId: isFlag }))),
  projects: maybe(listOf(having({ id: isText }))),
  webhookSource: maybe(isText),
});

/** A payment of an earlier run. */
export const isPastPayment = having({ id: isText, clientOrderId: isText, status: isText, amount: isText, run: isText });

/** What was learned of a target, by requirement. */
const arePins = mapOf(mapOf(isText));

const isSpan = having({ fromAt: isTime, untilAt: isTime });

const isReply = having({
  status: maybe(isCount),
  afterMs: maybe(isCount),
  bytes: maybe(isCount),
  slowMs: maybe(isCount),
});

const delivery = {
  id: isFileName,
  webhook: maybe(isWebhook),
  moved: maybe(isTrue),
  strayed: maybe(isTrue),
  request: having({ method: isMethod, headers: areHeaders, body: isBody, source: isText }),
  digest: having({ present: isFlag, secret: maybe(isCount), fault: maybe(isWord) }),
  receivedAt: isTime,
  targetAt: isTime,
  receivedNs: isNs,
  answer: isReply,
  answered: oneOf('sent', 'closed', 'left'),
  answeredNs: isNs,
  run: maybe(isText),
};

/** An experiment on deliveries as it is kept between runs. */
export const experiment = {
  id: isFileName,
  requirement: isFileName,
  run: isText,
  webhook: isWebhook,
  match: isText,
  plan: (value: Plain | undefined) => listOf(isReply)(value) && Array.isArray(value) && value.length > 0,
  openedAt: isTime,
  dueAt: isTime,
  deliveries: listOf(having(delivery)),
};

/** When somebody listened. */
export const areSpans = listOf(isSpan);

/** The members of each kind of line, which it has beside its kind. */
const lines: Readonly<Record<Line['kind'], Readonly<Record<string, Shape>>>> = {
  run: {
    version: (value) => value === 1,
    run: isFileName,
    seed: isCount,
    startedAt: isTime,
    selection: isSelection,
    pins: maybe(arePins),
    past: maybe(listOf(isPastPayment)),
    clock: having({ wallMs: isCount, monotonicNs: isNs }),
    forecast: maybe(having({ posts: isCount, gets: isCount })),
    target: isTarget,
  },
  exchange: {
    id: isFileName,
    requirement: isFileName,
    purpose: oneOf('probe', 'control', 'defect', 'confirm', 'look', 'reread', 'sweep'),
    operation: maybe(isText),
    readBack: maybe(oneOf('checkout', 'request')),
    cell: maybe(isText),
    control: maybe(isText),
    request: isRequest,
    sentAt: isText,
    sentNs: isNs,
    receivedNs: isNs,
    answer: maybe(isAnswered),
    failure: maybe(isFailure),
    connection: maybe(oneOf('own', 'pipelined', 'cut')),
    repeats: maybe(isFileName),
    balances: maybe(having({ list: maybe(isText), currency: maybe(isText), figure: isText })),
  },
  claim: { requirement: isFileName, cell: maybe(isText), oracle: isWord, args: isPlainObject },
  cells: { requirement: isFileName, names: areTexts, chosen: areTexts, turns: maybe(areTexts) },
  control: { requirement: isFileName, cell: maybe(isText), shape: isText },
  lever: { requirement: isFileName, what: isText, ok: isFlag, askedNs: maybe(isNs), atNs: isNs },
  registration: {
    requirement: isFileName,
    webhook: isWebhook,
    by: oneOf('control', 'api', 'operator'),
    secret: maybe(isCount),
    removed: maybe(isTrue),
    replaced: maybe(isTrue),
    shard: maybe(isCount),
    ok: isFlag,
    askedNs: isNs,
    atNs: isNs,
  },
  delivery,
  deaf: { requirement: isFileName, planned: isFlag, fromNs: isNs, untilNs: isNs },
  experiment: { ...experiment, state: oneOf('open', 'due', 'void'), why: maybe(isText), listened: areSpans },
  end: {
    requirement: isFileName,
    status: oneOf('done', 'stopped', 'error', 'halted'),
    message: maybe(isText),
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

/** Deeper than this no line is nested. */
const isShallow = shallow(64);

/** A value for a sentence, cut where it is long. */
const shown = (value: Plain | undefined) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** What is wrong with a value that is to be a line of a journal, as a sentence; undefined where it is one. */
export function lineFlaw(value: Plain): string | undefined {
  if (!isShallow(value)) return 'wanted a value that is not nested so deep';
  if (!isPlainObject(value)) return `wanted an object, found ${shown(value)}`;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(lines, kind))
    return `wanted a kind of line that is known, found ${shown(kind)}`;
  const wrong = wrongMember(lines[kind as Line['kind']], value);
  return wrong && `wanted a sound ${wrong} in a line of kind ${kind}, found ${shown(value[wrong])}`;
}
