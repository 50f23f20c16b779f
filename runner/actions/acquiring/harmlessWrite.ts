import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { assetsInBundle } from '../../../oracles/auth/unchangedBundle.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';

/** The reference of one permanent bundle. A bundle call gets or creates it, so repeating the call changes nothing (§ Crypto acquiring, bundle rule 1). */
export const harmlessReference = 'assay-neutral';

/** The reference of a bundle that has only its first asset. Another asset appears only if the target executes a request that it must refuse. */
const untouchedReference = 'assay-untouched';

/** A write that can be repeated, and a similar write with a visible effect. */
export interface HarmlessWrite {
  valid: Plan;
  /** The plan on which defects are made. What it requests beyond `valid` must not exist afterwards. */
  more: Plan;
  /** The asset that `more` requests beyond `valid`; absent if search shows the effect. */
  asset?: string;
}

/** Writes that leave nothing behind except permanent bundles. Each is undefined if the target does not accept the write. */
export interface HarmlessWrites {
  /** A bundle call that was sent before, so that it returns an existing bundle. */
  write(): Promise<Plan | undefined>;
  /** A bundle that shows whether a refused call has added an asset to it. */
  untouched(): Promise<HarmlessWrite | undefined>;
}

/** True for an EVM blockchain; those share one address (§ Crypto acquiring, bundle rule 3). */
const isEvm = (asset: string) =>
  /^(?:ETH|BSC|BNB|BINANCE|POLYGON|MATIC|AMOY|ARBITRUM|OPTIMISM|BASE|AVALANCHE)/i.test(asset);

const blockchainOf = (asset: string) => asset.split('_')[0];

/** True for two assets that cannot share an address. If two assets share one, a bundle may show an asset that was not requested. */
const areApart = (one: string, other: string) =>
  blockchainOf(one) !== blockchainOf(other) && !(isEvm(one) && isEvm(other));

/** Returns the `harmlessWrites` tool of one requirement. */
export function harmlessWritesOf(worker: Worker, api: Api): HarmlessWrites {
  const [first, ...others] = worker.target.projects.map(({ id }) => id);
  const project =
    first === undefined ? undefined : drawnItem(worker, 'the project of a harmless write', [first, ...others]);

  /** Returns the enabled assets in sorted order, so that every run requests the same first one. */
  const enabled = async (): Promise<string[]> => {
    if (project === undefined) return [];
    const { json } = await api.control(read.depositOptions(project));
    return listedAssets(json).sort();
  };

  return {
    write: async () => {
      const [first, ...others] = await enabled();
      if (project === undefined || first === undefined || api.onlyReads) return undefined;
      const some = drawnItem(worker, 'the assets of a harmless bundle', [
        [first],
        ...others.map((one) => [one]),
        [first, ...others],
      ]);
      const plan = create.bundle(project, bundleBody(harmlessReference, some));
      return (await api.control(plan)).class === 'accepted' ? plan : undefined;
    },
    untouched: async () => {
      const assets = await enabled();
      const [first] = assets;
      if (project === undefined || first === undefined || api.onlyReads) return undefined;
      const plan = create.bundle(project, bundleBody(untouchedReference, [first]));
      const { class: kind, json } = await api.control(plan);
      const shown = assetsInBundle(json);
      const other = assets.find((asset) => areApart(asset, first) && !shown.has(asset));
      if (kind !== 'accepted' || shown.size === 0 || other === undefined) return undefined;
      return {
        valid: plan,
        more: create.bundle(project, bundleBody(untouchedReference, [first, other])),
        asset: other,
      };
    },
  };
}
