import type { Fault } from './fault.ts';
import { Ledger } from './ledger.ts';
import { type OracleArgs, type OracleName, ruleOn } from './oracles/claims.ts';
import type { Ruling } from './oracles/ruling.ts';
import type { Stage } from './stage.ts';

/** A probe's ledger: each claim goes into the journal, where it will be judged again over the whole record. */
export class ClaimLedger extends Ledger {
  readonly #stage: Stage;

  constructor(id: string, stage: Stage) {
    super(id);
    this.#stage = stage;
  }

  /** Claims something of exchanges, by the name of an oracle; gives the ruling on what is known so far. */
  claim<Name extends OracleName>(oracle: Name, args: OracleArgs<Name>, cell = this.#stage.cell): Ruling {
    this.#stage.write({ kind: 'claim', requirement: this.id, ...(cell !== undefined && { cell }), oracle, args });
    const ruling = ruleOn(this.#stage.record, oracle, args);
    this.contributions.push({ id: this.id, ...(cell !== undefined && { cell }), ruling });
    return ruling;
  }

  override lack(fault: Fault): void {
    this.claim('lacks', { fault });
  }
}
