import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { OverspentArgs } from '../../../oracles/exchange/overspending.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { overspend } from './overspending.ts';
import { type Trading, tradingOf } from './trading.ts';

/** Exchange orders of one requirement. */
export interface Trades extends Trading {
  /** Tries to exchange more than a balance holds, on an account that others do not pay from where there is one. */
  overspend(): Promise<OverspentArgs>;
}

/** What the trades of a requirement are made from. */
interface Parts {
  stage: Worker;
  api: Api;
  ledger: AssertionLog;
}

/** The `trades` of one requirement; stops it where they would move real money. */
export function tradesFor({ stage, api, ledger }: Parts): Trades {
  const { kind, credentials } = stage.target;
  const stop = (reason: string) => ledger.stop({ code: 'notApplicable', reason, exchanges: [] });
  if (kind === 'production') stop('it exchanges real money here');
  const parts = { api, log: ledger, record: stage.record };
  return {
    ...tradingOf(parts),
    overspend: () => {
      if (kind === 'vendor') stop('it exchanges most of a balance, which is left to an emulator and a sandbox');
      const second = credentials.find(({ purpose }) => purpose === 'second');
      const apart = { ...parts, api: second ? api.as(second) : api };
      return overspend(apart, tradingOf(apart));
    },
  };
}
