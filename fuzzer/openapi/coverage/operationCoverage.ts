import { type AuthGate, noAuthGate } from './authGate.ts';

/** The coverage of one operation; boundary cases are identified by their hashes. */
export interface OperationCoverage {
  cases: number;
  valid: number;
  accepted: number;
  /** The names of the parts that a request had. */
  touched: Set<string>;
  /**
   * Boundary cases with a sent case (`sides`); with an answer that accepted a case, or refused it for its content (`judged`); with a generated case
   * (`offered`); and with a generated case that was dropped, by reason (`lost`).
   */
  sides: Set<number>;
  judged: Set<number>;
  offered: Set<number>;
  lost: Map<string, Set<number>>;
  /** Valid requests that were varied to the end, or were not accepted. */
  bases: number;
  /** All cases of one valid request were generated. */
  isWalked: boolean;
  /** Answers by status class, and the names under which the received statuses are described. */
  classes: Map<string, number>;
  responses: Set<string>;
  /** Cases that were generated and not sent, by reason. */
  dropped: Map<string, number>;
  /** Counts that show whether it enforces authentication. */
  door: AuthGate;
  /** Why no case of it could be generated, or why none is sent any more. */
  lacks?: string;
}

/** The coverage of one operation in the form that a file stores. */
export interface StoredOperationCoverage
  extends Pick<OperationCoverage, 'cases' | 'valid' | 'accepted' | 'bases' | 'isWalked' | 'door' | 'lacks'> {
  touched: readonly string[];
  sides: readonly number[];
  judged: readonly number[];
  offered: readonly number[];
  lost: readonly (readonly [string, readonly number[]])[];
  classes: readonly (readonly [string, number])[];
  responses: readonly string[];
  dropped: readonly (readonly [string, number])[];
}

const nothing: StoredOperationCoverage = {
  cases: 0,
  valid: 0,
  accepted: 0,
  bases: 0,
  isWalked: false,
  door: noAuthGate,
  touched: [],
  sides: [],
  judged: [],
  offered: [],
  lost: [],
  classes: [],
  responses: [],
  dropped: [],
};

/** Restores the coverage of an operation; empty coverage by default. */
export const restoreCoverage = (stored: StoredOperationCoverage = nothing): OperationCoverage => ({
  ...stored,
  touched: new Set(stored.touched),
  sides: new Set(stored.sides),
  judged: new Set(stored.judged),
  offered: new Set(stored.offered),
  lost: new Map(stored.lost.map(([why, marks]) => [why, new Set(marks)])),
  classes: new Map(stored.classes),
  responses: new Set(stored.responses),
  dropped: new Map(stored.dropped),
});

/** Returns the coverage of an operation in the form that is stored. */
export const storeCoverage = (seen: OperationCoverage): StoredOperationCoverage => ({
  ...seen,
  touched: [...seen.touched],
  sides: [...seen.sides],
  judged: [...seen.judged],
  offered: [...seen.offered],
  lost: [...seen.lost].map(([why, marks]) => [why, [...marks]]),
  classes: [...seen.classes],
  responses: [...seen.responses],
  dropped: [...seen.dropped],
});
