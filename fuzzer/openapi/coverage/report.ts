import type { CampaignCoverage, Fraction } from '../../engine/coverage/campaignCoverage.ts';
import type { UnconfirmedFailures } from './unconfirmedFailures.ts';

/** A part of everything in a contract. The rest, which was not reached, is counted by reason. */
export interface ExplainedFraction extends Fraction {
  missing: Readonly<Record<string, number>>;
}

/**
 * The coverage of a contract by a campaign. Totals depend on the contract only, however far the campaign came. `counts` has cases by label (`labels`), answers
 * by status class (`classes`), and generated cases that were not sent, by reason: since their final text does not match their label (`dropped`), or since a
 * conforming receiver may read it in another way (`ambiguous`).
 */
export interface OpenApiReport extends CampaignCoverage {
  operations: Fraction & { reached: number };
  /** Parameters and bodies of operations that a request included. */
  parameters: ExplainedFraction;
  /** Boundary cases of the constraints on requests, by keyword and side. */
  sides: Readonly<Record<string, ExplainedFraction>>;
  /** The status classes that operations describe, and how many of them an answer had. */
  statuses: ExplainedFraction;
  responses: Fraction;
  requirements: Readonly<Record<string, { held: number; broken: number; undecided: number; learned: number }>>;
  /** Failures that are not reported against the target: a repeat did not confirm them. */
  passing: UnconfirmedFailures;
  /** Valid cases that were accepted. */
  valid: Fraction;
  /** Secured operations that answered valid requests with 401 or 403; empty if any secured operation accepted the credential. */
  barred: readonly string[];
  /** Secured operations that were not seen to refuse unauthenticated requests, by reason. */
  unshut: Readonly<Record<string, readonly string[]>>;
  /** Operations that accepted nothing, by reason. */
  unreached: Readonly<Record<string, readonly string[]>>;
}
