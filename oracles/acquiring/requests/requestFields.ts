import { isAddressOf } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { creationFault, endsBeforeStartFaults, epochNsIn, projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';
import { addressFault } from '../bundles/addressFault.ts';

/** Fields that a request does not show before a payment (REQ-01). */
const unset = ['checkoutId', 'payment', 'paymentId', 'txHash'];

/** A new request waits for payment at an address and belongs to the project in the path. It shows the clientOrderId that was sent (REQ-01). */
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

/** Every request that this run created passes the checks for a new request (REQ-01). */
export function requestsStart(record: RunRecord): OracleResult {
  const made = requestsIn(record).filter(({ source }) => source === 'create');
  if (made.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'an accepted create request', exchanges: [] });
  return toResult(
    made.map(({ exchange }) => exchange.id),
    made.flatMap(startsWaiting),
  );
}

/** A request has the requested asset, <BLOCKCHAIN>_<CURRENCY> (REQ-03). */
export function isOfAsset(record: RunRecord, { exchange, asset }: { exchange: string; asset: string }): OracleResult {
  const made = record.exchange(exchange);
  const what = `a request of ${asset}`;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  const [blockchain, currency] = ['blockchain', 'currency'].map((name) => textField(made.json, name) ?? 'nothing');
  const seen = `${blockchain}_${currency}`;
  if (seen === asset) return toResult([exchange], []);
  const wanted = `blockchain and currency ${blockchainOf(asset)} and ${currencyOf(asset)}`;
  return faultResult({ code: 'differs', what, wanted, seen: `${blockchain} and ${currency}`, exchanges: [exchange] });
}

const ends = ['paymentWindowEndsAt', 'expiresAt'];

/** True if a request shows when it was created and when it ends. */
export const showsItsEnd = ({ value }: Sighting): boolean =>
  epochNsIn(value, 'createdAt') !== undefined && ends.some((name) => epochNsIn(value, name) !== undefined);

/** The creation of a request is before the end of its window and before its expiry (REQ-06). Missing times are not judged. */
export const endsAfterItsStart = (sighting: Sighting): Fault[] => endsBeforeStartFaults(sighting, ends);

/** A new request has not been updated yet (REQ-06). interface.md only calls lastUpdatedAt nullable, so this is advice. */
export function isNotUpdated({ where, value, exchange }: Sighting): Fault | undefined {
  const seen = field(value, 'lastUpdatedAt');
  if (seen === undefined) return undefined;
  return { code: 'updatedAtCreation', where: `${where}/lastUpdatedAt`, seen: excerpt(seen), exchanges: [exchange.id] };
}

/** The address of a request belongs to its blockchain (REQ-07). Unknown blockchains are not judged. */
export function hasAddressOfItsChain(sighting: Sighting): Fault | undefined {
  return addressFault(sighting, textField(sighting.value, 'blockchain') ?? '');
}

/** True if the request is on a blockchain whose address format is known. */
export const isOfKnownChain = ({ value }: Sighting): boolean =>
  isAddressOf(textField(value, 'blockchain') ?? '', textField(value, 'address') ?? '') !== undefined;
