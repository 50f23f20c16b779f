import type { LawRulings } from '../../../harness/collected.ts';
import type { Spending } from '../../../harness/quota/spending.ts';
import type { RunRecord } from '../../../harness/record.ts';
import type { Run } from '../../../harness/run.ts';
import type { Target } from '../../../harness/target.ts';
import type { Money } from '../../run/money.ts';

/** What batches are made with. */
export interface Surroundings {
  run: Run;
  target: Target;
  spending?: Spending | undefined;
  /** What its orders may move; as much as they ask for where nothing is said. */
  money?: Money | undefined;
  /** The laws of the specs over a record, those of these ids. */
  laws(run: Run, record: RunRecord, isWanted: (id: string) => boolean): Promise<readonly LawRulings[]>;
}
