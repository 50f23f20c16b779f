import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { creationFault, projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';

/** Fields that a request does not show before a payment (REQ-01). */
const unset = ['checkoutId', 'payment', 'paymentId', 'txHash'];

/** A new request waits for payment at an address, belongs to the project in the path, and shows the id that it was sent with (REQ-01). */
function startsWaiting(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const asSent: Record<string, string | undefined> = {
    cryptoAcquiringProjectId: projectInPath(exchange),
    clientOrderId: textField(exchange.sent, 'clientOrderId'),
  };
  const others = Object.entries(asSent).filter(
    ([name, sent]) => sent !== undefined && (field(value, name) ?? sent) !== sent,
  );
  return [
    ...(field(value, 'status') === 'WAITING_PAYMENT' ? [] : [creationFault(sighting, 'status', 'WAITING_PAYMENT')]),
    ...(textField(value, 'address') ? [] : [creationFault(sighting, 'address', 'set')]),
    ...unset
      .filter((name) => field(value, name) !== undefined)
      .map((name) => creationFault(sighting, name, 'null or absent')),
    ...others.map(([name, sent = '']) => creationFault(sighting, name, excerpt(sent))),
  ];
}

/** Every request that this run created starts this way (REQ-01). */
export function requestsStart(record: RunRecord): OracleResult {
  const made = requestsIn(record).filter(({ source }) => source === 'create');
  if (made.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'an accepted create request', exchanges: [] });
  return toResult(
    made.map(({ exchange }) => exchange.id),
    made.flatMap(startsWaiting),
  );
}
