import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { type Exact, isObject, sameValue } from '../../../schemas/json/exact.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, assetOf, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { isTimeField } from '../../core/contractShape.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { sameInstant } from '../../payments/viewAgreement.ts';
import { creationOf, otherwise, projectFaults } from '../origins/creation.ts';

/** The fields that a request keeps for its whole life. */
const kept = [
  'orderId',
  'clientOrderId',
  'currency',
  'blockchain',
  'cryptoAcquiringProjectId',
  'cryptoAcquiringProjectName',
  'checkoutId',
  'address',
  'createdAt',
  'requestAmount',
  'requestAmountIn',
];

/** True if two values of a field of a request say the same. */
export function isSame(name: string, one: Exact, other: Exact): boolean {
  if (name === 'address') return canonicalAddress(String(one)) === canonicalAddress(String(other));
  return isTimeField(name) ? sameInstant(one, other) : sameValue(one, other);
}

/** Reports a field of which two sightings of a request show different values; null and absent say nothing. */
export function changedField(sightings: readonly AcquiringSighting[], name: string): Fault[] {
  const shown = sightings.filter(({ value }) => field(value, name) !== undefined);
  const [first] = shown;
  const wanted = field(first?.value, name);
  if (!first || wanted === undefined) return [];
  const odd = shown.find(({ value }) => !isSame(name, wanted, field(value, name) ?? null));
  if (!odd) return [];
  const fault = otherwise(odd, name, `${excerpt(wanted)}, as in another answer,`);
  return [{ ...fault, exchanges: [first.exchange.id, odd.exchange.id] }];
}

/** A request shows the same values in the answer to its creation, in each read, and inside its checkout (REQ-01). */
const changesOf = (sightings: readonly AcquiringSighting[]): Fault[] =>
  kept.flatMap((name) => changedField(sightings, name));

/** The checkout of each request that was seen inside one. */
const checkoutOf = memoizedByRecord(
  (record): ReadonlyMap<string, AcquiringSighting> =>
    new Map(
      checkoutsIn(record).flatMap((checkout) => {
        const id = textField(field(checkout.value, 'request'), 'id');
        return id === undefined ? [] : [[id, checkout] as const];
      }),
    ),
);

/**
 * The amount of a request that belongs to a FIXED_PRICE checkout is the price of the checkout, if both are in one currency. The interface does not say that a
 * request shows the price in the currency of its checkout.
 */
function unlikeCheckout(sighting: AcquiringSighting, checkout: AcquiringSighting): Fault[] {
  const [id, price] = [textField(checkout.value, 'id') ?? '', field(checkout.value, 'fixedAmount')];
  const [wanted, seen] = [numberIn(price, 'amount'), numberIn(sighting.value, 'requestAmount')];
  const [named, shown] = [textField(price, 'currency'), textField(sighting.value, 'requestAmountIn')];
  const checkoutId = textField(sighting.value, 'checkoutId') ?? id;
  const isPriced = textField(checkout.value, 'type') === 'FIXED_PRICE' && named !== undefined && shown === named;
  return [
    ...(checkoutId === id ? [] : [otherwise(sighting, 'checkoutId', id)]),
    ...(!isPriced || !wanted || !seen || seen.eq(wanted)
      ? []
      : [otherwise(sighting, 'requestAmount', `${wanted.toFixed()}, as in its checkout,`)]),
  ];
}

/** The asset that somebody asked for: in the body of the request, or on the page of its checkout. A second choice may be taken or not. */
function assetsAsked(record: RunRecord, sighting: AcquiringSighting): string[] {
  const created = creationOf(record, sighting)?.created;
  const asked = textField(created?.sent, 'cryptoCurrency');
  if (asked !== undefined) return [asked];
  const checkout = textField(checkoutOf(record).get(textField(sighting.value, 'id') ?? '')?.value, 'id');
  return record.controlActions
    .filter(({ what, ok }) => ok && what === `checkouts/${checkout}/choose`)
    .flatMap(({ args }) => (args as { asset?: string }).asset ?? []);
}

/** Reports an asset that nobody asked for. */
function unlikeAsked(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const asked = assetsAsked(record, sighting);
  const seen = assetOf(sighting);
  if (asked.length === 0 || seen === undefined || asked.includes(seen)) return [];
  return [{ ...otherwise(sighting, 'currency', asked.join(' or ')), seen }];
}

function faultsOf(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const checkout = checkoutOf(record).get(textField(sighting.value, 'id') ?? '');
  return [
    ...projectFaults(record, sighting, ['cryptoAcquiringProjectId', 'cryptoAcquiringProjectName']),
    ...(checkout ? unlikeCheckout(sighting, checkout) : []),
  ];
}

/** Returns the sightings of the requests that this run created, by their id. */
const ownRequests = (record: RunRecord) =>
  grouped(
    requestsIn(record).filter((one) => creationOf(record, one) !== undefined && isObject(one.value)),
    ({ value }) => textField(value, 'id') ?? '',
  );

function judged(record: RunRecord, faultsIn: (sightings: readonly AcquiringSighting[]) => readonly Fault[]) {
  const groups = [...ownRequests(record).values()];
  if (groups.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'a request that this run created', exchanges: [] });
  const exchanges = groups.flatMap((all) => all.slice(-1).map(({ exchange }) => exchange.id));
  return toResult(exchanges, groups.flatMap(faultsIn));
}

/** Each request of the run shows the same in every answer, and what its project and its checkout say (REQ-01). */
export const requestsAgree = (record: RunRecord): OracleResult =>
  judged(record, (all) => [...changesOf(all), ...all.flatMap((one) => faultsOf(record, one))]);

/** Each request of the run, also that of a checkout, is in the asset that was asked for (REQ-03). */
export const requestsAreOfAssets = (record: RunRecord): OracleResult =>
  judged(record, (all) => all.flatMap((one) => unlikeAsked(record, one)));
