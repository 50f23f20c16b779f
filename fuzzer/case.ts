/** A body as it is sent: its media type, and its text, or in base64 what is no text. */
export type CaseBody = { type?: string; text: string } | { type?: string; base64: string };

/** How a request is authenticated: as the target wants it, by its other scheme, or not at all. */
export type CaseSigning = 'signed' | 'simple' | 'none';

/**
 * One request of a case, before what is made anew whenever it is sent: base address, ids, signature. Path, headers and the text of a body
 * may hold references (`fuzzer/references.ts`).
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
}

/** The one constraint of the contract that a case breaks. */
export interface BrokenConstraint {
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
  | { is: 'invalid'; broken: BrokenConstraint }
  | { is: 'odd'; because: string };

/** Requests in the order in which they are sent; the last is the one that the case is about. */
export interface FuzzCase {
  steps: readonly CaseStep[];
  label: CaseLabel;
}
