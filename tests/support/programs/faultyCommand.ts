import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { guardExit } from '../../../scripts/cli/process/exitCodes.ts';

/** Fails in the way that its argument names, with the same exit guard as the command. */
const ways: Readonly<Record<string, () => unknown>> = {
  'throws later': () => setImmediate(() => JSON.parse('{')),
  rejects: () => void Promise.reject(new RangeError('nobody waits for it')),
  'tells of an error that nobody hears': () => connect(1, '127.0.0.1'),
  'waits for what never comes': () => new Promise(() => undefined),
  'has no reader': async () => {
    for (let line = 0; line < 5_000; line += 1) process.stdout.write('one line of many\n');
    await delay(1);
  },
  'ends well': () => undefined,
};

const done = guardExit();
await ways[process.argv[2] ?? '']?.();
await new Promise(setImmediate);
if (process.argv[2]?.startsWith('tells')) await new Promise((never) => setTimeout(never, 60_000));
done();
