import { bareBundle, bundleBody } from '../../../generators/payloads/bundle.ts';
import { startingAt } from '../../../generators/values/startingAt.ts';
import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnNumber } from '../inputs/turns.ts';
import type { Widget } from './projects.ts';

/**
 * Returns the assets of a project in the order in which bundles request them. First comes an asset of an EVM blockchain, then an asset of another EVM
 * blockchain, which should share the address of the first, then an asset of another kind of blockchain. Each EVM asset comes first in one of the turns: any may
 * lend its address to the others.
 */
export function inOrder(assets: readonly string[], turn = 0): string[] {
  const all = assets.toSorted();
  const listed = all.filter((asset) => chainFamily(blockchainOf(asset)) === 'evm');
  const evm = startingAt(listed, turn);
  const [first = all[0]] = evm;
  const onAnother = evm.find((asset) => first !== undefined && blockchainOf(asset) !== blockchainOf(first));
  const second = onAnother ?? evm[1];
  const ofAnotherKind = all.find((asset) => !evm.includes(asset));
  const chosen = [first, second, ofAnotherKind].filter((asset) => asset !== undefined);
  return [...new Set([...chosen, ...all])];
}

/** The turn of a reference is drawn from so many, so that it is short in some runs and long in others. */
const mostTurns = 1000;

/** What the bundles with short references are for; each has its own letter for each project. */
const shortlyNamed = { fresh: 0, own: 8, replaced: 16 } as const;

/**
 * Returns a reference, or in half of the runs a short one in its place, as of a shop that numbers its users. A bundle is returned to whoever asks for it again, so that it
 * does not matter if an earlier run had the same.
 */
export function shortOr(
  reference: string,
  { appearance, run }: Worker,
  [what, nth]: readonly [keyof typeof shortlyNamed, number],
): string {
  const isShort = drawnNumber({ run }, `a short reference: ${what} ${nth}`) % 2 === 0;
  return isShort ? appearance.shortName(reference, shortlyNamed[what] + nth) : reference;
}

/** The bundles of a run in one project, each under its own referenceId. */
export interface OwnBundles {
  /** The assets of the project, in the order in which they are requested. */
  assets: readonly string[];
  /** The first call for the bundle that several requirements use, sent once in a run. */
  first(): Promise<Exchange>;
  /** Sends another call for that bundle. */
  again(assets: readonly string[]): Promise<Exchange>;
  /** Sends calls for all enabled assets until the target accepts one, each call once in a run. `own` uses the bundle above; `fresh` uses a new bundle. */
  all(reference: 'own' | 'fresh'): Promise<readonly Exchange[]>;
}

/** The interface does not show which fields a call for all enabled assets needs (§ Crypto acquiring), so each way is tried. */
const waysFor = {
  // An own bundle is asked with a list first, which must not narrow what allEnabledAssets says.
  own: (first: string) => [{ assets: [first] }, {}, { assets: [] }],
  fresh: (first: string) => [{}, { assets: [] }, { assets: [first] }],
};

/** Returns the bundles of a run in one project. */
export function ownBundles({ api, worker }: { api: Api; worker: Worker }, { id, assets }: Widget): OwnBundles {
  const ordered = inOrder(assets, drawnNumber(worker, `the first EVM asset of ${id}`));
  const [first = ''] = ordered;
  // The interface does not say whether a referenceId belongs to the merchant or to one project, so each project has its own.
  const place = worker.target.projects.findIndex((one) => one.id === id);
  const ending = place > 0 ? `-${place + 1}` : '';
  const own = worker.appearance.named(`-bundle${ending}`);
  const what = `fresh bundle${ending}`;
  const fresh = worker.appearance.key(what, drawnNumber(worker, what) % mostTurns);
  const references = {
    // That of the first project stays as long as it is: other references begin like it.
    own: place > 0 ? shortOr(own, worker, ['own', place]) : own,
    fresh: shortOr(fresh, worker, ['fresh', Math.max(0, place)]),
  };
  const call = (reference: string, some: readonly string[]) => create.bundle(id, bundleBody(reference, some));
  return {
    assets: ordered,
    first: () => api.control(call(references.own, [first]), `the first call for a bundle of ${id}`),
    again: (some) => api.send(call(references.own, some)),
    all: async (reference) => {
      const calls: Exchange[] = [];
      for (const [index, way] of waysFor[reference](first).entries()) {
        const key = `a call for all assets of ${id}, ${reference}, in way ${index + 1}`;
        calls.push(
          await api.control(
            create.bundle(id, bareBundle(references[reference], { allEnabledAssets: true, ...way })),
            key,
          ),
        );
        if (calls.at(-1)?.class !== 'refused') break;
      }
      return calls;
    },
  };
}
