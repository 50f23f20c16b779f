import { AssertionLog } from '../../judge/assertionLog.ts';
import type { OracleResult } from '../../oracles/core/result.ts';
import { judgeAssertion, type OracleArgs, type OracleName } from '../../oracles/registry.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Worker } from './worker.ts';

/** The log of a test. Each assertion goes into the journal, where it is judged again over the whole record. */
export class TestAssertionLog extends AssertionLog {
  readonly #stage: Worker;

  constructor(id: string, stage: Worker) {
    super(id);
    this.#stage = stage;
  }

  /** Asserts something about exchanges, by the name of an oracle; returns the result on what is known so far. */
  assert<Name extends OracleName>(oracle: Name, args: OracleArgs<Name>, cell = this.#stage.combination): OracleResult {
    this.#stage.write({ kind: 'claim', requirement: this.id, ...(cell !== undefined && { cell }), oracle, args });
    const ruling = judgeAssertion(this.#stage.record, oracle, args);
    this.contributions.push({ id: this.id, ...(cell !== undefined && { cell }), ruling });
    return ruling;
  }

  override lack(fault: Fault): void {
    this.assert('lacks', { fault });
  }
}
