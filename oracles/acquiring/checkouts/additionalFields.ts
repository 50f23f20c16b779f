import { isObject } from '../../../schemas/json/exact.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { learned, type OracleResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';
import { undocumentedFields } from './undocumentedFields.ts';

/** The fields that § Checkout lists. */
const shownFields = new Set([
  ...undocumentedFields,
  'id',
  'projectId',
  'projectName',
  'merchantDomain',
  'clientOrderId',
  'status',
  'reason',
  'name',
  'type',
  'fixedAmount',
  'returnUrl',
  'acquiringUrl',
  'createdAt',
  'expiresAt',
  'request',
  'successfulLink',
  'failureLink',
]);

/** Learns the names of the fields of a checkout that interface.md does not list (CHK-10). */
export function furtherFields(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const made = record.exchange(exchange);
  if (made.class !== 'accepted') return accepted(record, { exchange, what: 'a create checkout request' });
  const names = isObject(made.json) ? Object.keys(made.json) : [];
  const further = names.filter((name) => !shownFields.has(name)).sort();
  return learned(key, further.join(', ') || 'none', [exchange]);
}
