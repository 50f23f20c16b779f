import type { Bundle, StaticAddress } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { JsonRecord } from '../domain/json.ts';
import { staticValues } from '../domain/staticAddressValues.ts';
import type { Context } from '../instance/context.ts';
import type { Rules } from '../rules/index.ts';
import { instantField } from './paymentRecord.ts';

/** The record of a bundle, as answered to a call for the `wanted` assets (§ Static address bundle). */
export function bundleRecord({ rules, now }: Context, bundle: Bundle, wanted: readonly Asset[]): JsonRecord {
  const shown = rules.addressesShown(bundle.addresses, wanted);
  const [active, deactivated] = [shown, bundle.deactivated].map((held) =>
    held.map((address) => addressRecord(address, bundle, rules)),
  ) as [JsonRecord[], JsonRecord[]];
  const record: JsonRecord = {
    referenceId: bundle.referenceId,
    id: bundle.id,
    addresses: active,
    addressesByAsset: rules.addressesIndexed(active, 'active'),
    deactivatedAddresses: deactivated,
    deactivatedAddressesByAsset: rules.addressesIndexed(deactivated, 'deactivated'),
    assetsMeta: metaRecord([...shown, ...bundle.deactivated], rules),
    createdAt: instantField(rules.bundleCreation(bundle.createdAt, now), 'bundle.createdAt', rules),
  };
  return rules.dressed(record, 'bundle');
}

function metaRecord(held: readonly StaticAddress[], rules: Rules): JsonRecord {
  const entries = held.map(({ asset }) => {
    const { name, currency, blockchain, tokenStandard, contractAddress } = asset;
    return [asset.id, rules.metaShown({ name, currency, blockchain, tokenStandard, contractAddress }, asset)] as const;
  });
  return Object.fromEntries(entries.filter(([, meta]) => meta !== null));
}

const addressRecord = (held: StaticAddress, { project }: Bundle, rules: Rules): JsonRecord =>
  rules.dressed(
    {
      id: held.id,
      asset: held.asset.id,
      address: held.address,
      active: held.active,
      values: staticValues(held.asset, project),
      createdAt: instantField(held.createdAt, 'bundle.address.createdAt', rules),
    },
    'address',
  );
