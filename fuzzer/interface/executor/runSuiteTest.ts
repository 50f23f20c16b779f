import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import type { WorkerRun } from '../../../runner/requirement/workerRun.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import type { FuzzCase, SuiteTest } from '../../engine/cases/fuzzCase.ts';
import type { ExecutedCase } from './caseExecutor.ts';

/** What the tests of one batch share: what a run makes only once, such as control requests. */
export class TestBench {
  readonly #tests: SuiteTests | undefined;
  readonly #once = unlimitedHandle();
  readonly #controls: Worker['controls'] = new Map();

  constructor(tests: SuiteTests | undefined) {
    this.#tests = tests;
  }

  /** Returns the worker with the seed, the combinations and the shared values of a test. */
  #workerFor(worker: Worker, { requirement, seed, day }: SuiteTest, run: Run): Worker {
    const { limiter } = worker;
    const selection = { profile: 'nightly', tier: run.selection.tier, day, only: [requirement] } as const;
    return {
      ...worker,
      run: { ...run, seed, silent: true, selection },
      controls: this.#controls,
      limiter: {
        spend: (method) => limiter.spend(method),
        once: (key, make) => this.#once.once(`${seed} ${day} ${key}`, make),
        close: async () => undefined,
      },
    };
  }

  /** Runs the test of a case with the worker of a batch. Throws Unreachable if the target no longer responds. */
  async run(one: FuzzCase & { test: SuiteTest }, given: { worker: Worker; run: Run }): Promise<ExecutedCase> {
    const nothing = { case: one, steps: [], assertions: [], exchanges: [] };
    const { requirement } = one.test;
    if (!this.#tests?.requirements.includes(requirement))
      return { ...nothing, incompleteBecause: `no test of ${requirement} can be run here` };
    const worker = this.#workerFor(given.worker, one.test, given.run);
    const { record, target } = worker;
    const opened: WorkerRun = {
      run: worker.run,
      facts: async () => target.facts,
      worker: async () => worker,
      workerAs: async () => undefined,
      record: async () => record,
      close: async () => undefined,
    };
    const before = record.exchanges.length;
    const { errors } = await this.#tests.run(opened, requirement);
    const [message] = errors.map((error) => error.message);
    if (message?.startsWith(new Unreachable('').name)) throw new Unreachable(message);
    const exchanges = record.exchanges.slice(before).map(({ id }) => id);
    return { ...nothing, exchanges, ...(message !== undefined && { incompleteBecause: message }) };
  }
}
