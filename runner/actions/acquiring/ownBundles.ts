import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { bundleOf } from './harmlessWrite.ts';
import type { Widget } from './projects.ts';

/**
 * The assets of a project in the order in which bundles are asked for them: one of an EVM blockchain, one of another EVM
 * blockchain, which is to share its address, then one of another kind.
 */
export function inOrder(assets: readonly string[]): string[] {
  const all = assets.toSorted();
  const evm = all.filter((asset) => chainFamily(blockchainOf(asset)) === 'evm');
  const [first = all[0]] = evm;
  const onAnother = evm.find((asset) => first !== undefined && blockchainOf(asset) !== blockchainOf(first));
  const second = onAnother ?? evm[1];
  const ofAnotherKind = all.find((asset) => !evm.includes(asset));
  const chosen = [first, second, ofAnotherKind].filter((asset) => asset !== undefined);
  return [...new Set([...chosen, ...all])];
}

/** The bundles that a run makes in one project, each under a referenceId of its own. */
export interface OwnBundles {
  /** The assets of the project, in the order in which they are asked for. */
  assets: readonly string[];
  /** The first call for the bundle that several requirements go on with, made once in a run. */
  first(): Promise<Exchange>;
  /** A call for that bundle. */
  again(assets: readonly string[]): Promise<Exchange>;
  /**
   * Calls for all enabled assets, one after the other until one is accepted, each made once in a run: for that bundle, or for one whose
   * referenceId differs from its own by letter case alone, where such a one is taken.
   */
  all(reference: 'own' | 'fresh'): Promise<readonly Exchange[]>;
}

/**
 * Which fields a bundle needs is not shown (§ Crypto acquiring), nor what letters a referenceId may have: all enabled assets are asked for
 * in each of these ways.
 */
const allWays = (first: string, referenceIds: readonly string[]) => {
  const [referenceId, ...others] = referenceIds;
  const ways = [{}, { assets: [] }, { assets: [first] }].map((way) => ({ referenceId, ...way }));
  return [...ways, ...others.map((other) => ({ referenceId: other, assets: [first] }))];
};

/** The bundles of a run in one project. */
export function ownBundles({ api, stage }: { api: Api; stage: Worker }, { id, assets }: Widget): OwnBundles {
  const ordered = inOrder(assets);
  const [first = ''] = ordered;
  const own = `${stage.run.id}-bundle`;
  const references = { own: [own], fresh: [`${stage.run.id}-BUNDLE`, `${stage.run.id}-another`] };
  const call = (reference: string, some: readonly string[]) => create.bundle(id, bundleOf(reference, some));
  return {
    assets: ordered,
    first: () => api.control(call(own, [first]), `the first call for a bundle of ${id}`),
    again: (some) => api.send(call(own, some)),
    all: async (reference) => {
      const calls: Exchange[] = [];
      for (const [index, way] of allWays(first, references[reference]).entries()) {
        const likeness = `a call for all assets of ${id}, ${reference}, in way ${index + 1}`;
        calls.push(await api.control(create.bundle(id, { allEnabledAssets: true, ...way }), likeness));
        if (calls.at(-1)?.class !== 'refused') break;
      }
      return calls;
    },
  };
}
