import { acquiringRecordsIn } from '../../../oracles/answers/acquiringRecords.ts';
import type { OracleResult } from '../../../oracles/core/result.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { sentence } from '../../../traffic/outcome/fault.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Reach } from '../../engine/campaign/driver.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { Tally } from '../../engine/coverage/tally.ts';
import type { BoundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { RequirementResult } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/** The kinds of counts of a campaign, each by name. */
type Kind =
  /** Cases by the operation of their last step. */
  | 'operations'
  /** Cases by label: valid, invalid, odd. */
  | 'labels'
  /** Operation and class of each answer to a step. */
  | 'classes'
  /** Operation and name of each query parameter that was sent. */
  | 'parameters'
  /** Boundary cases covered by requests that were answered. */
  | 'sides'
  /** Status changes of payments, checkouts and requests that reads have shown. */
  | 'moves'
  /** Oracles that decided something, by name, and trace checks by id. */
  | 'oracles'
  /** Valid cases by the class of their last answer. */
  | 'valid'
  /** Cases that were not sent, or not completely, by reason. */
  | 'dropped';

/** Explains why a result has decided nothing. */
function lackWords({ outcome, faults: [fault] }: Extract<OracleResult, { state: 'undecided' }>): string {
  if (!fault) return outcome;
  const { wanted, seen } = sentence(fault);
  return `expected ${wanted}, got ${seen}`;
}

/** Returns a step as it was sent. */
function sentStep(step: CaseStep, { line: { request } }: Exchange): CaseStep {
  const { body: _, ...rest } = step;
  const { method, path, headers, body } = request;
  const text = body?.text;
  return { ...rest, method, path, headers, ...(text !== undefined && { body: { type: 'application/json', text } }) };
}

/** True if the target examined a request. False if the request was throttled or got no answer. */
const isLookedAt = ({ status, class: is }: Exchange) => status !== undefined && is !== 'throttled';

/** Counts what a campaign has reached, as far as it was sent and judged. */
export class Coverage {
  /** The counts by kind and name. */
  readonly counts = new Tally<Kind>();
  readonly #evidenced = new Set<string>();
  readonly #lacking = new Map<string, string>();
  readonly #silent = new Map<string, string>();

  /** The requirements that were decided, with any outcome. */
  get evidenced(): ReadonlySet<string> {
    return this.#evidenced;
  }

  /** Why requirements of assertions or trace checks were not decided, by id, in the words of the last result. */
  get lacking(): ReadonlyMap<string, string> {
    return this.#lacking;
  }

  /** Why oracles and trace checks have decided nothing, by name, in the words of the last result. */
  get silent(): ReadonlyMap<string, string> {
    return this.#silent;
  }

  /** Returns how many operations of the interface were tried, and how many requirements were decided. */
  reachOf({ operations }: Contract): Reach {
    const documented = operations.filter(({ optional }) => !optional);
    const tried = documented.filter(({ key }) => this.counts.has('operations', key));
    const catalogue = readCatalogue();
    const decided = catalogue.filter(({ id }) => this.#evidenced.has(id));
    return {
      operations: { done: tried.length, of: documented.length },
      requirements: { done: decided.length, of: catalogue.length },
    };
  }

  /** Counts cases that were not sent, by reason. */
  dropped(why: string, count = 1): void {
    this.counts.add('dropped', why, count);
  }

  /** Counts what case generators leave out for a target. */
  leftOut(moves: readonly CaseGenerator[], known: TargetInventory): void {
    for (const move of moves) for (const [why, count] of move.dropped?.(known) ?? []) this.dropped(why, count);
  }

  /** Counts a case that was executed, and the boundary cases that its requests cover. */
  executed({ case: one, steps, assertions, incompleteBecause }: ExecutedCase, boundaryCases: BoundaryCaseIndex): void {
    if (incompleteBecause !== undefined) this.dropped('an answer lacks what a later request of the case needs');
    this.counts.add('labels', one.label.is);
    this.counts.add('operations', one.steps.at(-1)?.operation ?? 'none');
    for (const [at, exchange] of steps.entries()) {
      const { operation = 'none', path = '' } = one.steps[at] ?? {};
      if (!exchange) continue;
      this.counts.add('classes', `${operation} ${exchange.class}`);
      for (const name of new URLSearchParams(path.split('?')[1] ?? '').keys())
        this.counts.add('parameters', `${operation} ${name}`);
      const step = one.steps[at];
      if (step && isLookedAt(exchange))
        for (const name of boundaryCases.of(sentStep(step, exchange))) this.counts.add('sides', name);
    }
    const answered = steps.at(-1);
    if (one.label.is === 'valid' && answered) this.counts.add('valid', answered.class);
    for (const { claim: assertion, ruling: result } of assertions) {
      if (result.state === 'undecided') {
        this.#silent.set(assertion.oracle, lackWords(result));
        continue;
      }
      this.counts.add('oracles', assertion.oracle);
      this.#evidenced.add(assertion.requirement);
    }
  }

  /** Counts the results of a batch. */
  judged(judgements: readonly RequirementResult[], record: RunRecord): void {
    for (const { requirement, contribution } of judgements) {
      const { ruling: result } = contribution;
      if (result.state === 'undecided') {
        const words = lackWords(result);
        this.#lacking.set(requirement.id, words);
        if (requirement.law) this.#silent.set(requirement.id, words);
        continue;
      }
      if (requirement.law) this.counts.add('oracles', requirement.id);
      this.#evidenced.add(requirement.id);
    }
    this.#movesIn(record);
  }

  #movesIn(record: RunRecord): void {
    const payments = record.payments.map(({ value }) => ({ kind: 'payment', value }));
    const others = record.exchanges.flatMap(({ line, json }) =>
      line.readBack && json !== undefined ? [{ kind: line.readBack, value: json }] : [],
    );
    const made = acquiringRecordsIn(record).map(({ kind, created }) => ({ kind, value: created.json }));
    const last = new Map<string, string>();
    for (const { kind, value } of [...made, ...payments, ...others]) {
      const [id, status] = [textField(value, 'id'), textField(value, 'status')];
      if (id === undefined || status === undefined) continue;
      const before = last.get(id);
      if (before !== undefined && before !== status) this.counts.add('moves', `${kind}: ${before} > ${status}`);
      last.set(id, status);
    }
  }
}
