import { acquiringRecordsIn } from '../../../oracles/answers/acquiringRecords.ts';
import type { OracleResult } from '../../../oracles/core/result.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { sentence } from '../../../traffic/outcome/fault.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { BoundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { RequirementResult } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/** What is counted of a campaign, each by its name. */
const kinds = [
  /** Cases by the operation of their last step. */
  'operations',
  /** Cases that are valid, invalid, odd. */
  'labels',
  /** Operation and class of each answer to a step. */
  'classes',
  /** Operation and name of each parameter of a query that was sent. */
  'parameters',
  /** Sides of keywords on which requests lay that were answered. */
  'sides',
  /** Moves of payments, checkouts and requests that reads have shown. */
  'moves',
  /** Oracles that decided something, by their names; laws by their ids. */
  'oracles',
  /** Valid cases by the class of their last answer. */
  'valid',
  /** Cases that were not sent, or not to their end, by why. */
  'dropped',
] as const;

type Kind = (typeof kinds)[number];

/** Why a ruling has decided nothing. */
function lackWords({ outcome, faults: [fault] }: Extract<OracleResult, { state: 'undecided' }>): string {
  if (!fault) return outcome;
  const { wanted, seen } = sentence(fault);
  return `wanted ${wanted}, seen ${seen}`;
}

/** A step as it was on the wire. */
function sentStep(step: CaseStep, { line: { request } }: Exchange): CaseStep {
  const { body: _, ...rest } = step;
  const { method, path, headers, body } = request;
  const text = body?.text;
  return { ...rest, method, path, headers, ...(text !== undefined && { body: { type: 'application/json', text } }) };
}

/** Whether a request was looked at: one beyond the allowance is not, nor one that got no answer. */
const isLookedAt = ({ status, class: is }: Exchange) => status !== undefined && is !== 'throttled';

/** What a campaign has touched, as far as it was sent and judged. */
export class Coverage {
  readonly #counts = Object.fromEntries(kinds.map((kind) => [kind, new Map<string, number>()])) as Record<
    Kind,
    Map<string, number>
  >;
  readonly #evidenced = new Set<string>();
  readonly #lacking = new Map<string, string>();
  readonly #silent = new Map<string, string>();

  /** The requirements that were decided, whatever was seen. */
  get evidenced(): ReadonlySet<string> {
    return this.#evidenced;
  }

  /** Why requirements that claims or laws asked for were not decided, by id, in the words of the last ruling. */
  get lacking(): ReadonlyMap<string, string> {
    return this.#lacking;
  }

  /** Why oracles and laws have decided nothing, by their names, in the words of the last ruling. */
  get silent(): ReadonlyMap<string, string> {
    return this.#silent;
  }

  /** All counts by their kinds and names. */
  get counts(): Readonly<Record<Kind, ReadonlyMap<string, number>>> {
    return this.#counts;
  }

  #add(kind: Kind, name: string, count = 1): void {
    const counts = this.#counts[kind];
    counts.set(name, (counts.get(name) ?? 0) + count);
  }

  /** Cases that were not sent, and why. */
  dropped(why: string, count = 1): void {
    this.#add('dropped', why, count);
  }

  /** What moves leave out on a target. */
  leftOut(moves: readonly CaseGenerator[], known: TargetInventory): void {
    for (const move of moves) for (const [why, count] of move.dropped?.(known) ?? []) this.dropped(why, count);
  }

  /** A case that was played, and the sides that requests of its contract may lie on. */
  executed({ case: one, steps, assertions, incompleteBecause }: ExecutedCase, sides: BoundaryCaseIndex): void {
    if (incompleteBecause !== undefined) this.dropped('an answer lacks what a later request of the case needs');
    this.#add('labels', one.label.is);
    this.#add('operations', one.steps.at(-1)?.operation ?? 'none');
    for (const [at, exchange] of steps.entries()) {
      const { operation = 'none', path = '' } = one.steps[at] ?? {};
      if (!exchange) continue;
      this.#add('classes', `${operation} ${exchange.class}`);
      for (const name of new URLSearchParams(path.split('?')[1] ?? '').keys())
        this.#add('parameters', `${operation} ${name}`);
      const step = one.steps[at];
      if (step && isLookedAt(exchange)) for (const name of sides.of(sentStep(step, exchange))) this.#add('sides', name);
    }
    const answered = steps.at(-1);
    if (one.label.is === 'valid' && answered) this.#add('valid', answered.class);
    for (const { claim, ruling } of assertions) {
      if (ruling.state === 'undecided') {
        this.#silent.set(claim.oracle, lackWords(ruling));
        continue;
      }
      this.#add('oracles', claim.oracle);
      this.#evidenced.add(claim.requirement);
    }
  }

  /** What a batch was judged to be. */
  judged(judgements: readonly RequirementResult[], record: RunRecord): void {
    for (const { requirement, contribution } of judgements) {
      const { ruling } = contribution;
      if (ruling.state === 'undecided') {
        const words = lackWords(ruling);
        this.#lacking.set(requirement.id, words);
        if (requirement.law) this.#silent.set(requirement.id, words);
        continue;
      }
      if (requirement.law) this.#add('oracles', requirement.id);
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
      if (before !== undefined && before !== status) this.#add('moves', `${kind}: ${before} > ${status}`);
      last.set(id, status);
    }
  }
}
