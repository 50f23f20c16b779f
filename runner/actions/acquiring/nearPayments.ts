import { addressTermsOf } from '../../../oracles/webhooks/deposits/deposits.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnNumber } from '../inputs/turns.ts';
import { ownBundles } from './ownBundles.ts';
import type { Projects } from './projects.ts';

/** So many payments make an order of amounts that chance does not. */
const count = 24;

/** What near payments are made with. */
interface Parts {
  api: Api;
  control: ControlActions;
  projects: Projects;
  worker: Worker;
}

/**
 * Has a static address receive drawn amounts that differ by less than one, which costs no further POST. Each is below the minimum, so it fails and moves no
 * balance, but it is a payment like any other to lists and searches. Does nothing where no control action pays.
 */
export async function payNear({ api, control, projects, worker }: Parts): Promise<void> {
  if (!control.declared || api.onlyReads || worker.target.projects.length === 0) return;
  const [widget] = await projects.all();
  const { assets, first } = ownBundles({ api, worker }, widget);
  const [asset = ''] = assets;
  const terms = addressTermsOf(await first(), asset);
  if (!terms?.minLimit.gt(0)) return;
  for (let nth = 0; nth < count; nth += 1) {
    const share = 10 + (drawnNumber(worker, `near payment ${nth}`) % 900);
    await control.pay({ asset, address: terms.address, amount: terms.minLimit.times(share).div(1_000).toFixed() });
  }
}
