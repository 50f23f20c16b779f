import { canonicalAddress, chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import { type Exact, type ExactObject, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { answersTo } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** A static address as one place of a bundle shows it, under the asset that the place says. */
export interface PlacedAddress extends Sighting {
  asset: string;
}

/** The two fields that have the addresses, and the two that have the deactivated ones (§ Static address bundle). */
export const addressFields = {
  addresses: 'addressesByAsset',
  deactivatedAddresses: 'deactivatedAddressesByAsset',
} as const;

/** One of the lists of addresses of a bundle. */
export type AddressListName = keyof typeof addressFields;

const objectsIn = (value: Exact | undefined): ExactObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isObject);

/** The addresses of a list. */
export function listedAddresses({ exchange, where, value }: Sighting, name: AddressListName): PlacedAddress[] {
  const list = field(value, name);
  return (Array.isArray(list) ? list : []).flatMap((one, index) =>
    isObject(one)
      ? [{ exchange, where: `${where} /${name}/${index}`, value: one, asset: textField(one, 'asset') ?? '' }]
      : [],
  );
}

/** The addresses of the map beside a list; whether a deactivated asset has one or several is not shown. */
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

/** The address of a static address as it is compared; undefined where it shows none. */
export function canonicalAddressIn(address: Sighting): string | undefined {
  const text = textField(address.value, 'address');
  return text === undefined ? undefined : canonicalAddress(text);
}

/** True for two places that show one address of one asset under one id. */
export function isSameAddress(one: PlacedAddress, other: PlacedAddress): boolean {
  const isSameId = textField(one.value, 'id') === textField(other.value, 'id');
  return isSameId && one.asset === other.asset && canonicalAddressIn(one) === canonicalAddressIn(other);
}

/** The addresses of a list, and what the map beside it has besides. */
export function allAddresses(bundle: Sighting, name: AddressListName): PlacedAddress[] {
  const list = listedAddresses(bundle, name);
  const besides = mappedAddresses(bundle, name).filter((one) => !list.some((other) => isSameAddress(one, other)));
  return [...list, ...besides];
}

/** The first address of a bundle as an answer writes it. */
export function firstAddressOf(exchange: Exchange): string | undefined {
  const [bundle] = objectsIn(exchange.class === 'accepted' ? exchange.json : undefined);
  const all = bundle ? allAddresses({ exchange, where: '', value: bundle }, 'addresses') : [];
  return all.map(({ value }) => textField(value, 'address')).find((address) => address !== undefined);
}

/** The static address bundles that the answers show. */
export const bundlesIn = memoizedByRecord((record) =>
  answersTo(record, 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles'),
);

/** The static addresses of all bundles, deactivated ones among them. */
export const staticAddressesIn = (record: RunRecord): PlacedAddress[] =>
  bundlesIn(record).flatMap((bundle) => [
    ...allAddresses(bundle, 'addresses'),
    ...allAddresses(bundle, 'deactivatedAddresses'),
  ]);

/** What a bundle says of an asset in assetsMeta. */
export function assetMeta({ value }: Sighting, asset: string): Exact | undefined {
  return field(field(value, 'assetsMeta'), asset);
}

/** The entries of assetsMeta in all bundles. */
export const assetMetasIn = (record: RunRecord): PlacedAddress[] =>
  bundlesIn(record).flatMap(({ exchange, where, value }) => {
    const meta = field(value, 'assetsMeta');
    return Object.entries(isObject(meta) ? meta : {}).flatMap(([asset, inner]) =>
      isObject(inner) ? [{ exchange, where: `${where} /assetsMeta/${asset}`, value: inner, asset }] : [],
    );
  });

/** Token standards of the blockchains that share their addresses; ERC-20 is the text's. */
const evmStandards = new Set(['ERC-20', 'ERC20', 'BEP-20', 'BEP20']);

/** True for an asset of an EVM blockchain, as far as its name or its bundle tells. */
export function isEvmAsset(bundle: Sighting, asset: string): boolean {
  const standard = textField(assetMeta(bundle, asset), 'tokenStandard') ?? '';
  return chainFamily(blockchainOf(asset)) === 'evm' || evmStandards.has(standard.toUpperCase());
}
