import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf, isSameChain } from '../../../schemas/domain/assets.ts';
import { type Exact, isObject, sameValue } from '../../../schemas/json/exact.ts';
import { field, grouped, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { leftOut } from '../../core/leftOut.ts';
import { addressFault } from './addressFault.ts';
import {
  type AddressListName,
  addressFields,
  allAddresses,
  assetMeta,
  canonicalAddressIn,
  isOfEvm,
  listedAddresses,
  looseReference,
  mappedAddresses,
  type PlacedAddress,
} from './bundleAddresses.ts';

/** The figures of a static address are each shown for every address of a list or for none, and so is whether it is active (SAB-08). */
export function leavesNoValueOut(bundle: Sighting): Fault[] {
  const all = (Object.keys(addressFields) as AddressListName[]).flatMap((name) => listedAddresses(bundle, name));
  const values = all.flatMap(({ exchange, where, value }) => {
    const inner = field(value, 'values');
    return isObject(inner) ? [{ exchange, where: `${where}/values`, value: inner }] : [];
  });
  return [
    ...leftOut(all, ['active', 'values']),
    ...leftOut(values, ['minLimit', 'percentFee', 'fixedFee', 'networkFeeEstimate']),
  ];
}

/** Returns a value without its null fields, since null and absent mean the same. */
function bare(value: Exact): Exact {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value;
  const set = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(set.map(([name, inner]) => [name, bare(inner)]));
}

const isSame = (one: PlacedAddress, other: PlacedAddress) => sameValue(bare(one.value), bare(other.value));

const isIn = (others: readonly PlacedAddress[]) => (one: PlacedAddress) => others.some((other) => isSame(one, other));

/** True if the entry of an asset in a map is not a static address. The interface does not show what the deactivated map holds. */
function isOther({ value }: Sighting, name: AddressListName, asset: string): boolean {
  const found = field(field(value, addressFields[name]), asset);
  return found !== undefined && !isObject(found) && !(Array.isArray(found) && found.some(isObject));
}

/** Returns an address of one asset that the list and its map do not both have. The map may show just one of several deactivated addresses. */
function oddOf(
  here: readonly PlacedAddress[],
  there: readonly PlacedAddress[],
  name: AddressListName,
): PlacedAddress | undefined {
  const unlisted = there.find((one) => !isIn(here)(one));
  if (unlisted) return unlisted;
  const unmapped = here.filter((one) => !isIn(there)(one));
  return name === 'addresses' || unmapped.length === here.length ? unmapped[0] : undefined;
}

function contentFaults(bundle: Sighting, name: AddressListName): Fault[] {
  const [list, map] = [listedAddresses(bundle, name), mappedAddresses(bundle, name)];
  const assets = new Set([...list, ...map].map(({ asset }) => asset));
  return [...assets].flatMap((asset): Fault[] => {
    const [here, there] = [list, map].map((all) => all.filter((one) => one.asset === asset));
    const odd = oddOf(here ?? [], there ?? [], name);
    if (!odd || (name !== 'addresses' && isOther(bundle, name, asset))) return [];
    const isListed = here?.includes(odd);
    const what = `${bundle.where} /${isListed ? addressFields[name] : name} of ${asset}`;
    const other = (isListed ? there : here)?.[0]?.value ?? 'nothing';
    const wanted = excerpt(odd.value);
    return [{ code: 'differs', what, wanted, seen: excerpt(other), exchanges: [bundle.exchange.id] }];
  });
}

/** Reports addresses that the list repeats more often than the map. */
function repeatedFaults(bundle: Sighting): Fault[] {
  const map = mappedAddresses(bundle, 'addresses');
  return [...grouped(listedAddresses(bundle, 'addresses'), ({ asset }) => asset)].flatMap(([asset, here]): Fault[] => {
    const there = map.filter((one) => one.asset === asset);
    if (here.length <= there.length || !here.every(isIn(there))) return [];
    const what = `the number of entries for ${asset} in ${bundle.where} /addresses, as in ${addressFields.addresses}`;
    const [wanted, seen] = [`${there.length}`, `${here.length}`];
    return [{ code: 'differs', what, wanted, seen, exchanges: [bundle.exchange.id] }];
  });
}

/** addresses and addressesByAsset have the same content, and so do the two fields of deactivated addresses (SAB-05). */
export function contentAgrees(bundle: Sighting): Fault[] {
  return [
    ...contentFaults(bundle, 'addresses'),
    ...repeatedFaults(bundle),
    ...contentFaults(bundle, 'deactivatedAddresses'),
  ];
}

const isActive = ({ value }: PlacedAddress) => field(value, 'active') === true;

/** Returns the active addresses of the EVM assets of a bundle. Returns an empty list if the bundle has a deactivated EVM address. */
function evmIn(bundle: Sighting): PlacedAddress[] {
  if (allAddresses(bundle, 'deactivatedAddresses').some((one) => isOfEvm(bundle, one))) return [];
  return allAddresses(bundle, 'addresses').filter(
    (one) => isOfEvm(bundle, one) && isActive(one) && canonicalAddressIn(one) !== undefined,
  );
}

/** True if a bundle has addresses for at least two EVM assets and no EVM address was replaced (SAB-04). */
export const hasEvmAssets = (bundle: Sighting): boolean => new Set(evmIn(bundle).map(({ asset }) => asset)).size > 1;

/** The EVM assets of a bundle share one address (SAB-04). */
export function sharesEvmAddress(bundle: Sighting): Fault | undefined {
  const [first, ...others] = evmIn(bundle);
  const other = first && others.find((one) => canonicalAddressIn(one) !== canonicalAddressIn(first));
  if (!first || !other) return undefined;
  const what = `the address of ${other.asset} in ${bundle.where}`;
  const wanted = `${canonicalAddressIn(first)}, the address of ${first.asset},`;
  return { code: 'differs', what, wanted, seen: `${canonicalAddressIn(other)}`, exchanges: [bundle.exchange.id] };
}

/** The fields that every entry of assetsMeta has, each with a check. If the field contradicts the asset, the check returns the expected value. */
const oddityByField: Readonly<Record<string, (seen: string, asset: string) => string | undefined>> = {
  name: () => undefined,
  currency: (seen, asset) =>
    asset.toUpperCase().endsWith(`_${seen.toUpperCase()}`) ? undefined : `to be ${currencyOf(asset)}`,
  blockchain: (seen, asset) => (isSameChain(seen, blockchainOf(asset)) ? undefined : `to be ${blockchainOf(asset)}`),
};

function metaFaults(bundle: Sighting, asset: string): Fault[] {
  const meta = assetMeta(bundle, asset);
  const [where, exchanges] = [`${bundle.where} /assetsMeta`, [bundle.exchange.id]];
  const wanted = `to have an entry for ${asset}`;
  const seen = excerpt(Object.keys(field(bundle.value, 'assetsMeta') ?? {}));
  if (!isObject(meta)) return [{ code: 'schema', where, keyword: 'required', wanted, seen, exchanges }];
  return Object.entries(oddityByField).flatMap(([name, oddity]): Fault[] => {
    const text = textField(meta, name) ?? '';
    const odd = text === '' ? 'to be a non-empty string' : oddity(text, asset);
    if (odd === undefined) return [];
    const shown = excerpt(field(meta, name) ?? 'nothing');
    return [
      { code: 'schema', where: `${where}/${asset}/${name}`, keyword: 'const', wanted: odd, seen: shown, exchanges },
    ];
  });
}

/** assetsMeta names every asset that has an address (SAB-06). */
export function namesEveryAsset(bundle: Sighting): Fault[] {
  const assets = new Set(listedAddresses(bundle, 'addresses').map(({ asset }) => asset));
  return [...assets].filter((asset) => asset !== '').flatMap((asset) => metaFaults(bundle, asset));
}

/** True if a bundle has an address. */
export const hasAddresses = (bundle: Sighting): boolean => allAddresses(bundle, 'addresses').length > 0;

/** An address is well-formed for the blockchain of its asset, if we know that blockchain (SAB-08). */
export const foreignAddressFault = (one: PlacedAddress): Fault | undefined =>
  addressFault(one, blockchainOf(one.asset));

/** An address of a bundle, and the referenceId that it belongs to. `place` tells it from all others. */
interface Owned {
  reference: string;
  address: string;
  place: string;
  asset: string;
  exchange: string;
}

/** The referenceId of a bundle's request. References that a target may take for one count as one. */
function referenceOf({ exchange, value }: Sighting): string | undefined {
  const reference = textField(exchange.sent, 'referenceId') ?? textField(value, 'referenceId');
  return reference === undefined ? undefined : looseReference(reference);
}

const documented = new Set(['id', 'asset', 'address', 'active', 'values', 'createdAt']);

/** Where a payment to an address goes. On a blockchain that we do not know, a further field such as a memo may tell two places at one address apart. */
function placeOf({ asset, value }: PlacedAddress, address: string): string {
  if (chainFamily(blockchainOf(asset)) !== undefined) return address;
  const further = Object.entries(value).filter(([name, inner]) => inner !== null && !documented.has(name));
  return [address, ...further.map(([name, inner]) => `${name} ${excerpt(inner)}`).toSorted()].join(' ');
}

function ownedIn(bundles: readonly Sighting[]): Owned[] {
  return bundles.flatMap((bundle) => {
    const reference = referenceOf(bundle);
    const all = [...allAddresses(bundle, 'addresses'), ...allAddresses(bundle, 'deactivatedAddresses')];
    return all.flatMap((one) => {
      const address = canonicalAddressIn(one);
      if (reference === undefined || address === undefined) return [];
      return [{ reference, address, place: placeOf(one, address), asset: one.asset, exchange: bundle.exchange.id }];
    });
  });
}

/** Two different referenceIds never share an address (SAB-11). Only bundles with addresses for the same asset are evidence. */
export function sharesNoAddress(bundles: readonly Sighting[]): Fault[] {
  const owned = ownedIn(bundles);
  const exchanges = bundles.map(({ exchange }) => exchange.id);
  const references = (group: readonly Owned[]) => new Set(group.map(({ reference }) => reference)).size;
  const isComparable = [...grouped(owned, ({ asset }) => asset).values()].some((group) => references(group) > 1);
  const faults = [...grouped(owned, ({ place }) => place).values()].flatMap((group): Fault[] => {
    const [first] = group;
    const other = group.find(({ reference }) => reference !== first?.reference);
    if (!first || !other) return [];
    const owners = [first, other].map(({ reference }) => reference);
    const [one = '', two = ''] = owners;
    const evidence = [first.exchange, other.exchange];
    return [{ code: 'sharedAddress', address: first.address, first: one, second: two, exchanges: evidence }];
  });
  if (faults.length > 0 || isComparable) return faults;
  return [{ code: 'noEvidence', wanted: 'two bundles with an address for the same asset', exchanges }];
}
