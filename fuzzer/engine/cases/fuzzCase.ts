import type { OracleName } from '../../../oracles/registry.ts';
import type { Outlay } from '../../../runner/selection/outlay.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Connection, ReadBack } from '../../../traffic/journal/journalTypes.ts';
import type { SigningFault } from '../../../traffic/signing/signingFaults.ts';
import type { SigningScheme } from '../../../traffic/signing/signingSchemes.ts';

/** A body as it is sent: its media type, and its text, or its bytes in base64 if they are not text. */
export type CaseBody = { type?: string; text: string } | { type?: string; base64: string };

/** How a request is authenticated: with the scheme that the target expects, with its other scheme, or not at all. */
export type CaseSigning = SigningScheme;

/**
 * One request of a case, without what is generated for each sending: base address, ids, signature. Path, headers and the text of a body may hold references
 * (`fuzzer/engine/cases/references.ts`).
 */
export interface CaseStep {
  /** The operation of the contract, `POST /v1/orders`; absent if the request belongs to none. */
  operation?: string;
  method: string;
  /** Path with its query, escaped. */
  path: string;
  headers: readonly (readonly [string, string])[];
  body?: CaseBody;
  signing: CaseSigning;
  /** The name of the signing fault (`traffic/signing/signingFaults.ts`); absent if the request is signed correctly. */
  fault?: SigningFault;
  /** Another account of the target file, by its label. */
  account?: string;
  /** The connection that it uses, if that is not the shared one. */
  connection?: Connection;
  /** Consecutive steps with the same number are sent at the same time. */
  race?: number;
  /**
   * The key of a control request. The step is sent only if no earlier control request with this key was accepted; otherwise the exchange of the earlier request
   * takes the place of the step.
   */
  twin?: string;
  /** A control action, sent to the test control API of the target: the path is its name, the body its parameters. It costs nothing of the quota. */
  isLever?: true;
  /** The step reads a checkout or a request at a path from the target file. */
  readBack?: ReadBack;
  /** The step is sent again until its answer has one of these statuses, or until the target's time for final states has passed. The last exchange counts. */
  until?: readonly string[];
}

/**
 * An assertion about the exchanges of a case. The assertion belongs to a requirement, and an oracle of the harness checks it. `#2` among its arguments is the
 * exchange of the second step. Its texts may hold references, like the texts of steps.
 */
export interface CaseAssertion {
  requirement: string;
  oracle: OracleName;
  args: Plain;
}

/** The single constraint of the contract that a case breaks. */
export interface ViolatedConstraint {
  /** The location of the constraint in the contract, a JSON pointer. */
  schema: string;
  /** The keyword of the schema, or `contentType`, `method`, `authentication`, `syntax`. */
  keyword: string;
  /** The location in the request: `body`, `query`, `path` or `header`, followed by a JSON pointer. */
  place: string;
  /** In words: "longer than maxLength by one". */
  words: string;
}

/**
 * What a case is meant to be: valid, invalid in one way, or an edge case. The contract says nothing about an edge case, and the target only has to survive it.
 */
export type CaseLabel =
  | { is: 'valid'; because: string }
  | { is: 'invalid'; broken: ViolatedConstraint }
  | { is: 'odd'; because: string };

/** A test of the suite: its requirement, the seed and the day by which it draws, and what it is expected to cost. */
export interface SuiteTest {
  requirement: string;
  seed: number;
  /** The day whose combinations it tries, YYYY-MM-DD. */
  day: string;
  posts: number;
  gets: number;
  /** What its orders may move, by what they move on the embedded emulator. */
  outlay: Outlay;
  /** The account as which it is run, by its label, if that is not the account under test. */
  account?: string;
}

/** Requests in the order in which they are sent, with a label for the request that the case is about. */
export interface FuzzCase {
  steps: readonly CaseStep[];
  label: CaseLabel;
  /** The test that is run in place of the steps; the steps of a finding then are the requests that showed it. */
  test?: SuiteTest;
  /** Assertions that are checked in addition to the rules for every exchange. */
  claims?: readonly CaseAssertion[];
  /** How long nobody asks for anything before it, ms on the clock of the target, where that can be moved; absent for no pause. */
  pauseMs?: number;
}
