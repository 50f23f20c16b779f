import type { Rules } from '../../rules/index.ts';

/** Where a fault sits: in what a request may do, in what is remembered, in what is answered. */
export type FaultLevel = 'request' | 'state' | 'answer';

/** A sound service with one rule wrong; `breaks` is the one clause whose check must catch it. */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  readonly level: FaultLevel;
  readonly because: string;
  readonly rules: Partial<Rules>;
}

/**
 * A sound service that uses a liberty of the text; `because` says which words leave it, `differs` of which requests it may
 * accept others than the sound service does, by path, query and body; none unless it is said; `warns` names the clauses
 * of whose advice it departs.
 */
export interface Variant {
  readonly name: string;
  readonly because: string;
  readonly rules: Partial<Rules>;
  readonly differs?: RegExp;
  readonly warns?: readonly string[];
}

/** A sound service with one rule changed by rote. */
export interface MechanicalMutant {
  readonly name: string;
  readonly rule: keyof Rules;
  readonly because: string;
  readonly rules: Partial<Rules>;
}
