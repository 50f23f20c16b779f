import type { Bundle, StaticAddress } from '../acquiring.ts';
import { newAddress } from '../addresses.ts';
import { jsonAnswer } from '../answer.ts';
import type { Asset } from '../assets.ts';
import { flag, text, texts } from '../body.ts';
import type { Context, Endpoint } from '../context.ts';
import { newId } from '../ids.ts';
import type { JsonRecord } from '../json.ts';
import { keep } from '../ledger.ts';
import { money } from '../money.ts';
import { enabledAsset, enabledAssets, projectOf } from '../project.ts';
import { shownInstant, stamp } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { bodyOf } from '../sentBody.ts';

const MAX_REFERENCE = 256;
const MAX_ASSETS = 100;

/** POST /v1/user/crypto-acquiring/{projectId}/static/bundles: get or create (§ Crypto acquiring, bundle rules). */
export const createBundle: Endpoint = (context) => {
  const { world, rules, operation } = context;
  const project = projectOf(context);
  const body = bodyOf(context);
  const referenceId = text(body, 'referenceId', MAX_REFERENCE);
  if (!referenceId) throw new Refusal('missing_field', 'referenceId is missing');
  const named = texts(body, 'assets') ?? [];
  if (named.length > MAX_ASSETS) throw new Refusal('bad_value', `assets has more than ${MAX_ASSETS} items`);
  const wanted = flag(body, 'allEnabledAssets')
    ? enabledAssets(project)
    : named.map((id) => enabledAsset(context, project, id));
  const key = `${project.id}/${referenceId}`;
  const bundle = world.bundles.get(key) ?? {
    id: newId(world, rules, 'CASB'),
    referenceId,
    project,
    createdAt: stamp(context),
    addresses: [],
    deactivated: [],
  };
  keep(world.bundles, key, bundle);
  for (const asset of wanted) addAddress(context, bundle, asset);
  return jsonAnswer(bundleRecord(bundle, rules), operation, rules);
};

function addAddress(context: Context, bundle: Bundle, asset: Asset): void {
  const { world, rules } = context;
  if (bundle.addresses.some((held) => held.asset.id === asset.id)) return;
  const shared = bundle.addresses.find((held) => rules.addressShared(held.asset.blockchain, asset.blockchain));
  bundle.addresses.push({
    id: shared?.id ?? newId(world, rules, 'UBADR'),
    asset,
    address: shared?.address ?? newAddress(world.random, asset.blockchain),
    active: true,
    createdAt: shared?.createdAt ?? stamp(context),
  });
}

function bundleRecord(bundle: Bundle, rules: Rules): JsonRecord {
  const all = [...bundle.addresses, ...bundle.deactivated];
  const record: JsonRecord = {
    referenceId: bundle.referenceId,
    id: bundle.id,
    addresses: bundle.addresses.map((held) => addressRecord(held, bundle, rules)),
    addressesByAsset: byAsset(bundle.addresses, bundle, rules),
    deactivatedAddresses: bundle.deactivated.map((held) => addressRecord(held, bundle, rules)),
    deactivatedAddressesByAsset: byAsset(bundle.deactivated, bundle, rules),
    assetsMeta: Object.fromEntries(all.map(({ asset }) => [asset.id, metaRecord(asset)])),
    createdAt: shownInstant(bundle.createdAt, 'bundle.createdAt', rules),
  };
  return rules.dressed(record, 'bundle');
}

const byAsset = (held: readonly StaticAddress[], bundle: Bundle, rules: Rules): JsonRecord =>
  Object.fromEntries(held.map((address) => [address.asset.id, addressRecord(address, bundle, rules)]));

const metaRecord = ({ name, currency, blockchain, tokenStandard, contractAddress }: Asset): JsonRecord => ({
  name,
  currency,
  blockchain,
  tokenStandard,
  contractAddress,
});

const addressRecord = (held: StaticAddress, { project }: Bundle, rules: Rules): JsonRecord =>
  rules.dressed(
    {
      id: held.id,
      asset: held.asset.id,
      address: held.address,
      active: held.active,
      values: {
        minLimit: held.asset.minLimit,
        percentFee: project.percentFee,
        fixedFee: money(0),
        networkFeeEstimate: held.asset.networkFeeEstimate,
      },
      createdAt: shownInstant(held.createdAt, 'bundle.address.createdAt', rules),
    },
    'address',
  );
