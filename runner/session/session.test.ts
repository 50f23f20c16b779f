import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { descendantsOf } from '../../tests/support/product/processTree.ts';
import { test } from '../../tests/support/product/productTest.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import { runAlone, runFilesOf } from '../../traffic/journal/run.ts';
import { Session } from './session.ts';
import type { WorkerProgram } from './workerProcess.ts';

const workshop: WorkerProgram = { program: 'tests/support/programs/stuckWorker.ts', silenceMs: 8_000 };

/** Runs the tests of workers that get stuck; returns which tests ended, with which error, and the journal lines about it. */
async function stuck(folder: string) {
  const ended = new Map<string, string | undefined>();
  const listener = { begun: () => undefined, ended: (id: string, _: unknown, why?: string) => void ended.set(id, why) };
  const run = runAlone(folder);
  await new Session(run, listener, workshop).run(1);
  const { journal } = runFilesOf(folder);
  const lines = readdirSync(folder).includes('journal') ? readJournal(journal) : [];
  return { ended, lines };
}

test('a test that computes for ever or ends its process is its own error, and the others run', async ({ folder }) => {
  const { ended, lines } = await stuck(folder);
  expect([...ended.keys()].toSorted()).toEqual(['PAY-91', 'PAY-92', 'PAY-93', 'PAY-94']);
  expect(ended.get('PAY-91')).toBeUndefined();
  expect(ended.get('PAY-92')).toBe('it computed for more than 8 s without a pause');
  expect(ended.get('PAY-93')).toBe('its process ended with code 7');
  expect(ended.get('PAY-94')).toBeUndefined();
  const lost = lines.flatMap((line) => (line.kind === 'end' ? [[line.requirement, line.status, line.message]] : []));
  expect(lost.toSorted()).toEqual([
    ['PAY-92', 'error', 'it computed for more than 8 s without a pause'],
    ['PAY-93', 'error', 'its process ended with code 7'],
  ]);
});

test('a stopped session ends its workers and runs no more tests', async ({ folder }) => {
  const ended: string[] = [];
  const session = new Session(
    runAlone(folder),
    { begun: () => undefined, ended: (id) => void ended.push(id) },
    { ...workshop, silenceMs: 600_000 },
  );
  const run = session.run(1);
  await expect.poll(() => ended, { intervals: [10], timeout: 300_000 }).toContain('PAY-91');
  await session.stop();
  await run;
  // The order is drawn: tests before the one that computes for ever may have ended too, but it has not.
  expect(ended).not.toContain('PAY-92');
});

const mute: WorkerProgram = { program: 'tests/support/programs/muteWorker.ts', silenceMs: 600_000 };

const nobody = { begun: () => undefined, ended: () => undefined };

test('a session that is stopped while a worker starts ends that worker as well', async ({ folder }) => {
  const session = new Session(runAlone(folder), nobody, mute);
  const run = session.run(1);
  await expect.poll(() => descendantsOf(process.pid).length, { intervals: [10] }).toBeGreaterThan(0);
  await session.stop();
  await run;
  expect(descendantsOf(process.pid)).toEqual([]);
});

test('a worker that computes for ever before it is ready ends the session and leaves no process', async ({
  folder,
}) => {
  const session = new Session(runAlone(folder), nobody, { ...mute, silenceMs: 300 });
  await expect(session.run(1)).rejects.toThrow('it computed for more than 0.3 s without a pause');
  expect(descendantsOf(process.pid)).toEqual([]);
});
