import { canonicalAddress, chainFamily, isAddressOf } from '../../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import { type Exact, type ExactObject, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { answersTo } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** A static address found in one field of a bundle, with the asset that this field gives it. */
export interface PlacedAddress extends Sighting {
  asset: string;
}

/** The two lists of a bundle, each with the map that repeats its content (§ Static address bundle). */
export const addressFields = {
  addresses: 'addressesByAsset',
  deactivatedAddresses: 'deactivatedAddressesByAsset',
} as const;

/** The name of an address list of a bundle. */
export type AddressListName = keyof typeof addressFields;

const objectsIn = (value: Exact | undefined): ExactObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isObject);

/** Returns the addresses of a list. */
export function listedAddresses({ exchange, where, value }: Sighting, name: AddressListName): PlacedAddress[] {
  const list = field(value, name);
  return (Array.isArray(list) ? list : []).flatMap((one, index) =>
    isObject(one)
      ? [{ exchange, where: `${where} /${name}/${index}`, value: one, asset: textField(one, 'asset') ?? '' }]
      : [],
  );
}

/** Returns the addresses of the map that belongs to a list. The interface does not show whether a deactivated asset has one address or several. */
export function mappedAddresses({ exchange, where, value }: Sighting, name: AddressListName): PlacedAddress[] {
  const map = field(value, addressFields[name]);
  return Object.entries(isObject(map) ? map : {}).flatMap(([asset, inner]) =>
    objectsIn(inner).map((one) => ({
      exchange,
      where: `${where} /${addressFields[name]}/${asset}`,
      value: one,
      asset,
    })),
  );
}

/** Returns the address in a form that can be compared; undefined if the static address shows none. */
export function canonicalAddressIn(address: Sighting): string | undefined {
  const text = textField(address.value, 'address');
  return text === undefined ? undefined : canonicalAddress(text);
}

/** True if two entries have the same asset, the same address and the same id. */
export function isSameAddress(one: PlacedAddress, other: PlacedAddress): boolean {
  const isSameId = textField(one.value, 'id') === textField(other.value, 'id');
  return isSameId && one.asset === other.asset && canonicalAddressIn(one) === canonicalAddressIn(other);
}

/** Returns the addresses of a list, and the addresses that are in its map but not in the list. */
export function allAddresses(bundle: Sighting, name: AddressListName): PlacedAddress[] {
  const list = listedAddresses(bundle, name);
  const besides = mappedAddresses(bundle, name).filter((one) => !list.some((other) => isSameAddress(one, other)));
  return [...list, ...besides];
}

/** Returns the different addresses of a bundle, exactly as the answer writes them. */
export function addressesOf(exchange: Exchange): string[] {
  const [bundle] = objectsIn(exchange.class === 'accepted' ? exchange.json : undefined);
  const all = bundle ? allAddresses({ exchange, where: '', value: bundle }, 'addresses') : [];
  return [...new Set(all.flatMap(({ value }) => textField(value, 'address') ?? []))];
}

/** Returns the first address of a bundle. */
export const firstAddressOf = (exchange: Exchange): string | undefined => addressesOf(exchange)[0];

/** Returns the static address bundles that the answers show. */
export const bundlesIn = memoizedByRecord((record) =>
  answersTo(record, 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles'),
);

/** Returns the static addresses of all bundles, including deactivated ones. */
export const staticAddressesIn = (record: RunRecord): PlacedAddress[] =>
  bundlesIn(record).flatMap((bundle) => [
    ...allAddresses(bundle, 'addresses'),
    ...allAddresses(bundle, 'deactivatedAddresses'),
  ]);

/** Returns the entry of an asset in assetsMeta. */
export function assetMeta({ value }: Sighting, asset: string): Exact | undefined {
  return field(field(value, 'assetsMeta'), asset);
}

/** Returns the entries of assetsMeta in all bundles. */
export const assetMetasIn = (record: RunRecord): PlacedAddress[] =>
  bundlesIn(record).flatMap(({ exchange, where, value }) => {
    const meta = field(value, 'assetsMeta');
    return Object.entries(isObject(meta) ? meta : {}).flatMap(([asset, inner]) =>
      isObject(inner) ? [{ exchange, where: `${where} /assetsMeta/${asset}`, value: inner, asset }] : [],
    );
  });

/** Token standards of the blockchains that share their addresses. The interface names only ERC-20. */
const evmStandards = new Set(['ERC-20', 'ERC20', 'BEP-20', 'BEP20']);

/**
 * True if the name of its asset, or its token standard in assetsMeta, shows that an address belongs to an EVM blockchain. Other blockchains use the name of the
 * standard too, so that it counts only beside an address of the EVM's form.
 */
export function isOfEvm(bundle: Sighting, { asset, value }: PlacedAddress): boolean {
  if (chainFamily(blockchainOf(asset)) === 'evm') return true;
  const standard = textField(assetMeta(bundle, asset), 'tokenStandard') ?? '';
  return (
    evmStandards.has(standard.toUpperCase()) && isAddressOf('ETHEREUM', textField(value, 'address') ?? '') === true
  );
}

/** The interface does not say whether a Unicode form or outer spaces distinguish references, so those that differ in nothing else may be one. */
export const looseReference = (reference: string): string => reference.trim().normalize('NFC');
