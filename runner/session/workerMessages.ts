import type { CollectedTest, Ending } from '../requirement/inProcessRunner.ts';

/** An order to a worker: open a journal with a name, run a test, or close. */
export type WorkerOrder = { is: 'open'; name: string } | { is: 'test'; title: string } | { is: 'close' };

/** A message from a worker: its tests, a sign of life with what it waits for, or the result of an order. */
export type WorkerReply =
  | { is: 'ready'; tests: readonly DeclaredTest[] }
  | { is: 'alive'; waitsFor?: string | undefined }
  | { is: 'opened' }
  | ({ is: 'ended' } & TestEnd)
  | { is: 'closed' };

/** A requirement's test as the specs declare it. */
export type DeclaredTest = Pick<CollectedTest, 'title' | 'tags' | 'file'>;

/** How a test ended. */
export interface TestEnd extends Ending {
  /**
   * The state in which the test left its worker: lost, busy with a test that took too long, or unable to write its journal. The worker is then not used again.
   */
  left?: 'lost' | 'busy' | 'unkept';
}
