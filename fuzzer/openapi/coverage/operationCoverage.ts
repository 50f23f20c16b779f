import { type AuthGate, noAuthGate } from './authGate.ts';

/** What was seen of one operation; constraints are told by their marks. */
export interface OperationCoverage {
  cases: number;
  valid: number;
  accepted: number;
  /** The names of its parts that a request had. */
  touched: Set<string>;
  /** Sides of constraints on which a case was sent, those of which an answer took a case or refused it for what it is, those for which one was made, and those for which one was made and dropped, by why. */
  sides: Set<number>;
  judged: Set<number>;
  offered: Set<number>;
  lost: Map<string, Set<number>>;
  /** Sound requests that were varied to their end, or were not taken. */
  bases: number;
  /** All that can be made from one sound request was made. */
  isWalked: boolean;
  /** Answers by the classes of their statuses, and the names by which those that came are described. */
  classes: Map<string, number>;
  responses: Set<string>;
  /** Cases that were made and not sent, by why. */
  dropped: Map<string, number>;
  /** Whom it lets in. */
  door: AuthGate;
  /** Why a case of it could not be made, or is not sent. */
  lacks?: string;
}

/** The same as a file keeps it. */
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

/** What was seen of an operation as it was kept; nothing, where nothing was. */
export const restoreCoverage = (kept: StoredOperationCoverage = nothing): OperationCoverage => ({
  ...kept,
  touched: new Set(kept.touched),
  sides: new Set(kept.sides),
  judged: new Set(kept.judged),
  offered: new Set(kept.offered),
  lost: new Map(kept.lost.map(([why, marks]) => [why, new Set(marks)])),
  classes: new Map(kept.classes),
  responses: new Set(kept.responses),
  dropped: new Map(kept.dropped),
});

/** What was seen of an operation, to be kept. */
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
