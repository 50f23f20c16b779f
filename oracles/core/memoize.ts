import type { RunRecord } from '../../traffic/journal/runRecord.ts';

/** A value that follows from a record, made again only when the record has grown: judgement asks by the thousand. */
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

/** A function of an object that remembers what it gave for each. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const made = known.get(key) ?? { value: make(key) };
    known.set(key, made);
    return made.value;
  };
}
