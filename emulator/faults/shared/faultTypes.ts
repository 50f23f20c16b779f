import type { Rules } from '../../rules/index.ts';

/** The place of a fault: in the accepted requests, in the stored state, or in the answers. */
export type FaultLevel = 'request' | 'state' | 'answer';

/**
 * A service with one faulty rule; `breaks` is the clause whose check must kill it. `warns` names this clause where the fault is one that only warns, whatever the
 * kind of the clause.
 */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  readonly level: FaultLevel;
  readonly because: string;
  readonly rules: Partial<Rules>;
  readonly warns?: readonly string[];
}

/**
 * A conforming service that uses a freedom of interface.md. `because` quotes the words that leave the freedom. `differs` matches the requests (path, query and
 * body) that this service and the conforming rules may accept differently; by default it matches no request. `warns` lists the clauses whose advice the service
 * does not follow.
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
