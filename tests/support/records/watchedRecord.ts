import type { RunRecord } from '../../../traffic/journal/runRecord.ts';

/** Wraps the record and notes each collection that is read as a whole. */
export function watched(record: RunRecord): { record: RunRecord; looked: Set<string> } {
  const looked = new Set<string>();
  const proxy = new Proxy(record, {
    get: (target, name: keyof RunRecord) => {
      const value: unknown = Reflect.get(target, name, target);
      // A journal without its first line is not judged at all, so `runs` does not count.
      if (Array.isArray(value) && name !== 'runs') looked.add(name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { record: proxy, looked };
}
