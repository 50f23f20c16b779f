import { appendTraceCheckLine } from '../../judge/assertionLog.ts';
import { Journal } from '../../traffic/journal/journal.ts';
import { type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { isJudgedOnPages, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { isSelected } from '../../traffic/requirements/selection.ts';
import { DiskWriteError } from '../../traffic/system/atomicWrite.ts';
import { requirementOf } from '../requirement/runRequirement.ts';
import { hasNoTraceChecks, placeOf, workersFor } from '../selection/selectedTests.ts';
import { inOrderOf } from './testOrder.ts';
import type { DeclaredTest, TestEnd } from './workerMessages.ts';
import { suiteWorkerProgram, WorkerGone, WorkerProcess, type WorkerProgram } from './workerProcess.ts';

/** When a test ran and in which worker, with the field names of Playwright's reports. */
export interface Timing {
  startTime: Date;
  duration: number;
  workerIndex: number;
  parallelIndex: number;
}

/** Receives the progress of a session. */
export interface Listener {
  /** Called when the tests are known. */
  begun(requirements: readonly Requirement[]): void;
  /** Called when a test has ended; `complaint` says what went wrong if the test could not run properly. */
  ended(id: string, timing: Timing, complaint: string | undefined): void;
  /** Called regularly with what a worker waits for; undefined if it does not wait. */
  waits?(worker: number, what: string | undefined): void;
}

function requirementIn(test: DeclaredTest): Requirement {
  const [id = ''] = test.title.split(' ');
  return requirementOf({ ...test, line: placeOf({ id, file: test.file }).line });
}

const isTraceCheck = ({ tags }: DeclaredTest) => tags.includes('@law');
const isHostile = ({ tags }: DeclaredTest) => tags.includes('@hostile');

/** Writes the end line of a test whose worker was lost, because the worker no longer can. */
function writeLost({ out }: Run, { id, law }: Requirement, { errors: [error] }: TestEnd): void {
  const { journal: folder, traceCheckResults } = runFilesOf(out);
  const message = error?.message ?? '';
  if (law) {
    appendTraceCheckLine(traceCheckResults, { id, end: { status: 'error', message, rulings: 0 }, fedBy: [] });
    return;
  }
  const journal = new Journal(folder, 'lost');
  journal.write({ kind: 'end', requirement: id, status: 'error', message, claims: 0, exchanges: 0 });
  journal.close();
}

/** The workers that begin with pages: a page is waited for most of the time, so others need not wait for its test. */
const pageWorkers = 2;

/** Returns how many workers begin with anything but pages. A discreet run has one: no shop sends from two places at once all the time. */
const workersOf = ({ selection, isDiscreet }: Run): 1 | 2 => (isDiscreet ? 1 : workersFor(selection, readCatalogue()));

/** Runs the tests of a run in separate processes: ordinary tests, then hostile ones, which a weak target may not survive, then trace checks. */
export class Session {
  readonly #run: Run;
  readonly #listener: Listener;
  readonly #workshop: WorkerProgram;
  readonly #workers = new Map<number, WorkerProcess>();
  #named = 0;
  #isStopped = false;

  constructor(run: Run, listener: Listener, workshop: WorkerProgram = suiteWorkerProgram) {
    this.#workshop = workshop;
    this.#run = run;
    this.#listener = listener;
  }

  /** Runs all selected tests in at most `most` workers, and two more where several tests look at pages. Throws DiskWriteError if the disk cannot store more. After any error all workers have ended. */
  async run(most: number = workersOf(this.#run)): Promise<void> {
    try {
      await this.#runAll(most);
    } catch (error) {
      const isOwn = this.#isStopped && error instanceof WorkerGone;
      await this.stop();
      if (!isOwn) throw error;
    }
  }

  async #runAll(most: number): Promise<void> {
    const { selection, offline } = this.#run;
    const tests = await this.#start(0);
    this.#listener.begun(tests.map(requirementIn));
    const asked = tests.filter((one) => isSelected(requirementIn(one), selection));
    const liveTests = offline
      ? []
      : inOrderOf(
          this.#run,
          asked.filter((one) => !isTraceCheck(one)),
          readCatalogue(),
        );
    const traceChecks = hasNoTraceChecks(selection, readCatalogue()) ? [] : asked.filter(isTraceCheck);
    const plain = liveTests.filter((one) => !isHostile(one));
    const looking = new Set(readCatalogue().flatMap((one) => (isJudgedOnPages(one) ? [one.id] : [])));
    const isOnPages = (test: DeclaredTest) => looking.has(requirementIn(test).id);
    const [pages, others] = [plain.filter(isOnPages), plain.filter((one) => !isOnPages(one))];
    const further = most > 1 && pages.length > 1 ? pageWorkers : 0;
    const lists = Array.from({ length: most + further }, (_, lane) =>
      lane < most ? [others, pages] : [pages, others],
    );
    await Promise.all(
      lists.map(async (all, lane) => {
        for (const waiting of all) await this.#work(waiting, lane);
        if (lane > 0) await this.#end(lane);
      }),
    );
    await this.#work(liveTests.filter(isHostile), 0);
    if (traceChecks.length > 0 && !this.#isStopped) await this.#workers.get(0)?.reopen(this.#newName());
    await this.#work(traceChecks, 0);
    await this.#end(0);
  }

  /** Aborts the session: running tests are lost, the others do not run. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#workers.values()].map((worker) => worker.kill()));
  }

  #newName(): string {
    const name = `${this.#run.journalPrefix}${this.#named}`;
    this.#named += 1;
    return name;
  }

  #start(lane: number): Promise<readonly DeclaredTest[]> {
    const worker = new WorkerProcess(this.#workshop, (what) => this.#listener.waits?.(lane, what));
    // The worker is registered before it is ready, so that `stop` can end it too.
    this.#workers.set(lane, worker);
    return worker.ready(this.#newName());
  }

  async #end(lane: number): Promise<void> {
    const worker = this.#workers.get(lane);
    this.#workers.delete(lane);
    if (!this.#isStopped) await worker?.close();
  }

  /** Runs tests from a list until it is empty, in the worker of a lane. */
  async #work(waiting: DeclaredTest[], lane: number): Promise<void> {
    for (let test = waiting.shift(); test && !this.#isStopped; test = waiting.shift()) await this.#conduct(test, lane);
  }

  async #conduct(test: DeclaredTest, lane: number): Promise<void> {
    if (!this.#workers.has(lane)) await this.#start(lane);
    const worker = this.#workers.get(lane);
    const startTime = new Date();
    const ended = await worker?.run(test.title);
    if (!ended || this.#isStopped) return;
    if (ended.left === 'unkept') throw new DiskWriteError(ended.errors[0]?.message);
    const requirement = requirementIn(test);
    if (ended.left === 'lost') writeLost(this.#run, requirement, ended);
    if (ended.left) {
      this.#workers.delete(lane);
      await worker?.kill();
    }
    if (ended.isSkipped) return;
    const timing = {
      startTime,
      duration: Date.now() - startTime.getTime(),
      workerIndex: this.#named,
      parallelIndex: lane,
    };
    this.#listener.ended(requirement.id, timing, ended.isExcused ? undefined : ended.errors[0]?.message);
  }
}
