import type { OracleName } from '../../../oracles/registry.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Connection, ReadBack } from '../../../traffic/journal/journalTypes.ts';
import type { SigningFault } from '../../../traffic/signing/signingFaults.ts';

/** A body as it is sent: its media type, and its text, or in base64 what is no text. */
export type CaseBody = { type?: string; text: string } | { type?: string; base64: string };

/** How a request is authenticated: as the target wants it, by its other scheme, or not at all. */
export type CaseSigning = 'signed' | 'simple' | 'none';

/**
 * One request of a case, before what is made anew whenever it is sent: base address, ids, signature. Path, headers and the text of a body
 * may hold references (`fuzzer/engine/cases/references.ts`).
 */
export interface CaseStep {
  /** The operation of the contract, `POST /v1/orders`; none where the request is of none. */
  operation?: string;
  method: string;
  /** Path with its query, escaped. */
  path: string;
  headers: readonly (readonly [string, string])[];
  body?: CaseBody;
  signing: CaseSigning;
  /** The wrong way in which it is signed, by its name (`traffic/signing/signingFaults.ts`); none where it is signed as the target wants it. */
  fault?: SigningFault;
  /** Another account of the target file, by its label. */
  account?: string;
  /** How it travels, where that is not on a connection that is kept for all. */
  connection?: Connection;
  /** Steps in a row with the same number are sent at once. */
  race?: number;
  /** It is a sound twin of this likeness: sent only where none was accepted before it, whose exchange stands for it else. */
  twin?: string;
  /** It goes to the control door of the target: a lever that is pulled, the path its name, the body what it is told. Costs nothing of the quota. */
  isLever?: true;
  /** It reads a checkout or a request at a path that the target file names. */
  readBack?: ReadBack;
  /** It is sent again until its answer has one of these statuses, or the target's time for ends has passed: the last sending is the step's. */
  until?: readonly string[];
}

/** What is claimed of the exchanges of a case under a requirement, by an oracle of the harness; `#2` among its arguments is the exchange of the second step, references stand in their texts as in steps. */
export interface CaseAssertion {
  requirement: string;
  oracle: OracleName;
  args: Plain;
}

/** The one constraint of the contract that a case breaks. */
export interface ViolatedConstraint {
  /** Where the constraint stands in the contract, a JSON pointer. */
  schema: string;
  /** The keyword of the schema, or `contentType`, `method`, `authentication`, `syntax`. */
  keyword: string;
  /** Where in the request it is broken: `body`, `query`, `path`, `header`, and a JSON pointer within. */
  place: string;
  /** In words: "longer than maxLength by one". */
  words: string;
}

/** What a case is meant to be: sound, broken in one way, or of a kind of which the contract says nothing but that the target stands it. */
export type CaseLabel =
  | { is: 'valid'; because: string }
  | { is: 'invalid'; broken: ViolatedConstraint }
  | { is: 'odd'; because: string };

/** Requests in the order in which they are sent; the last is the one that the case is about. */
export interface FuzzCase {
  steps: readonly CaseStep[];
  label: CaseLabel;
  /** Judged beside what holds of every exchange. */
  claims?: readonly CaseAssertion[];
}
