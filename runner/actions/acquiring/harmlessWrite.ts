import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { assetsInBundle } from '../../../oracles/auth/unchangedBundle.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** One bundle for ever: get-or-create makes it the neutral write (§ Crypto acquiring, bundle rule 1). */
export const harmlessReference = 'assay-neutral';

/** A bundle that never has more than its first asset, unless what must be refused has added another. */
const untouchedReference = 'assay-untouched';

/** The body of a call for these assets of a bundle. */
export function bundleOf(referenceId: string, assets: readonly string[]): Record<string, unknown> {
  return { referenceId, assets, allEnabledAssets: false };
}

/** A write that can be repeated, and the same with an effect to be seen. */
export interface HarmlessWrite {
  valid: Plan;
  /** The body of a defect: what it asks for beyond the sound one must not be there afterwards. */
  more: Plan;
  /** The asset that `more` asks for beyond `sound`; absent where search shows the effect. */
  asset?: string;
}

/** Writes that leave nothing behind but one bundle for ever; undefined where the target has none that it takes. */
export interface HarmlessWrites {
  /** A call that returns a bundle which is there already, from the second time on. */
  write(): Promise<Plan | undefined>;
  /** A bundle of which it can be told whether a refused call has added to it. */
  untouched(): Promise<HarmlessWrite | undefined>;
}

/** Blockchains of one kind share their addresses (§ Crypto acquiring, bundle rule 3). */
const isEvm = (asset: string) =>
  /^(?:ETH|BSC|BNB|BINANCE|POLYGON|MATIC|AMOY|ARBITRUM|OPTIMISM|BASE|AVALANCHE)/i.test(asset);

const blockchainOf = (asset: string) => asset.split('_')[0];

/** True for assets that cannot have one address: an asset that shares one may be shown unasked. */
const areApart = (one: string, other: string) =>
  blockchainOf(one) !== blockchainOf(other) && !(isEvm(one) && isEvm(other));

/** The `neutral` of one requirement. */
export function harmlessWritesOf({ target }: Worker, api: Api): HarmlessWrites {
  const project = target.projects[0]?.id;

  /** The enabled assets in an order that does not hang on the target's: another run must ask for the same first one. */
  const enabled = async (): Promise<string[]> => {
    if (project === undefined) return [];
    const { json } = await api.control(read.depositOptions(project));
    return listedAssets(json).sort();
  };

  return {
    write: async () => {
      const [first] = await enabled();
      if (project === undefined || first === undefined || api.onlyReads) return undefined;
      const sound = create.bundle(project, bundleOf(harmlessReference, [first]));
      return (await api.control(sound)).class === 'accepted' ? sound : undefined;
    },
    untouched: async () => {
      const assets = await enabled();
      const [first] = assets;
      if (project === undefined || first === undefined || api.onlyReads) return undefined;
      const sound = create.bundle(project, bundleOf(untouchedReference, [first]));
      const { class: kind, json } = await api.control(sound);
      const shown = assetsInBundle(json);
      const other = assets.find((asset) => areApart(asset, first) && !shown.has(asset));
      if (kind !== 'accepted' || shown.size === 0 || other === undefined) return undefined;
      return { valid: sound, more: create.bundle(project, bundleOf(untouchedReference, [first, other])), asset: other };
    },
  };
}
