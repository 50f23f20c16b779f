import { AssertionLog } from '../../judge/assertionLog.ts';
import type { OracleResult } from '../../oracles/core/result.ts';
import { judgeAssertion, type OracleArgs, type OracleName } from '../../oracles/registry.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Worker } from './worker.ts';

/** The log of a test. Each assertion goes into the journal, where it is judged again over the whole record. */
export class TestAssertionLog extends AssertionLog {
  readonly #worker: Worker;

  constructor(id: string, worker: Worker) {
    super(id);
    this.#worker = worker;
  }

  /** Asserts something about exchanges, by the name of an oracle; returns the result on what is known so far. */
  assert<Name extends OracleName>(
    oracle: Name,
    args: OracleArgs<Name>,
    combination = this.#worker.combination,
  ): OracleResult {
    this.#worker.write({
      kind: 'claim',
      requirement: this.id,
      ...(combination !== undefined && { cell: combination }),
      oracle,
      args,
    });
    const result = judgeAssertion(this.#worker.record, oracle, args);
    this.contributions.push({ id: this.id, ...(combination !== undefined && { cell: combination }), ruling: result });
    return result;
  }

  override lack(fault: Fault): void {
    this.assert('lacks', { fault });
  }
}
