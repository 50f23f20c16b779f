import { isUnresolved, resolutionOf } from '../../../oracles/payments/unresolvedWrites.ts';
import { methodOf } from '../../../runner/actions/inputs/methods.ts';
import { Api } from '../../../runner/worker/api.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import { requestMeter, type Spent } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { missingIds, referencedIds, type TargetIds, withIds } from '../../engine/cases/targetIds.ts';
import { evidenceOf } from '../../engine/findings/buildFinding.ts';
import { type Violation, violationsIn } from '../../engine/judgement/violation.ts';
import { confirmCrash, crashCode } from '../../engine/replay/crashDetection.ts';
import {
  type SoughtViolation,
  type TrialOptions,
  type TrialResult,
  type TrialSender,
  unknownOutcomeWords,
} from '../../engine/replay/trial.ts';
import { idsAt } from '../target/retarget.ts';
import { Batch } from './batch.ts';
import type { CampaignEnvironment } from './environment.ts';
import { requirementNamed } from './requirements.ts';

/** Sends cases on their own, each in its own batch, and checks whether they violate a requirement. */
export class FindingTrials implements TrialSender {
  readonly #environment: CampaignEnvironment;
  readonly #prefix: string;
  #count = 0;
  #ids: TargetIds | undefined;

  constructor(environment: CampaignEnvironment, prefix: string) {
    this.#environment = environment;
    this.#prefix = prefix;
  }

  /**
   * Sends a case, with this target's ids for the things that the case names. If the violation does not show at first, waits until a missing record counts as
   * absent. Known control requests are not sent again.
   */
  async send(stored: FuzzCase, sought: SoughtViolation, sending: TrialOptions = {}): Promise<TrialResult> {
    const send = () => this.#send(stored, sought, sending);
    if (sought.code !== crashCode) return send();
    return confirmCrash(requirementNamed(sought.requirement), stored, { look: () => this.#look(), send });
  }

  #open(controls?: TrialOptions['controls']): Promise<Batch> {
    this.#count += 1;
    return Batch.open(this.#environment, { name: `${this.#prefix}${this.#count}`, ...(controls && { controls }) });
  }

  /** Sends a read that any target answers. */
  async #look(): Promise<void> {
    const batch = await this.#open();
    try {
      await new Api(batch.worker, 'campaign').send(read.methods(), { purpose: 'look' });
    } finally {
      await batch.close({ storesJournal: false });
    }
  }

  async #send(
    stored: FuzzCase,
    sought: SoughtViolation,
    { controls, isLate, storesJournal: keepJournal = false }: TrialOptions,
  ): Promise<TrialResult> {
    const batch = await this.#open(controls);
    try {
      const meter = requestMeter(batch.record);
      const named = referencedIds(stored);
      const ids = named.length > 0 ? await this.#idsAt(batch) : noIds;
      const lacking = missingIds(stored, ids);
      if (lacking.length > 0) return unsent(`the target has no ${lacking.join(', no ')}`, meter());
      const { incompleteBecause, steps } = await batch.execute(withIds(stored, ids));
      let { violation, isDecided } = await this.#violationIn(batch, sought, { hasFinalReads: false });
      const isEarly = violation !== undefined;
      for (const pass of isLate && incompleteBecause === undefined
        ? (['finalReads', 'delayedFinalReads'] as const)
        : []) {
        if (violation) break;
        await batch[pass]();
        ({ violation, isDecided } = await this.#violationIn(batch, sought, { hasFinalReads: true }));
      }
      const outcome = { shown: violation !== undefined, isDecided, isLate: violation !== undefined && !isEarly };
      const showing = violation && { violation, showing: evidenceOf(violation, steps, batch.record) };
      const doubtReason = doubtReasonIn(batch.record);
      const why = incompleteBecause ?? doubtReason;
      return {
        ...outcome,
        ...showing,
        spent: meter(),
        ...(why !== undefined && { incompleteBecause: why }),
        ...(doubtReason !== undefined && { doubtfulBecause: doubtReason }),
      };
    } finally {
      await batch.close({ storesJournal: keepJournal });
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
    const methods = Array.isArray(json) ? json.flatMap((one) => methodOf(one, () => ({}))) : [];
    this.#ids = idsAt(worker.target, methods);
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

/** Explains why the writes of a record must not be sent again: the answer to one was lost or inconclusive, and no read shows that it has made nothing. */
function doubtReasonIn(record: RunRecord): string | undefined {
  const doubtful = record.exchanges.find((one) => isUnresolved(one) && resolutionOf(record, one) !== 'nothing');
  return doubtful && unknownOutcomeWords(doubtful);
}

const noIds: TargetIds = new Map();

const unsent = (broken: string, spent: Spent): TrialResult => ({
  shown: false,
  isDecided: false,
  isLate: false,
  spent,
  incompleteBecause: broken,
});
