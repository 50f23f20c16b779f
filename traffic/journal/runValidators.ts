import {
  type Guard,
  isCount,
  isFlag,
  isText,
  listOf,
  mapOf,
  objectWith,
  oneOf,
  optional,
  textLike,
} from '../../schemas/json/guards.ts';
import { isPlainObject } from '../../schemas/json/plain.ts';
import { isWebAddress } from '../system/webAddress.ts';

/** An address of the web. */
export const isAddress: Guard = (value) => typeof value === 'string' && isWebAddress(value);

const areTexts = listOf(isText);

/** More shards than any run has. */
const mostShards = 1_000;

const isShard: Guard = (value) =>
  isPlainObject(value) &&
  Number.isInteger(value['of']) &&
  Number.isInteger(value['index']) &&
  Number(value['of']) <= mostShards &&
  Number(value['index']) >= 1 &&
  Number(value['index']) <= Number(value['of']);

/** What a run selected. */
export const isSelection = objectWith({
  profile: oneOf('smoke', 'nightly', 'full'),
  tier: oneOf('passive', 'active'),
  day: textLike(/^\d{4}-\d\d-\d\d$/),
  asked: optional(areTexts),
  only: optional(areTexts),
  shard: optional(isShard),
  part: optional(areTexts),
  halved: optional(areTexts),
  asOthers: optional(mapOf(areTexts)),
});

const isQuota = objectWith({ post: optional(isCount), get: optional(isCount), windowMs: isCount });

const areProjects = listOf(objectWith({ id: isText }));

/** What a run knows of its target. */
export const isTarget = objectWith({
  name: isText,
  kind: oneOf('emulator', 'sandbox', 'vendor', 'production'),
  clock: optional(isFlag),
  baseUrl: isAddress,
  contract: isText,
  quota: isQuota,
  limited: optional(listOf(objectWith({ label: isText, quota: isQuota }))),
  gaps: listOf(objectWith({ id: isText, reason: isText })),
  deadlines: objectWith({ answerMs: isCount, visibleMs: isCount, finalMs: isCount, pendingWindowMs: isCount }),
  credentials: optional(
    listOf(objectWith({ label: isText, isTokenId: isFlag, tokenIdEnv: optional(isText), secretEnv: optional(isText) })),
  ),
  projects: optional(areProjects),
  participants: optional(listOf(objectWith({ label: isText, projects: areProjects }))),
  recognisable: optional(isFlag),
  webhookSource: optional(isText),
});
