import { Api } from '../../harness/api.ts';
import { methodOf } from '../../harness/methods.ts';
import { becameOf, isDoubtful } from '../../harness/oracles/doubt.ts';
import { read } from '../../harness/plan.ts';
import type { RunRecord } from '../../harness/record.ts';
import type { FuzzCase } from '../case.ts';
import { doubtOf, type Sought, type Trial, type TrialOptions, type TrialSender } from '../engine/replay/trial.ts';
import { idsAt } from '../interface/elsewhere.ts';
import type { Surroundings } from '../interface/executor/environment.ts';
import { type Ids, lackingIn, namedIn, withIds } from '../named.ts';
import { Batch } from './batch.ts';
import { type Breach, breachesIn } from './breach.ts';
import { showingOf } from './found.ts';
import { goneCode, sentToItsEnd } from './gone.ts';
import { meterOf, type Spent } from './meter.ts';
import { requirementNamed } from './requirements.ts';

/** Sends cases by themselves, each on a stage of its own, and looks whether they break a requirement. */
export class Trials implements TrialSender {
  readonly #surroundings: Surroundings;
  readonly #prefix: string;
  #count = 0;
  #ids: Ids | undefined;

  constructor(surroundings: Surroundings, prefix: string) {
    this.#surroundings = surroundings;
    this.#prefix = prefix;
  }

  /**
   * Sends a case, with the ids that this target has of what it names; what shows only when absence may be concluded is waited for where nothing
   * shows before. Twins that are known are not sent again.
   */
  async send(stored: FuzzCase, sought: Sought, sending: TrialOptions = {}): Promise<Trial> {
    const send = () => this.#send(stored, sought, sending);
    if (sought.code !== goneCode) return send();
    return sentToItsEnd(requirementNamed(sought.requirement), stored, { look: () => this.#look(), send });
  }

  #open(twins?: TrialOptions['twins']): Promise<Batch> {
    this.#count += 1;
    return Batch.open(this.#surroundings, { name: `${this.#prefix}${this.#count}`, ...(twins && { twins }) });
  }

  /** Asks what any target answers. */
  async #look(): Promise<void> {
    const batch = await this.#open();
    try {
      await new Api(batch.stage, 'campaign').send(read.methods(), { purpose: 'look' });
    } finally {
      await batch.close({ isKept: false });
    }
  }

  async #send(stored: FuzzCase, sought: Sought, { twins, isLate, isKept = false }: TrialOptions): Promise<Trial> {
    const batch = await this.#open(twins);
    try {
      const meter = meterOf(batch.record);
      const named = namedIn(stored);
      const ids = named.length > 0 ? await this.#idsAt(batch) : noIds;
      const lacking = lackingIn(stored, ids);
      if (lacking.length > 0) return unsent(`the target has no ${lacking.join(', no ')}`, meter());
      const { broken, steps } = await batch.play(withIds(stored, ids));
      let { breach, isDecided } = await this.#breachIn(batch, sought, { isSwept: false });
      const isEarly = breach !== undefined;
      for (const pass of isLate && broken === undefined ? (['sweep', 'age'] as const) : []) {
        if (breach) break;
        await batch[pass]();
        ({ breach, isDecided } = await this.#breachIn(batch, sought, { isSwept: true }));
      }
      const told = { shown: breach !== undefined, isDecided, wasLate: breach !== undefined && !isEarly };
      const showing = breach && { breach, showing: showingOf(breach, steps, batch.record) };
      const doubt = doubtIn(batch.record);
      const why = broken ?? doubt;
      return {
        ...told,
        ...showing,
        spent: meter(),
        ...(why !== undefined && { broken: why }),
        ...(doubt !== undefined && { doubt }),
      };
    } finally {
      await batch.close({ isKept });
    }
  }

  /** The ids of this target, as far as they were read. */
  get ids(): Ids {
    return this.#ids ?? noIds;
  }

  /** The ids of this target, read once. */
  async #idsAt({ stage }: Batch): Promise<Ids> {
    if (this.#ids) return this.#ids;
    const { json } = await new Api(stage, 'campaign').send(read.methods(), { purpose: 'look' });
    const methods = Array.isArray(json) ? json.flatMap((one) => methodOf(one, () => ({}))) : [];
    this.#ids = idsAt(stage.target, methods);
    return this.#ids;
  }

  async #breachIn(
    batch: Batch,
    { requirement: wanted, code }: Sought,
    { isSwept }: { isSwept: boolean },
  ): Promise<{ breach: Breach | undefined; isDecided: boolean }> {
    const judged = await batch.judged((id) => id === wanted, { isSwept });
    const breaches = judged.flatMap(({ requirement, contribution }) => breachesIn(requirement, contribution));
    return {
      breach: breaches.find((one) => code === undefined || one.code === code),
      isDecided: judged.some(({ contribution: { ruling } }) => ruling.state !== 'undecided'),
    };
  }
}

/** Why what a record holds is not to be sent again: the answer to a write was lost or tells nothing, and no look shows that it has made nothing. */
function doubtIn(record: RunRecord): string | undefined {
  const doubtful = record.exchanges.find((one) => isDoubtful(one) && becameOf(record, one) !== 'nothing');
  return doubtful && doubtOf(doubtful);
}

const noIds: Ids = new Map();

const unsent = (broken: string, spent: Spent): Trial => ({
  shown: false,
  isDecided: false,
  wasLate: false,
  spent,
  broken,
});
