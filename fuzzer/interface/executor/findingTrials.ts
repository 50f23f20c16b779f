import { isUnresolved, resolutionOf } from '../../../oracles/payments/unresolvedWrites.ts';
import { methodsOf } from '../../../runner/actions/inputs/methods.ts';
import { Api } from '../../../runner/worker/api.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import { requestMeter } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { missingIds, referencedIds, type TargetIds, withIds } from '../../engine/cases/targetIds.ts';
import { type Violation, violationsIn } from '../../engine/judgement/violation.ts';
import type { SentTrial, SoughtViolation, TrialOptions } from '../../engine/replay/trial.ts';
import { Trials } from '../../engine/replay/trials.ts';
import { idsAt } from '../target/retarget.ts';
import { Batch } from './batch.ts';
import type { CampaignEnvironment } from './environment.ts';
import { requirementNamed } from './requirements.ts';

/** Sends cases on their own, each in its own batch, and checks whether they violate a requirement. */
export class FindingTrials extends Trials {
  protected readonly requirementOf = requirementNamed;
  readonly #environment: CampaignEnvironment;
  readonly #prefix: string;
  #count = 0;
  #ids: TargetIds | undefined;

  constructor(environment: CampaignEnvironment, prefix: string) {
    super();
    this.#environment = environment;
    this.#prefix = prefix;
  }

  #open(controls?: TrialOptions['controls']): Promise<Batch> {
    this.#count += 1;
    return Batch.open(this.#environment, { name: `${this.#prefix}${this.#count}`, ...(controls && { controls }) });
  }

  protected async look(): Promise<void> {
    const batch = await this.#open();
    try {
      await new Api(batch.worker, 'campaign').send(read.methods(), { purpose: 'look' });
    } finally {
      await batch.close({ storesJournal: false });
    }
  }

  /**
   * Sends a case, with this target's ids for the things that the case names. If the violation does not show at first, waits until a missing record counts as
   * absent. Known control requests are not sent again.
   */
  protected async sent(
    stored: FuzzCase,
    sought: SoughtViolation,
    { controls, isLate, storesJournal = false }: TrialOptions,
  ): Promise<SentTrial> {
    const batch = await this.#open(controls);
    const { record } = batch;
    const meter = requestMeter(record);
    try {
      const ids = referencedIds(stored).length > 0 ? await this.#idsAt(batch) : noIds;
      const lacking = missingIds(stored, ids);
      if (lacking.length > 0) {
        const incompleteBecause = `the target has no ${lacking.join(', no ')}`;
        return { isDecided: false, isLate: false, spent: meter(), incompleteBecause, steps: [], record };
      }
      const { incompleteBecause, steps } = await batch.execute(withIds(stored, ids));
      const early = await this.#violationIn(batch, sought, { hasFinalReads: false });
      let last = early;
      const passes = isLate && incompleteBecause === undefined ? (['finalReads', 'delayedFinalReads'] as const) : [];
      for (const pass of passes) {
        if (last.violation) break;
        await batch[pass]();
        last = await this.#violationIn(batch, sought, { hasFinalReads: true });
      }
      return {
        ...last,
        isLate: last.violation !== early.violation,
        spent: meter(),
        incompleteBecause,
        steps,
        record,
        doubtful: doubtfulIn(record),
      };
    } finally {
      await batch.close({ storesJournal });
    }
  }

  /** The ids of this target, as far as they were read. */
  get ids(): TargetIds {
    return this.#ids ?? noIds;
  }

  /** The ids of this target, read once. */
  async #idsAt({ worker }: Batch): Promise<TargetIds> {
    if (this.#ids) return this.#ids;
    const { json } = await new Api(worker, 'campaign').send(read.methods(), { purpose: 'look' });
    this.#ids = idsAt(
      worker.target,
      methodsOf(json, () => ({})),
    );
    return this.#ids;
  }

  async #violationIn(
    batch: Batch,
    { requirement: wanted, code }: SoughtViolation,
    { hasFinalReads }: { hasFinalReads: boolean },
  ): Promise<{ violation: Violation | undefined; isDecided: boolean }> {
    const judged = await batch.judged((id) => id === wanted, { hasFinalReads });
    const violations = judged.flatMap(({ requirement, contribution }) => violationsIn(requirement, contribution));
    return {
      violation: violations.find((one) => code === undefined || one.code === code),
      isDecided: judged.some(({ contribution: { ruling: result } }) => result.state !== 'undecided'),
    };
  }
}

/** Returns a write of a record whose answer was lost or inconclusive, if no read shows that it has made nothing. */
const doubtfulIn = (record: RunRecord) =>
  record.exchanges.find((one) => isUnresolved(one) && resolutionOf(record, one) !== 'nothing');

const noIds: TargetIds = new Map();
