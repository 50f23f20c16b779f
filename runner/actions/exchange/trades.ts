import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { type Overspending, overspend } from './overspending.ts';
import { type Trading, tradingOf } from './trading.ts';

/** Exchange orders of one requirement. */
export interface Trades extends Trading {
  /** Tries to exchange more than a balance holds, on a second account if there is one, so that no other test pays from that balance. */
  overspend(): Promise<Overspending>;
}

/** What the trades of a requirement need. */
interface Parts {
  worker: Worker;
  api: Api;
  log: AssertionLog;
}

/** Returns the `trades` tool of one requirement; stops the test if the orders would move real money. */
export function tradesFor({ worker, api, log }: Parts): Trades {
  const { kind, credentials } = worker.target;
  const stop = (reason: string) => log.stop({ code: 'notApplicable', reason, exchanges: [] });
  if (kind === 'production') stop('an exchange moves real money at this target');
  const parts = { worker, api, log, record: worker.record };
  return {
    ...tradingOf(parts),
    overspend: () => {
      if (kind === 'vendor') stop('it exchanges most of a balance, which is done only at an emulator or a sandbox');
      const second = credentials.find(({ purpose }) => purpose === 'second');
      const apart = { ...parts, api: second ? api.as(second) : api };
      return overspend(apart, tradingOf(apart));
    },
  };
}
