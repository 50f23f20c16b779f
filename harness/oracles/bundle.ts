import { canonicalAddress, chainFamily } from '../../schemas/addresses.ts';
import { blockchainOf } from '../../schemas/assets.ts';
import { type Exact, type ExactObject, isObject } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../record.ts';
import { answersTo } from './acquired.ts';
import { derived } from './derived.ts';

/** A static address as one place of a bundle shows it, under the asset that the place says. */
export interface Placed extends Sighting {
  asset: string;
}

/** The two fields that have the addresses, and the two that have the deactivated ones (§ Static address bundle). */
export const places = {
  addresses: 'addressesByAsset',
  deactivatedAddresses: 'deactivatedAddressesByAsset',
} as const;

/** One of the lists of addresses of a bundle. */
export type PlaceName = keyof typeof places;

const objectsIn = (value: Exact | undefined): ExactObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isObject);

/** The addresses of a list. */
export function listed({ exchange, where, value }: Sighting, name: PlaceName): Placed[] {
  const list = field(value, name);
  return (Array.isArray(list) ? list : []).flatMap((one, index) =>
    isObject(one)
      ? [{ exchange, where: `${where} /${name}/${index}`, value: one, asset: textField(one, 'asset') ?? '' }]
      : [],
  );
}

/** The addresses of the map beside a list; whether a deactivated asset has one or several is not shown. */
export function mapped({ exchange, where, value }: Sighting, name: PlaceName): Placed[] {
  const map = field(value, places[name]);
  return Object.entries(isObject(map) ? map : {}).flatMap(([asset, inner]) =>
    objectsIn(inner).map((one) => ({ exchange, where: `${where} /${places[name]}/${asset}`, value: one, asset })),
  );
}

/** The address of a static address as it is compared; undefined where it shows none. */
export function addressIn(address: Sighting): string | undefined {
  const text = textField(address.value, 'address');
  return text === undefined ? undefined : canonicalAddress(text);
}

/** True for two places that show one address of one asset under one id. */
export function areAlike(one: Placed, other: Placed): boolean {
  const isSameId = textField(one.value, 'id') === textField(other.value, 'id');
  return isSameId && one.asset === other.asset && addressIn(one) === addressIn(other);
}

/** The addresses of a list, and what the map beside it has besides. */
export function placed(bundle: Sighting, name: PlaceName): Placed[] {
  const list = listed(bundle, name);
  const besides = mapped(bundle, name).filter((one) => !list.some((other) => areAlike(one, other)));
  return [...list, ...besides];
}

/** The first address of a bundle as an answer writes it. */
export function addressOf(exchange: Exchange): string | undefined {
  const [bundle] = objectsIn(exchange.class === 'accepted' ? exchange.json : undefined);
  const all = bundle ? placed({ exchange, where: '', value: bundle }, 'addresses') : [];
  return all.map(({ value }) => textField(value, 'address')).find((address) => address !== undefined);
}

/** The static address bundles that the answers show. */
export const bundlesIn = derived((record) =>
  answersTo(record, 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles'),
);

/** The static addresses of all bundles, deactivated ones among them. */
export const staticAddressesIn = (record: RunRecord): Placed[] =>
  bundlesIn(record).flatMap((bundle) => [...placed(bundle, 'addresses'), ...placed(bundle, 'deactivatedAddresses')]);

/** What a bundle says of an asset in assetsMeta. */
export function metaOf({ value }: Sighting, asset: string): Exact | undefined {
  return field(field(value, 'assetsMeta'), asset);
}

/** The entries of assetsMeta in all bundles. */
export const assetMetasIn = (record: RunRecord): Placed[] =>
  bundlesIn(record).flatMap(({ exchange, where, value }) => {
    const meta = field(value, 'assetsMeta');
    return Object.entries(isObject(meta) ? meta : {}).flatMap(([asset, inner]) =>
      isObject(inner) ? [{ exchange, where: `${where} /assetsMeta/${asset}`, value: inner, asset }] : [],
    );
  });

/** Token standards of the blockchains that share their addresses; ERC-20 is the text's. */
const evmStandards = new Set(['ERC-20', 'ERC20', 'BEP-20', 'BEP20']);

/** True for an asset of an EVM blockchain, as far as its name or its bundle tells. */
export function isEvm(bundle: Sighting, asset: string): boolean {
  const standard = textField(metaOf(bundle, asset), 'tokenStandard') ?? '';
  return chainFamily(blockchainOf(asset)) === 'evm' || evmStandards.has(standard.toUpperCase());
}
