import { isPlainObject, type Plain, type PlainObject } from './plain.ts';

/** Checks whether a stored value, or undefined, has the form that we write. */
export type Guard = (value: Plain | undefined) => boolean;

/** A text. */
export const isText: Guard = (value) => typeof value === 'string';

/** A non-negative integer. */
export const isCount: Guard = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** A value that may be absent. */
export const optional =
  (shape: Guard): Guard =>
  (value) =>
    value === undefined || shape(value);

/** A list of such values with at most `atMost` items. */
export const listOf =
  (shape: Guard, atMost = Number.POSITIVE_INFINITY): Guard =>
  (value) =>
    Array.isArray(value) && value.length <= atMost && value.every(shape);

/** A list of such values with at least one item, and at most `atMost` items. */
export const filledListOf =
  (shape: Guard, atMost?: number): Guard =>
  (value) =>
    Array.isArray(value) && value.length > 0 && listOf(shape, atMost)(value);

/** One of these words. */
export const oneOf =
  (...words: readonly string[]): Guard =>
  (value) =>
    typeof value === 'string' && words.includes(value);

/** Returns the name of the first member that is invalid or missing; undefined if all are valid. */
export const invalidMember = (members: Readonly<Record<string, Guard>>, value: PlainObject): string | undefined =>
  Object.entries(members).find(([name, shape]) => !shape(Object.hasOwn(value, name) ? value[name] : undefined))?.[0];

/** Returns the name of the first member that is not among these; undefined if there is none. */
export const strangeMember = (members: Readonly<Record<string, Guard>>, value: PlainObject): string | undefined =>
  Object.keys(value).find((name) => !Object.hasOwn(members, name));

/** An object with these members and no others. */
export const closedObject =
  (members: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isPlainObject(value) && (invalidMember(members, value) ?? strangeMember(members, value)) === undefined;

/** An object with these members; it may have others. */
export const objectWith =
  (members: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isPlainObject(value) && invalidMember(members, value) === undefined;

/** An object whose members all pass one guard. */
export const mapOf =
  (shape: Guard): Guard =>
  (value) =>
    isPlainObject(value) && Object.values(value).every(shape);

/** A pair of values, each with its own guard. */
export const pairOf =
  (first: Guard, second: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

/** A boolean. */
export const isFlag: Guard = (value) => typeof value === 'boolean';

/** The value true of a member that is stored only if it is true. */
export const isTrue: Guard = (value) => value === true;

/** A text that a pattern matches. */
export const textLike =
  (pattern: RegExp): Guard =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

/** A date and time in ISO 8601. */
export const isTime: Guard = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** A value that passes all guards. */
export const allOf =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.every((shape) => shape(value));

/** A value that passes one of the guards. */
export const anyOf =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.some((shape) => shape(value));

function isWithin(value: Plain | undefined, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return depth > 0;
  return depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1));
}

/** A value nested at most `depth` levels, so that code can walk it safely. */
export const nestedAtMost =
  (depth: number): Guard =>
  (value) =>
    isWithin(value, depth);

/** A request value that is safe in a file name: no folder, and nothing that a shell or a browser interprets. */
export const isFileName = textLike(/^[A-Za-z0-9][\w.-]{0,99}$/);

/** The method of a request, safe to use in a command. */
export const isMethod = textLike(/^[A-Za-z][A-Za-z-]{0,30}$/);

/** The path of a request: appended to a base address, it cannot name another host. */
export const isPath = textLike(/^\/\P{Cc}*$/u);

/** An identifier of the suite, such as the name of a signing fault. */
export const isWord = textLike(/^\w{1,60}$/);
