import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { entryCommand } from '../../schemas/packageRoot.ts';
import type { DeclaredTest, TestEnd, WorkerOrder, WorkerReply } from './workerMessages.ts';

/** What workers of a session run, and how long one may give no sign of life, ms: it gives one a second, unless it only computes. */
export interface WorkerProgram {
  program: string;
  silenceMs: number;
}

/** The workers of the suite. */
export const suiteWorkerProgram: WorkerProgram = { program: 'runner/session/workerMain.ts', silenceMs: 60_000 };

/** A worker process is gone: says how. */
export class WorkerGone extends Error {
  override readonly name = 'Gone';
}

type Saying<Is extends WorkerReply['is']> = Extract<WorkerReply, { is: Is }>;

/** A worker process, which runs one test at a time. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #silenceMs: number;
  readonly #gone: Promise<WorkerGone>;
  #silence: NodeJS.Timeout | undefined;
  #isSilent = false;
  #isAtWork = false;
  #answer: ((reply: WorkerReply) => void) | undefined;

  /** Starts a worker process; what it can do, `ready` tells. */
  constructor({ program, silenceMs }: WorkerProgram) {
    const [file = '', ...words] = entryCommand(program);
    const env = { ...process.env, ASSAY_COLLECTS: '1' };
    // Standard output belongs to the reports.
    const child = fork(file, words, { env, stdio: ['ignore', 2, 2, 'ipc'] });
    this.#child = child;
    this.#silenceMs = silenceMs;
    const gone = (how: string) => {
      clearTimeout(this.#silence);
      return new WorkerGone(this.#isSilent ? `it computed for more than ${silenceMs / 1000} s without a pause` : how);
    };
    this.#gone = once(child, 'exit').then(
      ([code, signal]) => gone(`its process ended with ${signal ?? `code ${code}`}`),
      (error: Error) => gone(`its process could not be started: ${error.message}`),
    );
    child.on('message', (reply: WorkerReply) => {
      if (reply.is !== 'alive') this.#answer?.(reply);
      else if (this.#isAtWork) this.#listen();
    });
  }

  /** Waits until it is ready to keep its journal under a name of its own; gives the tests that it has. Throws Gone. */
  async ready(name: string): Promise<readonly DeclaredTest[]> {
    this.#isAtWork = true;
    this.#listen();
    const { tests } = await this.#said('ready');
    await this.#obeyed({ is: 'open', name }, 'opened');
    return tests;
  }

  /** Runs a test. Where the worker was lost on the way, that is the test's error, and the worker is of no use any more. */
  async run(title: string): Promise<TestEnd> {
    try {
      return await this.#obeyed({ is: 'test', title }, 'ended');
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      return { errors: [{ message: error.message }], isSkipped: false, isExcused: false, left: 'lost' };
    }
  }

  /** Keeps what follows under another name; the journal of before is closed. */
  async reopen(name: string): Promise<void> {
    await this.#obeyed({ is: 'close' }, 'closed');
    await this.#obeyed({ is: 'open', name }, 'opened');
  }

  /** Ends the worker once it has closed its journal. */
  async close(): Promise<void> {
    await this.#obeyed({ is: 'close' }, 'closed');
    this.#child.disconnect();
    await this.#gone;
  }

  /** Ends the worker at once. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone;
  }

  /** Waits for the next sign of life, from now on. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      this.#child.kill('SIGKILL');
    }, this.#silenceMs);
  }

  #obeyed<Is extends WorkerReply['is']>(order: WorkerOrder, is: Is): Promise<Saying<Is>> {
    const said = this.#said(is);
    this.#isAtWork = true;
    this.#listen();
    this.#child.send(order, () => undefined);
    return said.finally(() => {
      this.#isAtWork = false;
      clearTimeout(this.#silence);
    });
  }

  async #said<Is extends WorkerReply['is']>(is: Is): Promise<Saying<Is>> {
    const answer = new Promise<WorkerReply>((take) => {
      this.#answer = take;
    });
    const reply = await Promise.race([answer, this.#gone]);
    if (reply instanceof WorkerGone) throw reply;
    if (reply.is !== is) throw new Error(`wanted a worker that says ${is}, it said ${reply.is}`);
    return reply as Saying<Is>;
  }
}
