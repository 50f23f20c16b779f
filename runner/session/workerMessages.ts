import type { CollectedTest, Ending } from '../requirement/inProcessRunner.ts';

/** What a worker is told: under which name it keeps its journal from now on, which test is next, that there is none. */
export type WorkerOrder = { is: 'open'; name: string } | { is: 'test'; title: string } | { is: 'close' };

/** What a worker says: the tests that it has, that it lives, what it did of an order. */
export type WorkerReply =
  | { is: 'ready'; tests: readonly DeclaredTest[] }
  | { is: 'alive' }
  | { is: 'opened' }
  | ({ is: 'ended' } & TestEnd)
  | { is: 'closed' };

/** A requirement's test as the specs declare it. */
export type DeclaredTest = Pick<CollectedTest, 'title' | 'tags' | 'file'>;

/** How a test ended. */
export interface TestEnd extends Ending {
  /** How it has left its worker, which is of no use any more: lost, with a test that took too long and may still be at work, or unable to keep what it does. */
  left?: 'lost' | 'busy' | 'unkept';
}
