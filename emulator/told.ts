import type { JsonRecord } from './json.ts';
import type { RecordKind } from './rules/manners.ts';
import type { Rules } from './rules.ts';

/** The rules of a service that tells something else, or something more, in every record of a kind. */
export const overrideRecord = (of: RecordKind, change: (record: JsonRecord) => JsonRecord): Partial<Rules> => ({
  dressed: (record, kind) => (kind === of ? { ...record, ...change(record) } : record),
});
