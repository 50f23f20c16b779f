import type { TraceCheckResults } from '../../../harness/collected.ts';
import type { LimiterHandle } from '../../../harness/quota/spending.ts';
import type { RunRecord } from '../../../harness/record.ts';
import type { Run } from '../../../harness/run.ts';
import type { Target } from '../../../harness/target.ts';
import type { MoneyLimit } from '../../run/money.ts';

/** What batches are made with. */
export interface CampaignEnvironment {
  run: Run;
  target: Target;
  spending?: LimiterHandle | undefined;
  /** What its orders may move; as much as they ask for where nothing is said. */
  money?: MoneyLimit | undefined;
  /** The laws of the specs over a record, those of these ids. */
  traceChecks(run: Run, record: RunRecord, isWanted: (id: string) => boolean): Promise<readonly TraceCheckResults[]>;
}
