import { isPlainObject, type Plain } from '../schemas/plain.ts';

/** Says whether a stored value, or one that is not there, is what a campaign writes. */
export type Shape = (value: Plain | undefined) => boolean;

/** A text. */
export const isText: Shape = (value) => typeof value === 'string';

/** A whole number that is not below zero. */
export const isCount: Shape = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What may be left out. */
export const maybe =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);

/** A list of these, no longer than told. */
export const listOf =
  (shape: Shape, atMost = Number.POSITIVE_INFINITY): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= atMost && value.every(shape);

/** One of these words. */
export const oneOf =
  (...words: readonly string[]): Shape =>
  (value) =>
    typeof value === 'string' && words.includes(value);

/** An object with members of these shapes, whatever else it has. */
export const having =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isPlainObject(value) &&
    Object.entries(members).every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name] : undefined));

/** An object whose members are all of one shape. */
export const mapOf =
  (shape: Shape): Shape =>
  (value) =>
    isPlainObject(value) && Object.values(value).every(shape);

/** Two values, each of its shape. */
export const pairOf =
  (first: Shape, second: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
