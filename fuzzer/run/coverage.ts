import type { RunRecord } from '../../harness/record.ts';
import { textField } from '../../harness/record.ts';
import type { Judgement } from './batch.ts';
import type { Played } from './player.ts';

/** How often something was, by its name. */
export type Counts = ReadonlyMap<string, number>;

const addTo = (counts: Map<string, number>, name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);

/** What a campaign has touched of what there is. */
export class Coverage {
  readonly #counts = {
    /** Cases by the operation of their last step, and those of them that are sound, broken, odd. */
    operations: new Map<string, number>(),
    labels: new Map<string, number>(),
    /** Operation and class of each answer to a step. */
    classes: new Map<string, number>(),
    /** Operation and name of each parameter that was sent. */
    parameters: new Map<string, number>(),
    /** Keywords of the contract by the side on which they were tried. */
    sides: new Map<string, number>(),
    /** Moves of records that reads have shown. */
    moves: new Map<string, number>(),
    /** Oracles that decided something, by their names; laws by their ids. */
    oracles: new Map<string, number>(),
    /** Valid cases, and those of them that were accepted. */
    valid: new Map<string, number>(),
    dropped: new Map<string, number>(),
  };
  readonly #evidenced = new Set<string>();
  /** Why a requirement that was asked for is not evidenced, in the words of its last ruling. */
  readonly #lacking = new Map<string, string>();

  /** The requirements that were decided, whatever was seen. */
  get evidenced(): ReadonlySet<string> {
    return this.#evidenced;
  }

  /** Why requirements that claims or laws asked for are not decided, by id. */
  get lacking(): ReadonlyMap<string, string> {
    return this.#lacking;
  }

  /** All counts by their kinds. */
  get counts(): Readonly<Record<keyof Coverage['_counts'], Counts>> {
    return this.#counts;
  }

  /** Only for its type. */
  declare readonly _counts: {
    operations: Counts;
    labels: Counts;
    classes: Counts;
    parameters: Counts;
    sides: Counts;
    moves: Counts;
    oracles: Counts;
    valid: Counts;
    dropped: Counts;
  };

  /** A variation of a move for which no case could be made. */
  dropped(move: string): void {
    addTo(this.#counts.dropped, move);
  }

  /** A case that was played. */
  played({ case: one, steps, claims }: Played, _record: RunRecord): void {
    const { label } = one;
    const last = one.steps.at(-1);
    addTo(this.#counts.labels, label.is);
    addTo(this.#counts.operations, last?.operation ?? 'none');
    if (label.is === 'invalid') addTo(this.#counts.sides, `${label.broken.keyword} out`);
    for (const [at, exchange] of steps.entries()) {
      const step = one.steps[at];
      if (!exchange || !step) continue;
      addTo(this.#counts.classes, `${step.operation ?? 'none'} ${exchange.class}`);
      for (const name of new URLSearchParams(step.path.split('?')[1] ?? '').keys())
        addTo(this.#counts.parameters, `${step.operation} ${name}`);
    }
    const answered = steps.at(-1);
    if (label.is === 'valid' && answered) addTo(this.#counts.valid, answered.class === 'accepted' ? 'accepted' : 'not');
    for (const { claim, ruling } of claims) {
      if (ruling.state === 'undecided') continue;
      addTo(this.#counts.oracles, claim.oracle);
      this.#evidenced.add(claim.requirement);
    }
  }

  /** What a batch was judged to be. */
  judged(judgements: readonly Judgement[], record: RunRecord): void {
    for (const { requirement, contribution } of judgements) {
      const { ruling } = contribution;
      if (ruling.state === 'undecided') {
        const [fault] = ruling.faults;
        this.#lacking.set(requirement.id, fault && 'wanted' in fault ? `lacks ${fault.wanted}` : ruling.outcome);
        continue;
      }
      if (requirement.law) addTo(this.#counts.oracles, requirement.id);
      this.#evidenced.add(requirement.id);
    }
    this.#movesIn(record);
  }

  #movesIn(record: RunRecord): void {
    const last = new Map<string, string>();
    for (const { value } of record.payments) {
      const [id, status] = [textField(value, 'id'), textField(value, 'status')];
      if (id === undefined || status === undefined) continue;
      const before = last.get(id);
      if (before !== undefined && before !== status) addTo(this.#counts.moves, `payment ${before} > ${status}`);
      last.set(id, status);
    }
  }
}
