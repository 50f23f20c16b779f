import { startingAt } from '../../../generators/values/startingAt.ts';
import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import type { WorkerRun } from '../../../runner/requirement/workerRun.ts';
import { openWorker, type Worker } from '../../../runner/worker/worker.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import { participants } from '../../../traffic/target/participants.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import type { FuzzCase, SuiteTest } from '../../engine/cases/fuzzCase.ts';
import type { ExecutedCase } from './caseExecutor.ts';

/**
 * Returns the worker as a test sees it: with the seed and the combinations of the test, and nothing that another test has sent or made. The project that comes
 * first, on which a run spends most requests, is another one by the seed.
 */
function workerFor(worker: Worker, { requirement, seed, day }: SuiteTest): Worker {
  const { limiter, run, target } = worker;
  const once = unlimitedHandle();
  const selection = { profile: 'nightly', tier: run.selection.tier, day, only: [requirement] } as const;
  return {
    ...worker,
    run: { ...run, seed, silent: true, selection },
    target: { ...target, projects: startingAt(target.projects, seed) },
    controls: new Map(),
    limiter: {
      spend: (method) => limiter.spend(method),
      once: (key, make) => once.once(key, make),
      close: async () => undefined,
    },
  };
}

/** What a batch lends its tests: its run and its worker, and its name, from which the ids that other accounts use get theirs. */
interface Bench {
  run: Run;
  worker: Worker;
  name: string;
}

/** Runs tests of the suite for one batch, with its worker or as another account. */
export class TestBench {
  readonly #tests: SuiteTests | undefined;
  readonly #given: Bench;
  readonly #others = new Map<string, Promise<Worker>>();

  constructor(tests: SuiteTests | undefined, given: Bench) {
    this.#tests = tests;
    this.#given = given;
  }

  /** Returns the worker of an account, whose lines the record of the batch gets too; undefined if the target has no such account that takes part. */
  #workerAs(label: string): Promise<Worker> | undefined {
    const { run, worker } = this.#given;
    const account = participants(worker.target.credentials).find((one) => one.label === label);
    const name = `${this.#given.name}a${this.#others.size + 1}`;
    const opening = { run, target: worker.target, name, limiter: worker.limiter, whole: worker.record };
    const opened = this.#others.get(label) ?? (account && openWorker({ ...opening, account, variesHeaders: true }));
    if (opened) this.#others.set(label, opened);
    return opened;
  }

  /** Runs the test of a case. Throws Unreachable if the target no longer responds. */
  async run(one: FuzzCase & { test: SuiteTest }): Promise<ExecutedCase> {
    const nothing = { case: one, steps: [], assertions: [], exchanges: [] };
    const { requirement, account } = one.test;
    const open = account === undefined ? this.#given.worker : await this.#workerAs(account);
    if (!this.#tests?.requirements.includes(requirement) || !open)
      return { ...nothing, incompleteBecause: `no test of ${requirement} can be run here` };
    const worker = workerFor(open, one.test);
    const opened: WorkerRun = {
      run: worker.run,
      facts: async () => worker.target.facts,
      worker: async () => worker,
      workerAs: async () => undefined,
      record: async () => worker.record,
      close: async () => undefined,
    };
    const { record } = this.#given.worker;
    const before = record.exchanges.length;
    const { errors } = await this.#tests.run(opened, requirement);
    const [message] = errors.map((error) => error.message);
    if (message?.startsWith(new Unreachable('').name)) throw new Unreachable(message);
    const exchanges = record.exchanges.slice(before).map(({ id }) => id);
    return { ...nothing, exchanges, ...(message !== undefined && { incompleteBecause: message }) };
  }

  async close(): Promise<void> {
    for (const worker of await Promise.all(this.#others.values())) await worker.close();
  }
}
