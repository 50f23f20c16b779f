import type { TraceCheckResults } from '../../../runner/requirement/inProcessRunner.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { LimiterHandle } from '../../../traffic/rate/limiter/limiterHandle.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { MoneyLimit } from './moneyLimit.ts';

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
