import { formats } from '../../../schemas/domain/formats.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { creationFault, endsBeforeStartFaults, epochNsIn } from '../../core/newRecord.ts';
import { learned, type OracleResult, toResult } from '../../core/result.ts';
import { isResult, newCheckoutIn } from './newCheckout.ts';

/** The fields of a checkout that hold texts of the merchant. */
const words = ['clientOrderId', 'name', 'returnUrl'];

function timeFaults(made: Sighting): Fault[] {
  const sent = textField(made.exchange.sent, 'expiresAt');
  const isMoved =
    sent !== undefined && epochNsIn(made.value, 'expiresAt') !== epochNsIn(made.exchange.sent, 'expiresAt');
  return [
    ...(isMoved ? [creationFault(made, 'expiresAt', `the instant ${sent}, as sent,`)] : []),
    ...endsBeforeStartFaults(made, ['expiresAt']),
  ];
}

/** Sent values come back: texts unchanged, expiresAt as the same instant. acquiringUrl is an absolute URL (CHK-04). */
export function returnsAsSent(record: RunRecord, { exchange, what }: { exchange: string; what: string }): OracleResult {
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const { sent } = made.exchange;
  const changed = words.filter((name) => {
    const text = textField(sent, name);
    return text !== undefined && textField(made.value, name) !== text;
  });
  const url = textField(made.value, 'acquiringUrl') ?? '';
  return toResult(
    [exchange],
    [
      ...changed.map((name) => creationFault(made, name, `${excerpt(field(sent, name))}, as sent,`)),
      ...timeFaults(made),
      ...(formats['absolute-url'](url) ? [] : [creationFault(made, 'acquiringUrl', 'an absolute URL')]),
    ],
  );
}

/** Applies the same check to texts that a target may refuse according to interface.md: a refusal is learned, a changed text is a fault (CHK-04). */
export function returnsIfTaken(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const made = record.exchange(exchange);
  if (made.class !== 'refused') return returnsAsSent(record, { exchange, what: `a checkout with ${key}` });
  return learned(key, `refused (${made.status})`, [exchange]);
}
