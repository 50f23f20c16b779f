import {
  type Guard,
  isCount,
  isFileName,
  isFlag,
  isMethod,
  isText,
  isTrue,
  listOf,
  objectWith,
  oneOf,
  optional,
  textLike,
} from '../../schemas/json/guards.ts';

const areTexts = listOf(isText);

/** A file that the run wrote beside its journal; reports link to it. */
const isPlace = textLike(/^pages\/[\w.-]{1,120}$/);

const isSize = objectWith({ width: isCount, height: isCount });

const isLook = objectWith({
  step: isText,
  afterMs: isCount,
  url: isText,
  seen: isText,
  cut: optional(isTrue),
  screen: isSize,
  box: optional(isSize),
  places: optional(isText),
  amount: optional(isText),
  asset: optional(isText),
});

const isRequest = objectWith({
  method: isMethod,
  url: isText,
  type: isText,
  afterMs: isCount,
  status: optional(isCount),
  failure: optional(isText),
  sent: optional(isText),
  got: optional(isText),
  ids: areTexts,
});

const isEvent = objectWith({ name: isText, afterMs: isCount, value: isText, ours: optional(isTrue) });

/** The members of a line about a page, besides its kind and its times. */
export const pageMembers: Readonly<Record<string, Guard>> = {
  id: isFileName,
  requirement: isFileName,
  way: oneOf('hosted', 'widget', 'framed'),
  created: isFileName,
  opens: isText,
  address: isText,
  domain: optional(isText),
  approved: optional(isFlag),
  status: optional(isCount),
  failure: optional(isText),
  looks: listOf(isLook),
  requests: listOf(isRequest),
  console: areTexts,
  events: listOf(isEvent),
  led: areTexts,
  stored: areTexts,
  leaks: listOf(objectWith({ where: isText, label: isText })),
  marked: optional(isText),
  forged: optional(areTexts),
  stuck: optional(objectWith({ lacks: isText, field: isText })),
  screenshot: optional(objectWith({ file: isPlace, sha256: isText })),
  trace: optional(isPlace),
};
