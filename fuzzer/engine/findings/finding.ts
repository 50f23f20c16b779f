import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { FindingStatus, TrialCount } from './findingStatus.ts';

/** An exchange of the case of a finding, or a read that followed, as it was kept: secrets replaced. */
export interface StoredExchange {
  request: { method: string; path: string; headers: readonly (readonly [string, string])[]; body?: string };
  answer?: { status: number; headers: readonly (readonly [string, string])[]; body: string };
  failure?: string;
  /** It shows what was found. */
  shows?: true;
}

/** Who confirmed that a shrunk case shows the same: the validators alone, the embedded emulator, or the target itself. */
export type ConfirmedBy = 'validators' | 'emulator' | 'target';

/** Where a finding on any API was found, and what it is judged by. */
export interface ApiSource {
  baseUrl: string;
  /** The contract: an address, or a file from the folder of the findings. */
  contract: string;
  /** The fingerprint of the contract. */
  fingerprint: string;
  /** Its credentials by reference, as `--auth` names them. */
  auth: readonly string[];
}

/**
 * The version of the words in which findings are written. Fingerprints are made of these words: whoever changes the sentences of faults
 * raises it, so that stored findings keep their fingerprints.
 */
export const currentWording = 2;

/** What a campaign found: the requirement that is broken, and the least case that shows it. */
export interface Found {
  fingerprint: string;
  /** The version of the words that the fingerprint was made of; 1 if absent. */
  wording?: number;
  requirement: string;
  /** The code of the fault (`traffic/outcome/fault.ts`). */
  code?: string;
  /** The operation of the last step. */
  operation: string;
  outcome: string;
  wanted: string;
  seen: string;
  case: FuzzCase;
  /** Whether the case was made smaller, by whom that is confirmed, and at the price of how many POSTs of the target. */
  shrunk?: { by: ConfirmedBy; posts: number };
  exchanges: readonly StoredExchange[];
  /** What repeats the campaign that found it. */
  seed: number;
  /** Where an API by its contract alone showed it; absent for a target that speaks the interface. */
  api?: ApiSource;
}

/** What one sending of a case showed: none of these without the others. */
export type FindingEvidence = Pick<Found, 'outcome' | 'wanted' | 'seen' | 'exchanges'>;

/** A smaller case that shows the same, and what it showed. */
export type ShrunkCase = Pick<Found, 'case'> & FindingEvidence & Required<Pick<Found, 'shrunk'>>;

/** A finding as the store has it. */
export interface Finding extends Found {
  firstRun: string;
  lastRun: string;
  trials: readonly TrialCount[];
  standing: FindingStatus;
}
