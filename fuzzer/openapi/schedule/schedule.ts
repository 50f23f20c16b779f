import { hash } from 'node:crypto';
import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import {
  type Candidate,
  type CaseGroup,
  caseGroups,
  type GroupedCase,
  type OperationCases,
  operationCases,
} from '../../engine/requests/requestCases.ts';
import { type RequestModel, requestModel } from '../../engine/requests/requestModel.ts';
import type { Dropped, OpenApiCoverage } from '../coverage/coverage.ts';
import { boundaryHash } from '../coverage/denominator.ts';

/** The context in which turns are planned. */
export interface ScheduleOptions {
  contract: Contract;
  coverage: OpenApiCoverage;
  seed: number;
  /** A real credential is available, so that a wrong one can be tried. */
  isKnown: boolean;
}

/** The most cases of a group that are considered for a turn. */
const mostLooked = 600;

/** From this round on, each round varies another valid request. */
const anew = 5;

/** Returns how the base request of a round is built. Every second base request has all optional members, beginning with the first base request. */
function baseIn(round: number, used: number): { seed: number; isFull: boolean } {
  const at = round < anew ? used : round;
  return { seed: at, isFull: at % 2 === 0 };
}

/** Returns how many cases of a group an operation has in a round: first a single one, then twice as many each round. */
function allowance(group: CaseGroup, round: number): number {
  if (round === 0) return group === 'example' ? 1 : 0;
  const first: Readonly<Record<CaseGroup, number>> = { example: 2, boundary: 2, protocol: 3, random: 1, defect: 4 };
  return first[group] * 2 ** Math.min(round - 1, 8);
}

/** One turn of an operation, and why no case of it can be generated. */
interface Turn {
  subject: RequestModel;
  cases: OperationCases;
  round: number;
  why(): string;
  /** It has more cases than are considered. */
  isCut: boolean;
  /** It has untried boundary cases that are left to the next turn. */
  isLeaving: boolean;
}

/** Plans the turns of operations: each round has a few cases of every group, untried boundary cases first. Only a hash of each sent case is stored. */
export class Schedule {
  readonly #turning: ScheduleOptions;
  readonly #tried: Map<string, Set<number>>;

  /** Starts with the hashes of cases that were sent before, if any. */
  constructor(turning: ScheduleOptions, tried: Readonly<Record<string, readonly number[]>> = {}) {
    this.#turning = turning;
    this.#tried = new Map(Object.entries(tried).map(([key, marks]) => [key, new Set(marks)]));
  }

  /** The hashes of the sent cases by operation, in the form that is stored. */
  get tried(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries([...this.#tried].map(([key, marks]) => [key, [...marks]]));
  }

  /** Returns the model of an operation, its cases of a round, and those chosen for the turn; undefined if no valid request can be generated. */
  of(
    operation: Operation,
    round: number,
  ): { subject: RequestModel; cases: OperationCases; chosen: Iterable<GroupedCase> } | undefined {
    const { contract, coverage, seed, isKnown } = this.#turning;
    const subject = requestModel(contract, operation);
    const dropped = new Map<string, { count: number; sides: Set<number> }>();
    const base = baseIn(round, coverage.basesOf(operation));
    const cases = operationCases(subject, {
      seed: seed + base.seed,
      isFull: base.isFull,
      // Cases of earlier rounds are generated again and skipped.
      random: Math.min(200, 2 * allowance('random', round)),
      isKnown,
      dropped: (cause, reason) => {
        const { count, sides: boundaryCases } = dropped.get(cause) ?? { count: 0, sides: new Set() };
        dropped.set(cause, {
          count: count + 1,
          sides: reason ? boundaryCases.add(boundaryHash(reason)) : boundaryCases,
        });
      },
    });
    const why = () => [...dropped].sort(([, a], [, b]) => b.count - a.count)[0]?.[0] ?? 'its requests cannot be made';
    if (!cases) {
      coverage.lacks(operation, `no valid case can be generated: ${why()}`);
      return undefined;
    }
    return {
      subject,
      cases,
      chosen: this.#counted({ subject, cases, round, why, isCut: false, isLeaving: false }, dropped),
    };
  }

  /** Generates the cases of a turn; when it ends, the dropped cases are counted. */
  *#counted(turn: Turn, dropped: Dropped): Generator<GroupedCase> {
    try {
      yield* this.#chosen(turn);
    } finally {
      this.#turning.coverage.dropped(turn.subject.operation, dropped);
    }
  }

  *#chosen(turn: Turn): Generator<GroupedCase> {
    const { coverage } = this.#turning;
    const { round, why } = turn;
    const { operation } = turn.subject;
    let count = 0;
    for (const group of caseGroups) {
      const most = allowance(group, round);
      for (const one of most > 0 ? this.#picked(turn, { group, most }) : []) {
        count += 1;
        yield one;
      }
    }
    // Boundary cases and defects both vary one valid request.
    if (round > 0 && !turn.isCut) coverage.walked(operation);
    const isUsed = (round > 0 && !turn.isLeaving) || coverage.isRefused(operation);
    if (isUsed) coverage.usedBase(operation);
    if (count === 0 && coverage.casesOf(operation) === 0)
      coverage.lacks(operation, `no valid case can be generated: ${why()}`);
  }

  /** Generates unsent cases of a group up to a number. A case is written and checked only if it may be sent, or shows that a boundary case can be tried. */
  *#picked(turn: Turn, { group, most }: { group: CaseGroup; most: number }): Generator<GroupedCase> {
    const { subject } = turn;
    const { coverage } = this.#turning;
    const tried = this.#triedOf(subject.operation);
    let left = most;
    for (const candidate of this.#considered(turn, group)) {
      if (left <= 0 && !coverage.isFresh(subject.operation, candidate)) return;
      if (left <= 0 && turn.isLeaving && coverage.isOffered(subject.operation, candidate)) continue;
      const one = candidate.confirmed();
      if (!one) continue;
      coverage.offered(subject, one);
      const mark = stepsMark(one);
      if (tried.has(mark)) continue;
      turn.isLeaving ||= left <= 0;
      if (left <= 0) continue;
      left -= 1;
      tried.add(mark);
      yield one;
    }
  }

  /** Generates the candidates of a group: those for untried boundary cases first. */
  *#considered(turn: Turn, group: CaseGroup): Generator<Candidate> {
    const { subject, cases } = turn;
    const others: Candidate[] = [];
    let looked = 0;
    for (const candidate of cases.candidates(group)) {
      looked += 1;
      turn.isCut ||= looked > mostLooked;
      if (looked > mostLooked) break;
      const isNext = !candidate.reason || this.#turning.coverage.isFresh(subject.operation, candidate);
      if (isNext) yield candidate;
      else others.push(candidate);
    }
    yield* others;
  }

  #triedOf({ key }: Operation): Set<number> {
    const tried = this.#tried.get(key) ?? new Set<number>();
    this.#tried.set(key, tried);
    // Forgets the sent cases when there are too many of them. A forgotten case may be sent once more.
    if (tried.size > mostMarks) tried.clear();
    return tried;
  }
}

const mostMarks = 20_000;

/** Returns the hash of a case; its text may be long. */
const stepsMark = ({ steps }: GroupedCase) => Number.parseInt(hash('sha1', JSON.stringify(steps)).slice(0, 13), 16);
