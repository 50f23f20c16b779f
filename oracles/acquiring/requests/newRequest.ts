import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { creationFault, projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';

/** What nothing has been paid to yet has none of (REQ-01). */
const unset = ['checkoutId', 'payment', 'paymentId', 'txHash'];

/** A new request waits for its payment at an address, is of the project of the path, and carries the id that it was sent with (REQ-01). */
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

/** Every request that the run has made starts so (REQ-01), whatever for it was made. */
export function requestsStart(record: RunRecord): OracleResult {
  const made = requestsIn(record).filter(({ source }) => source === 'create');
  if (made.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'an accepted create request', exchanges: [] });
  return toResult(
    made.map(({ exchange }) => exchange.id),
    made.flatMap(startsWaiting),
  );
}
