import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import {
  type CaseGroup,
  caseGroups,
  type GroupedCase,
  type OperationCases,
  operationCases,
} from '../../engine/requests/requestCases.ts';
import { type RequestModel, requestModel } from '../../engine/requests/requestModel.ts';
import type { Dropped, OpenApiCoverage } from '../coverage/coverage.ts';
import { boundaryHash } from '../coverage/denominator.ts';
import { textHash } from '../coverage/hash.ts';

/** What turns are made with. */
export interface ScheduleOptions {
  contract: Contract;
  coverage: OpenApiCoverage;
  seed: number;
  /** A credential is at hand, beside which a wrong one can be tried. */
  isKnown: boolean;
}

/** So many cases of a group are looked at for those of a turn. */
const mostLooked = 600;

/** From this round on requests vary another sound one each round. */
const anew = 5;

/** The sound request that those of a round vary: every other one has all that it may have, the first among them, and the rest what was drawn. */
function baseIn(round: number, used: number): { seed: number; isFull: boolean } {
  const at = round < anew ? used : round;
  return { seed: at, isFull: at % 2 === 0 };
}

/** How many cases of a group an operation has in a round: at first one that touches it, then twice as many each round. */
function allowance(group: CaseGroup, round: number): number {
  if (round === 0) return group === 'example' ? 1 : 0;
  const first: Readonly<Record<CaseGroup, number>> = { example: 2, boundary: 2, protocol: 3, random: 1, defect: 4 };
  return first[group] * 2 ** Math.min(round - 1, 8);
}

/** One turn of an operation, and why no case of it can be made. */
interface Turn {
  subject: RequestModel;
  cases: OperationCases;
  round: number;
  why(): string;
  /** It has more cases than are looked at. */
  isCut: boolean;
  /** It has cases on new sides that it leaves to the next. */
  isLeaving: boolean;
}

/** Turns of operations: in each round each has a few cases of every group, those first that try what was not tried before; nothing is kept of a case but a number. */
export class Schedule {
  readonly #turning: ScheduleOptions;
  readonly #tried: Map<string, Set<number>>;

  /** Begins with the marks of cases that were sent before, where some were. */
  constructor(turning: ScheduleOptions, tried: Readonly<Record<string, readonly number[]>> = {}) {
    this.#turning = turning;
    this.#tried = new Map(Object.entries(tried).map(([key, marks]) => [key, new Set(marks)]));
  }

  /** Marks of the cases that were sent of each operation, to be kept. */
  get tried(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries([...this.#tried].map(([key, marks]) => [key, [...marks]]));
  }

  /** The subject of an operation, its cases of a round, and the sound request that they vary; undefined where none can be made. */
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
      // Those of earlier rounds are drawn again, and passed by.
      random: Math.min(200, 2 * allowance('random', round)),
      isKnown,
      dropped: (cause, reason) => {
        const { count, sides } = dropped.get(cause) ?? { count: 0, sides: new Set() };
        dropped.set(cause, { count: count + 1, sides: reason ? sides.add(boundaryHash(reason)) : sides });
      },
    });
    const why = () => [...dropped].sort(([, a], [, b]) => b.count - a.count)[0]?.[0] ?? 'its requests cannot be made';
    if (!cases) {
      coverage.lacks(operation, `no sound case can be drawn: ${why()}`);
      return undefined;
    }
    return {
      subject,
      cases,
      chosen: this.#counted({ subject, cases, round, why, isCut: false, isLeaving: false }, dropped),
    };
  }

  /** The cases of a turn; once it has ended, those are counted that were dropped for it. */
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
    // Those of both groups are varied from one sound request.
    if (round > 0 && !turn.isCut) coverage.walked(operation);
    const isUsed = (round > 0 && !turn.isLeaving) || coverage.isRefused(operation);
    if (isUsed) coverage.usedBase(operation);
    if (count === 0 && coverage.casesOf(operation) === 0)
      coverage.lacks(operation, `no sound case can be drawn: ${why()}`);
  }

  /** So many cases of a group that were not sent before: what tries a constraint on a new side first. */
  *#picked(turn: Turn, { group, most }: { group: CaseGroup; most: number }): Generator<GroupedCase> {
    const { subject, cases } = turn;
    const { coverage } = this.#turning;
    const tried = this.#triedOf(subject.operation);
    const others: GroupedCase[] = [];
    let [left, looked] = [most, 0];
    for (const one of cases.of(group)) {
      looked += 1;
      turn.isCut ||= looked > mostLooked;
      if (looked > mostLooked) break;
      coverage.offered(subject, one);
      if (tried.has(stepsMark(one))) continue;
      const isNext = one.reason === undefined || coverage.isFresh(subject.operation, one);
      if (!isNext) {
        if (others.length < most) others.push(one);
        continue;
      }
      if (left <= 0) {
        // What is not looked at is not offered either.
        if (one.reason === undefined) return;
        turn.isLeaving = true;
        continue;
      }
      left -= 1;
      tried.add(stepsMark(one));
      yield one;
    }
    for (const one of others.slice(0, Math.max(0, left))) {
      tried.add(stepsMark(one));
      yield one;
    }
  }

  #triedOf({ key }: Operation): Set<number> {
    const tried = this.#tried.get(key) ?? new Set<number>();
    this.#tried.set(key, tried);
    // What is forgotten may be sent once more.
    if (tried.size > mostKept) tried.clear();
    return tried;
  }
}

const mostKept = 20_000;

const stepsMark = ({ steps }: GroupedCase) => textHash(JSON.stringify(steps));
