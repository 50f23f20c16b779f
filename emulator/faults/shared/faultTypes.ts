import type { Rules } from '../../rules/index.ts';

/** The place of a fault: in the accepted requests, in the stored state, or in the answers. */
export type FaultLevel = 'request' | 'state' | 'answer';

/** A service with one faulty rule; `breaks` is the clause whose check must kill it. */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  readonly level: FaultLevel;
  readonly because: string;
  readonly rules: Partial<Rules>;
}

/**
 * A conforming service that uses a freedom of the text. `because` names the words that leave it open. `differs` matches the requests (path, query and body)
 * whose acceptance may differ from the conforming rules; none by default. `warns` lists the clauses whose advice it does not follow.
 */
export interface Variant {
  readonly name: string;
  readonly because: string;
  readonly rules: Partial<Rules>;
  readonly differs?: RegExp;
  readonly warns?: readonly string[];
}

/** A service with one rule changed automatically. */
export interface MechanicalMutant {
  readonly name: string;
  readonly rule: keyof Rules;
  readonly because: string;
  readonly rules: Partial<Rules>;
}
