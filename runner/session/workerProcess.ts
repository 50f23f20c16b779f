import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { stretch } from '../../traffic/system/timeLimit.ts';
import type { DeclaredTest, TestEnd, WorkerOrder, WorkerReply } from './workerMessages.ts';

/**
 * The program of the workers of a session, and the longest time in which a worker may send no sign of life, ms. A worker sends a sign of life every second,
 * unless it only computes.
 */
export interface WorkerProgram {
  program: string;
  silenceMs: number;
}

/** The worker program of the suite. */
export const suiteWorkerProgram: WorkerProgram = { program: 'runner/session/workerMain.ts', silenceMs: 60_000 };

/** Says how a worker process ended. */
export class WorkerGone extends Error {
  override readonly name = 'Gone';
}

type Saying<Is extends WorkerReply['is']> = Extract<WorkerReply, { is: Is }>;

/** A worker process. It runs one test at a time. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #silenceMs: number;
  readonly #ended: Promise<WorkerGone>;
  #silence: NodeJS.Timeout | undefined;
  #isSilent = false;
  #isAtWork = false;
  #answer: ((reply: WorkerReply) => void) | undefined;

  /** Starts a worker process; `ready` returns its tests. `onAlive` is told at each sign of life what it waits for. */
  constructor(
    { program, silenceMs }: WorkerProgram,
    onAlive: (waitsFor: string | undefined) => void = () => undefined,
  ) {
    const [file = '', ...words] = entryCommand(program);
    const env = { ...process.env, ASSAY_COLLECTS: '1' };
    // Standard output is reserved for reports.
    const child = fork(file, words, { env, stdio: ['ignore', 2, 2, 'ipc'] });
    this.#child = child;
    this.#silenceMs = silenceMs;
    const exitError = (how: string) => {
      clearTimeout(this.#silence);
      return new WorkerGone(this.#isSilent ? `it computed for more than ${silenceMs / 1000} s without a pause` : how);
    };
    this.#ended = once(child, 'exit').then(
      ([code, signal]) => exitError(`its process ended with ${signal ?? `code ${code}`}`),
      (error: Error) => exitError(`its process could not be started: ${error.message}`),
    );
    child.on('message', (reply: WorkerReply) => {
      if (reply.is !== 'alive') {
        this.#answer?.(reply);
        return;
      }
      onAlive(reply.waitsFor);
      if (this.#isAtWork) this.#listen();
    });
  }

  /** Waits until the worker is ready and has opened its journal with this name; returns its tests. Throws WorkerGone. */
  async ready(name: string): Promise<readonly DeclaredTest[]> {
    this.#isAtWork = true;
    this.#listen();
    const { tests } = await this.#said('ready');
    await this.#obeyed({ is: 'open', name }, 'opened');
    return tests;
  }

  /** Runs a test. If the worker is lost during the test, the loss is the error of the test, and the worker is not used again. */
  async run(title: string): Promise<TestEnd> {
    try {
      return await this.#obeyed({ is: 'test', title }, 'ended');
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      return { errors: [{ message: error.message }], isSkipped: false, isExcused: false, left: 'lost' };
    }
  }

  /** Closes the journal and continues with another name. */
  async reopen(name: string): Promise<void> {
    await this.#obeyed({ is: 'close' }, 'closed');
    await this.#obeyed({ is: 'open', name }, 'opened');
  }

  /** Ends the worker after it has closed its journal. */
  async close(): Promise<void> {
    await this.#obeyed({ is: 'close' }, 'closed');
    this.#child.disconnect();
    await this.#ended;
  }

  /** Ends the worker immediately. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Restarts the timer for the next sign of life, which comes later on a busy machine. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#isSilent = true;
      this.#child.kill('SIGKILL');
    }, this.#silenceMs * stretch());
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
    const reply = await Promise.race([answer, this.#ended]);
    if (reply instanceof WorkerGone) throw reply;
    if (reply.is !== is) throw new Error(`expected a worker to reply ${is}, got ${reply.is}`);
    return reply as Saying<Is>;
  }
}
