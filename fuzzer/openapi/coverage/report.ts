import type { UnconfirmedFailures } from './unconfirmedFailures.ts';

/** So many of how many there are. */
export interface Fraction {
  of: number;
  done: number;
}

/** So many of how many a contract has, and how many of the rest were not reached for one reason. */
export interface ExplainedFraction extends Fraction {
  missing: Readonly<Record<string, number>>;
}

/** What a campaign has touched of a contract, with what there is of it: what is counted against is of the contract alone, however far the campaign came. */
export interface OpenApiReport {
  operations: Fraction & { reached: number };
  /** Parameters and bodies of operations that a request had. */
  parameters: ExplainedFraction;
  /** Constraints of what requests are made of, by keyword and by the side on which they were tried. */
  sides: Readonly<Record<string, ExplainedFraction>>;
  /** Classes of statuses that operations describe, by which an answer came. */
  statuses: ExplainedFraction;
  /** Answers by the classes of their statuses. */
  classes: Readonly<Record<string, number>>;
  responses: Fraction;
  requirements: Readonly<Record<string, { held: number; broken: number; undecided: number; learned: number }>>;
  /** Failures that convict nobody: they were not seen twice of two. */
  passing: UnconfirmedFailures;
  /** Valid cases that were accepted. */
  valid: Fraction;
  labels: Readonly<Record<string, number>>;
  /** Cases that were made and not sent since their final text is not what they are said to be, by why. */
  dropped: Readonly<Record<string, number>>;
  /** The same of cases whose text a sound reader may take for another value. */
  ambiguous: Readonly<Record<string, number>>;
  /** Operations that want a credential and answered all sound requests with 401 or 403; none where any of them has let somebody in. */
  barred: readonly string[];
  /** Operations that want a credential and were not seen to refuse whoever has none, by why. */
  unshut: Readonly<Record<string, readonly string[]>>;
  /** Operations that took nothing, by why. */
  unreached: Readonly<Record<string, readonly string[]>>;
}
