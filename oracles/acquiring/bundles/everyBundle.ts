import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { field, grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { sameInstant } from '../../payments/viewAgreement.ts';
import { allAddresses, bundlesIn, canonicalAddressIn, looseReference, type PlacedAddress } from './bundleAddresses.ts';
import {
  askedOf,
  bundleFaults,
  lackingFaults,
  misnamedFaults,
  missingAddressFaults,
  uncoveredFaults,
} from './bundleCalls.ts';

/** Returns the addresses that were disabled before a call was sent. */
function disabledBefore({ controlActions }: RunRecord, { exchange }: Sighting): ReadonlySet<string> {
  const done = controlActions.filter(({ ok, atNs }) => ok && BigInt(atNs) < exchange.sentNs);
  const named = done.flatMap(({ what }) => /^addresses\/(.+)\/disable$/.exec(what)?.[1] ?? []);
  return new Set(named.map((one) => canonicalAddress(decodeURIComponent(one))));
}

/** Reports an address that is shown as usable for an asset that was requested, although it was disabled before (bundle rule 4). */
function stillInUse(record: RunRecord, bundle: Sighting): Fault[] {
  const disabled = disabledBefore(record, bundle);
  const asked = new Set(askedOf(bundle.exchange));
  const isInUse = (one: PlacedAddress) =>
    asked.has(one.asset) && field(one.value, 'active') !== false && disabled.has(canonicalAddressIn(one) ?? '');
  return allAddresses(bundle, 'addresses')
    .filter(isInUse)
    .map((one) => ({
      code: 'differs' as const,
      what: `${one.where} of ${one.asset}, which was disabled before,`,
      wanted: 'a new address',
      seen: canonicalAddressIn(one) ?? 'nothing',
      exchanges: [bundle.exchange.id],
    }));
}

/** Reports what one answer lacks of its own call. */
const faultsOf = (record: RunRecord, bundle: Sighting): Fault[] => [
  ...misnamedFaults(record, bundle.exchange, `${bundle.where}/referenceId`),
  ...lackingFaults(bundle.exchange, askedOf(bundle.exchange), 'which was requested'),
  ...uncoveredFaults(record, bundle.exchange),
  ...stillInUse(record, bundle),
];

/** Reports what differs between successive calls for one bundle. Of calls at the same time it is not known which came first. */
function changesOf(calls: readonly Sighting[]): Fault[] {
  return calls.slice(1).flatMap((later, index) => {
    const earlier = calls[index];
    if (!earlier || earlier.exchange.receivedNs > later.exchange.sentNs) return [];
    return [
      ...bundleFaults(earlier.exchange, later.exchange),
      ...missingAddressFaults(earlier.exchange, later.exchange),
    ];
  });
}

const referenceOf = ({ exchange }: Sighting) => textField(exchange.sent, 'referenceId') ?? '';

const keyOf = (bundle: Sighting) => `${projectInPath(bundle.exchange)} ${referenceOf(bundle)}`;

const looseOf = (bundle: Sighting) => looseReference(referenceOf(bundle));

/** Reports a static address whose time of creation differs between two answers. The same id and address may be shared by assets of different times. */
function recreated(calls: readonly Sighting[]): Fault[] {
  const all = calls.flatMap((call) => [
    ...allAddresses(call, 'addresses'),
    ...allAddresses(call, 'deactivatedAddresses'),
  ]);
  const same = (one: PlacedAddress) => [one.asset, textField(one.value, 'id'), canonicalAddressIn(one)].join(' ');
  return [...grouped(all, same).values()].flatMap((shown): Fault[] => {
    const timed = shown.flatMap((one) => {
      const at = textField(one.value, 'createdAt');
      return at === undefined ? [] : [{ one, at }];
    });
    const [first] = timed;
    const other = first && timed.find(({ at }) => !sameInstant(first.at, at));
    if (!first || !other) return [];
    const what = `${other.one.where}/createdAt of ${other.one.asset}`;
    const exchanges = [first.one.exchange.id, other.one.exchange.id];
    return [{ code: 'differs', what, wanted: `${first.at}, as in another answer,`, seen: other.at, exchanges }];
  });
}

/** Reports two references that have one bundle. The interface does not say whether projects share bundles, so one reference may have one in two projects. */
function mergedBundles(bundles: readonly Sighting[]): Fault[] {
  return [...grouped(bundles, ({ value }) => textField(value, 'id') ?? '')].flatMap(([id, calls]): Fault[] => {
    const [first] = calls;
    const other = first && calls.find((call) => looseOf(call) !== looseOf(first));
    if (id === '' || !first || !other) return [];
    const wanted = `another bundle than that of ${excerpt(referenceOf(first))}`;
    const exchanges = [first.exchange.id, other.exchange.id];
    return [{ code: 'differs', what: `the bundle of ${excerpt(referenceOf(other))}`, wanted, seen: id, exchanges }];
  });
}

/** Every call for a bundle in the run returns the bundle of its reference, with what it asked for and what the bundle had (SAB-01). */
export function bundlesKept(record: RunRecord): OracleResult {
  // A body with a defect may be repaired on its way in.
  const all = bundlesIn(record).filter(
    (bundle) => referenceOf(bundle) !== '' && bundle.exchange.line.purpose !== 'defect',
  );
  if (all.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a static address bundle', exchanges: [] });
  const groups = [...grouped(all, keyOf).values()];
  return toResult(
    all.map(({ exchange }) => exchange.id),
    [
      ...all.flatMap((one) => faultsOf(record, one)),
      ...groups.flatMap((calls) => [...changesOf(calls), ...recreated(calls)]),
      ...mergedBundles(all),
    ],
  );
}
