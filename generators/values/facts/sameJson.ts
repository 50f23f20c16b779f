import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';

/** True if two plain values are the same JSON; the order of keys does not matter. */
export function sameJson(one: Plain, other: Plain): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => sameJson(item, other[at] ?? null));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key] ?? null, other[key] ?? null))
  );
}
