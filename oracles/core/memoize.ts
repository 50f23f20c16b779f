import type { RunRecord } from '../../traffic/journal/runRecord.ts';

/** Caches a value that follows from a run record and derives it again only after the record has grown. Checks request such values thousands of times. */
export function memoizedByRecord<Value>(
  derive: (record: RunRecord) => Value,
  sizeOf: (record: RunRecord) => number = ({ lines }) => lines,
): (record: RunRecord) => Value {
  const known = new WeakMap<RunRecord, { size: number; value: Value }>();
  return (record) => {
    const size = sizeOf(record);
    const last = known.get(record);
    if (last?.size === size) return last.value;
    const value = derive(record);
    known.set(record, { size, value });
    return value;
  };
}

/** Returns a function of an object that caches its result for each object. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.value;
    const made = { value: make(key) };
    known.set(key, made);
    return made.value;
  };
}
