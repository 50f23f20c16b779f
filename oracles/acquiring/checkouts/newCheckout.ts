import { isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { creationFault, projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';

const types = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'];

/** A new checkout is NEW, belongs to the project in the path, and has the requested type (CHK-01). */
export function startsNew(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const project = projectInPath(exchange);
  const type = textField(exchange.sent, 'type') ?? '';
  const isOther = types.includes(type) && (textField(value, 'type') ?? type) !== type;
  return [
    ...(field(value, 'status') === 'NEW' ? [] : [creationFault(sighting, 'status', 'NEW')]),
    ...(textField(value, 'projectId') === project
      ? []
      : [creationFault(sighting, 'projectId', `${project}, as in the path,`)]),
    ...(isOther ? [creationFault(sighting, 'type', `${type}, as sent,`)] : []),
  ];
}

/** Returns the new checkout that an exchange created, or the result that says why there is none. */
export function newCheckoutIn(record: RunRecord, exchange: string, what: string): Sighting | OracleResult {
  const made = record.exchange(exchange);
  const { json } = made;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  if (isObject(json)) return { exchange: made, where: 'create checkout', value: json };
  return faultResult({
    code: 'notAccepted',
    what: `${what}, answered with a checkout object,`,
    seen: made.seen,
    exchanges: [exchange],
  });
}

/** True if there is no checkout to judge. */
export const isResult = (made: Sighting | OracleResult): made is OracleResult => 'state' in made;
