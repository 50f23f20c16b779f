import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Project } from '../../../traffic/target/file/targetFile.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';

/** A project (widget) of the account under test, with what it lists (§ Deposit options). */
export interface Widget {
  id: string;
  /** Its settings in the target file. */
  settings: Project;
  /** The answer of its deposit options, requested once in a run. */
  options: Exchange;
  /** The assets that the deposit options list. */
  assets: readonly string[];
}

/** The projects of the target file. */
export interface Projects {
  /** All projects that the target knows; stops the test if there are none. */
  all(): Promise<readonly [Widget, ...Widget[]]>;
  /** One of them that the seed draws for a name, where what is asked holds in each; stops the test if there are none. */
  drawn(name: string): Promise<Widget>;
}

async function widgetOf(api: Api, settings: Project): Promise<Widget> {
  const options = await api.control(read.depositOptions(settings.id));
  return { id: settings.id, settings, options, assets: listedAssets(options.json) };
}

/** Returns the projects of one requirement. */
export function projectsOf(worker: Worker, api: Api, log: AssertionLog): Projects {
  const all: Projects['all'] = async () => {
    const widgets: Widget[] = [];
    for (const settings of worker.target.projects) widgets.push(await widgetOf(api, settings));
    const [first, ...others] = widgets.filter(({ options }) => options.class === 'accepted');
    const refused = widgets.map(({ id, options }) => `${id}: ${options.seen}`).join('; ');
    const hint = refused ? `the target answers ${refused}` : 'the target file names none under projects';
    const exchanges = widgets.map(({ options }) => options.id);
    return first
      ? [first, ...others]
      : log.stop({ code: 'missing', wanted: 'a project that the target knows', hint, exchanges });
  };
  return { all, drawn: async (name) => drawnItem(worker, `project: ${name}`, await all()) };
}
