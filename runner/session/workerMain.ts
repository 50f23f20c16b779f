import { decideRun } from '../../traffic/journal/run.ts';
import { DiskWriteError } from '../../traffic/system/atomicWrite.ts';
import { collectedTests, collectSpecs, runTitled } from '../requirement/inProcessRunner.ts';
import { openWorkerRun, type WorkerRun } from '../requirement/workerRun.ts';
import { currentWait } from '../worker/currentWait.ts';
import { endOrphanedWorker } from './orphanedWorker.ts';
import { testLimit } from './testLimit.ts';
import type { TestEnd, WorkerOrder, WorkerReply } from './workerMessages.ts';

/** A worker process of a session. It runs the tests that it is ordered to, one after another. */

/** The interval between two signs of life, ms. A process that only computes sends none. */
const pulseMs = 1_000;

// The parent process may no longer exist.
const say = (reply: WorkerReply) => process.send?.(reply, () => undefined);

async function ended(opened: WorkerRun, title: string): Promise<TestEnd> {
  const limit = testLimit();
  const failed = (error: Error): TestEnd => ({
    errors: [{ message: error.message }],
    isSkipped: false,
    isExcused: false,
    ...(error instanceof DiskWriteError && { left: 'unkept' }),
  });
  const ending: TestEnd = await runTitled(opened, title, limit).catch(failed);
  limit.end();
  return { ...(limit.isOver && { left: 'busy' }), ...ending };
}

let opened: WorkerRun | undefined;
/** True while the process can exit without losing anything. */
let isClosed = true;

async function obey(order: WorkerOrder): Promise<WorkerReply> {
  if (order.is === 'close') {
    await opened?.close();
    isClosed = true;
    return { is: 'closed' };
  }
  if (order.is === 'open') {
    isClosed = false;
    opened = openWorkerRun({ run: decideRun(), name: order.name, mount: undefined });
    return { is: 'opened' };
  }
  if (!opened) throw new Error('expected an open journal before the first test, found none');
  return { is: 'ended', ...(await ended(opened, order.title)) };
}

process.once('disconnect', () => (isClosed ? process.exit() : endOrphanedWorker(decideRun())));
// A signal from the terminal reaches every process, but a session ends its workers itself.
process.on('SIGINT', () => undefined);
setInterval(() => say({ is: 'alive', waitsFor: currentWait() }), pulseMs).unref();
await collectSpecs();
process.on('message', (order: WorkerOrder) => void obey(order).then(say));
say({ is: 'ready', tests: collectedTests() });
