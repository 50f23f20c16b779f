import type { TraceCheckResults } from '../../../runner/requirement/runTraceChecks.ts';
import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { LimiterHandle } from '../../../traffic/rate/limiter/limiterHandle.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { MoneyLimit } from './moneyLimit.ts';

/** The environment of the batches of a campaign. */
export interface CampaignEnvironment {
  run: Run;
  target: Target;
  spending?: LimiterHandle | undefined;
  /** The money that its orders may move; unlimited if absent. */
  money?: MoneyLimit | undefined;
  /** The tests of the suite; the campaign runs none if absent. */
  tests?: SuiteTests | undefined;
  /** Runs the trace checks of the specs on a record, for the wanted ids. */
  traceChecks(run: Run, record: RunRecord, isWanted: (id: string) => boolean): Promise<readonly TraceCheckResults[]>;
}
