import { isPlainObject, type Plain, type PlainObject } from './plain.ts';

/** Says whether a stored value, or one that is not there, is what we write. */
export type Guard = (value: Plain | undefined) => boolean;

/** A text. */
export const isText: Guard = (value) => typeof value === 'string';

/** A whole number that is not below zero. */
export const isCount: Guard = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What may be left out. */
export const optional =
  (shape: Guard): Guard =>
  (value) =>
    value === undefined || shape(value);

/** A list of these, no longer than told. */
export const listOf =
  (shape: Guard, atMost = Number.POSITIVE_INFINITY): Guard =>
  (value) =>
    Array.isArray(value) && value.length <= atMost && value.every(shape);

/** One of these words. */
export const oneOf =
  (...words: readonly string[]): Guard =>
  (value) =>
    typeof value === 'string' && words.includes(value);

/** The first of these members that an object has wrongly, or not at all; undefined where all are well. */
export const invalidMember = (members: Readonly<Record<string, Guard>>, value: PlainObject): string | undefined =>
  Object.entries(members).find(([name, shape]) => !shape(Object.hasOwn(value, name) ? value[name] : undefined))?.[0];

/** An object with members of these shapes, whatever else it has. */
export const objectWith =
  (members: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isPlainObject(value) && invalidMember(members, value) === undefined;

/** An object whose members are all of one shape. */
export const mapOf =
  (shape: Guard): Guard =>
  (value) =>
    isPlainObject(value) && Object.values(value).every(shape);

/** Two values, each of its shape. */
export const pairOf =
  (first: Guard, second: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

/** Yes or no. */
export const isFlag: Guard = (value) => typeof value === 'boolean';

/** Yes, where no is left out. */
export const isTrue: Guard = (value) => value === true;

/** A text that a pattern matches. */
export const textLike =
  (pattern: RegExp): Guard =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

/** A moment, written as ISO 8601 has it. */
export const isTime: Guard = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Both at once. */
export const allOf =
  (...shapes: readonly Guard[]): Guard =>
  (value) =>
    shapes.every((shape) => shape(value));

function isWithin(value: Plain | undefined, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return depth > 0;
  return depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1));
}

/** A value nested no deeper than so: whoever walks it comes to an end. */
export const nestedAtMost =
  (depth: number): Guard =>
  (value) =>
    isWithin(value, depth);

/** What of a request may be part of a file's name: no folder, and nothing that a shell or a browser reads otherwise. */
export const isFileName = textLike(/^[A-Za-z0-9][\w.-]{0,99}$/);

/** The method of a request, which may stand in a command. */
export const isMethod = textLike(/^[A-Za-z][A-Za-z-]{0,30}$/);

/** The path of a request: right behind a base address it names no other host. */
export const isPath = textLike(/^\/\P{Cc}*$/u);

/** A word of ours, such as the name of a wrong way to sign. */
export const isWord = textLike(/^\w{1,60}$/);
