import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { FindingStatus, TrialCount } from './findingStatus.ts';

/** An exchange of a finding's case, or a read that followed, in its stored form: secrets are replaced. */
export interface StoredExchange {
  request: { method: string; path: string; headers: readonly (readonly [string, string])[]; body?: string };
  answer?: { status: number; headers: readonly (readonly [string, string])[]; body: string };
  failure?: string;
  /** The exchange shows the finding. */
  shows?: true;
}

/** Who confirmed that a shrunk case shows the same violation: only the validators, the embedded emulator, or the target itself. */
export type ConfirmedBy = 'validators' | 'emulator' | 'target';

/** The API on which a finding was found, and the contract that judges it. */
export interface ApiSource {
  baseUrl: string;
  /** The contract: an address, or a file relative to the folder of the findings. */
  contract: string;
  /** The fingerprint of the contract. */
  fingerprint: string;
  /** Its credentials by reference, in the form of `--auth`. */
  auth: readonly string[];
}

/**
 * The version of the words in which findings are written. Fingerprints are made from these words. Anyone who changes the sentences of faults must raise this
 * version, so that stored findings keep their fingerprints.
 */
export const currentWording = 3;

/** A result of a campaign: the violated requirement, and the smallest case that shows the violation. */
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
  /** Present if the case was shrunk: who confirmed the shrunk case, and how many POSTs to the target the shrinking cost. */
  shrunk?: { by: ConfirmedBy; posts: number };
  exchanges: readonly StoredExchange[];
  /** The seed that repeats the campaign. */
  seed: number;
  /** The API, if only its contract was known; absent for a target that implements the interface. */
  api?: ApiSource;
}

/** The evidence of one sending of a case: these fields always change together. */
export type FindingEvidence = Pick<Found, 'outcome' | 'wanted' | 'seen' | 'exchanges'>;

/** A smaller case that shows the same violation, with its evidence. */
export type ShrunkCase = Pick<Found, 'case'> & FindingEvidence & Required<Pick<Found, 'shrunk'>>;

/** A finding as the store returns it. */
export interface Finding extends Found {
  firstRun: string;
  lastRun: string;
  trials: readonly TrialCount[];
  standing: FindingStatus;
}
