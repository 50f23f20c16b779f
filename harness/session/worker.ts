import { collectedTests, collectSpecs, conductTitled } from '../collected.ts';
import { Unkept } from '../durable.ts';
import { type Opened, open } from '../opened.ts';
import { decideRun } from '../run.ts';
import { limitOf } from './limit.ts';
import { endOrphaned } from './orphaned.ts';
import type { Ended, Order, Reply } from './words.ts';

/** A worker of a session: a process that runs the tests that it is told to, one after the other. */

/** A sign of life is given so often, ms: who only computes gives none. */
const pulseMs = 1_000;

// Whoever would hear it may be gone.
const say = (reply: Reply) => process.send?.(reply, () => undefined);

async function ended(opened: Opened, title: string): Promise<Ended> {
  const limit = limitOf();
  const failed = (error: Error): Ended => ({
    errors: [{ message: error.message }],
    isSkipped: false,
    isExcused: false,
    ...(error instanceof Unkept && { left: 'unkept' }),
  });
  const ending: Ended = await conductTitled(opened, title, limit).catch(failed);
  limit.end();
  return { ...(limit.isOver && { left: 'busy' }), ...ending };
}

let opened: Opened | undefined;
/** Nothing is to be done that would be lost. */
let isClosed = true;

async function obey(order: Order): Promise<Reply> {
  if (order.is === 'close') {
    await opened?.close();
    isClosed = true;
    return { is: 'closed' };
  }
  if (order.is === 'open') {
    isClosed = false;
    opened = open({ run: decideRun(), name: order.name, mount: undefined });
    return { is: 'opened' };
  }
  if (!opened) throw new Error('a test was ordered before a journal was opened');
  return { is: 'ended', ...(await ended(opened, order.title)) };
}

process.once('disconnect', () => (isClosed ? process.exit() : endOrphaned(decideRun())));
// What is typed on a terminal reaches every process; a session ends its workers itself.
process.on('SIGINT', () => undefined);
setInterval(() => say({ is: 'alive' }), pulseMs).unref();
await collectSpecs();
process.on('message', (order: Order) => void obey(order).then(say));
say({ is: 'ready', tests: collectedTests() });
