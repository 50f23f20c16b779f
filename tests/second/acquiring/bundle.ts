import { newId } from '../core/ids.ts';
import { type JsonObject, num } from '../core/json.ts';
import { badRequest } from '../core/problem.ts';
import { formatInstant } from '../core/time.ts';
import type { ProjectCall } from '../state/acquiring.ts';
import { newAddress } from '../state/addresses.ts';
import { type Asset, assetOf } from '../state/assets.ts';
import type { Bundle, StaticAddress } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { enabledAsset, enabledAssets } from './enabled.ts';
import { byAsset } from './options.ts';

/** Gets or creates the bundle of a reference; missing assets are added and disabled addresses replaced. */
export function getOrCreateBundle(world: World, call: ProjectCall): Bundle {
  const { account, project, fields } = call;
  const referenceId = fields.needText('referenceId');
  const wanted = wantedAssets(call);
  const bundle =
    world.acquiring.bundle(project, referenceId) ?? newBundle(world, { account, project, referenceId }, wanted);
  retireDisabled(bundle);
  for (const asset of wanted) bundle.assets.add(asset.id);
  for (const id of bundle.assets) giveAddress(world, bundle, assetOf(id));
  return bundle;
}

function wantedAssets({ project, fields }: ProjectCall): Asset[] {
  const listed = (fields.texts('assets') ?? []).map((id) => enabledAsset(project, id, 'assets'));
  return fields.flag('allEnabledAssets') ? enabledAssets(project) : listed;
}

type BundleOwner = Pick<Bundle, 'account' | 'project' | 'referenceId'>;

function newBundle(world: World, owner: BundleOwner, wanted: Asset[]): Bundle {
  if (wanted.length === 0) throw badRequest('a new bundle needs assets', 'assets');
  const createdAt = world.clock.stamp();
  const bundle: Bundle = {
    id: newId('CASB'),
    ...owner,
    createdAt,
    assets: new Set(),
    addresses: new Map(),
    deactivated: [],
  };
  world.acquiring.addBundle(bundle);
  return bundle;
}

function retireDisabled(bundle: Bundle): void {
  for (const [id, address] of bundle.addresses) {
    if (address.active) continue;
    bundle.addresses.delete(id);
    bundle.deactivated.push({ asset: assetOf(id), address });
  }
}

function giveAddress(world: World, bundle: Bundle, asset: Asset): void {
  if (bundle.addresses.has(asset.id)) return;
  const shared = [...bundle.addresses.values()].find((address) => address.family === asset.family);
  bundle.addresses.set(asset.id, shared ?? makeAddress(world, bundle, asset));
}

function makeAddress(world: World, bundle: Bundle, asset: Asset): StaticAddress {
  const address: StaticAddress = {
    id: newId('UBADR'),
    family: asset.family,
    address: newAddress(asset.family),
    active: true,
    createdAt: world.clock.stamp(),
  };
  world.acquiring.addStaticAddress(bundle, address);
  return address;
}

/** The JSON form of a bundle. */
export function bundleView(bundle: Bundle): JsonObject {
  const active = [...bundle.assets].flatMap((id) => {
    const address = bundle.addresses.get(id);
    return address ? [{ asset: assetOf(id), address }] : [];
  });
  return {
    id: bundle.id,
    referenceId: bundle.referenceId,
    createdAt: formatInstant(bundle.createdAt),
    addressesByAsset: addressMap(active),
    addresses: active.map(addressView),
    deactivatedAddressesByAsset: addressMap(bundle.deactivated),
    deactivatedAddresses: bundle.deactivated.map(addressView),
    assetsMeta: byAsset([...bundle.assets].map(assetOf), metaView),
  };
}

interface Given {
  asset: Asset;
  address: StaticAddress;
}

function addressMap(given: Given[]): JsonObject {
  return Object.fromEntries(given.map((entry) => [entry.asset.id, addressView(entry)]));
}

function addressView({ asset, address }: Given): JsonObject {
  return {
    asset: asset.id,
    id: address.id,
    address: address.address,
    active: address.active,
    values: {
      minLimit: num(asset.staticMinLimit),
      percentFee: num(asset.percentFee),
      fixedFee: num(asset.fixedFee),
      networkFeeEstimate: num(asset.networkFee),
    },
    createdAt: formatInstant(address.createdAt),
  };
}

function metaView(asset: Asset): JsonObject {
  return {
    name: asset.name,
    currency: asset.currency,
    blockchain: asset.blockchain,
    tokenStandard: asset.tokenStandard ?? null,
    contractAddress: asset.contract ?? null,
  };
}
