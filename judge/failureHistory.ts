import type { Outcome } from '../traffic/outcome/outcome.ts';
import type { KnownFailure } from '../traffic/target/file/knownFailures.ts';

/** A failure that is followed from run to run. */
export interface TrackedFailure {
  requirement: string;
  /** The combination that showed it last. */
  combination?: string;
  fingerprint: string;
  code: string;
  wanted: string;
  seen: string;
  /** When it was seen first and last: the starts of these runs, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  /** In how many runs it was seen. */
  times: number;
  /** What showed it: requirement and combination of the requests, the newest last. It is fixed once one of these was asked again, and held. */
  askedBy: readonly string[];
  accepted?: KnownFailure;
}

/** A run in the history of a target. */
export interface Night {
  run: string;
  startedAt: string;
  profile: string;
  /** True for a run for named requirements: it is no night of the history. */
  isPartial?: true;
  exit: number;
  /** The requirements that failed, in the order of their ids. */
  failed: readonly string[];
  /** The outcomes of the other requirements that were tried and were not fine, by their ids. Runs of earlier versions lack it. */
  others?: Readonly<Record<string, Outcome>>;
  /** The requirements that were fine, if the run left some out; absent if it left none out. Smoke runs of earlier versions lack it. */
  fine?: readonly string[];
  /** How many failures were new and fixed, how many requirements passed and were judged, and what the run cost. */
  new: number;
  fixed: number;
  passed: number;
  judged: number;
  posts: number;
  minutes: number;
}

/** The failures of a run and of earlier ones. */
export interface FailureHistory {
  /** When the run before began, ISO 8601; absent in the first run. */
  since?: string;
  new: readonly TrackedFailure[];
  known: readonly TrackedFailure[];
  fixed: readonly TrackedFailure[];
  /** Failures of earlier runs that this run did not ask for again. */
  notAsked: readonly TrackedFailure[];
  /** Failures that an entry of the file of known failures names and that held: what to ask to see that they still hold. */
  watched?: readonly TrackedFailure[];
  /** Earlier runs, the newest last. */
  nights: readonly Night[];
  /** Entries of the file of known failures that no longer say what is true, each with what to do. */
  stale?: readonly { entry: KnownFailure; why: string }[];
  /** This run, as later ones remember it; absent in a shard. */
  tonight: Night;
  /** In how many runs in a row each known failure was asked for and held. */
  held: Readonly<Record<string, number>>;
}

/**
 * What is stored between runs: the failures that are open, those that held and are still named as known, the runs, and how often in a row a known failure
 * held, by its entry.
 */
export interface FailureState {
  version: 1;
  failures: readonly TrackedFailure[];
  watched?: readonly TrackedFailure[];
  nights: readonly Night[];
  held: Readonly<Record<string, number>>;
}

/** What a run starts from: the state before it, and the known failures. */
export interface FailuresBefore {
  state: FailureState;
  knownFailures: readonly KnownFailure[];
}
