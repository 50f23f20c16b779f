import type { JsonRecord } from '../../domain/json.ts';
import type { RecordKind } from '../../rules/core/implementationChoices.ts';
import type { Rules } from '../../rules/index.ts';

/** The rules of a service that changes or adds fields in every record of a kind. */
export const overrideRecord = (of: RecordKind, change: (record: JsonRecord) => JsonRecord): Partial<Rules> => ({
  dressed: (record, kind) => (kind === of ? { ...record, ...change(record) } : record),
});
