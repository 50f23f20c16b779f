import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assayInto, command, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { once, test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

test.describe.configure({ mode: 'default' });

/** Returns the requirements that are done so far. The target is killed once there is one, so most are not. */
const doneIn = (out: string) =>
  linesIn(out).flatMap((line) => (line.kind === 'end' && line.status === 'done' ? [line.requirement] : []));

const killed = test.extend<object, { run: () => ReturnType<typeof runKilled> }>({
  run: [async ({ sharedFolder: folder }, use) => use(once(() => runKilled(folder))), { scope: 'worker' }],
});

async function runKilled(folder: string) {
  const service = await startEmulator({ folder });
  const target = targetFileLike(service.targetFile, 'killed', { deadlines: { recoverMs: 500 } });
  const out = join(folder, 'killed');
  const running = ended(start([...command, 'run', '--target', target, '--out', out], { folder }));
  await expect.poll(() => doneIn(out).length, { intervals: [20], timeout: 300_000 }).toBeGreaterThan(0);
  service.process.kill('SIGKILL');
  const run = await running;
  const judged = await assayInto('killed-judged', ['judge', join(out, 'journal')], { folder });
  return { run, judged, verdict: verdictIn(out), done: doneIn(out) };
}

killed('ends by itself with exit code 3 when its target dies, and says so', async ({ run }) => {
  const { run: ended, verdict } = await run();
  expect(ended.code).toBe(3);
  expect(verdict.exit).toBe(3);
  expect(verdict.halt?.cause).toBe('unreachable');
  expect(ended.stdout).toContain('The target stopped answering');
});

killed('keeps every verdict that was reached; the rest is not run', async ({ run }) => {
  const { verdict, done } = await run();
  const outcomes = new Map(verdict.requirements.map(({ id, outcome }) => [id, outcome]));
  const observed = new Set(verdict.requirements.flatMap(({ id, kind }) => (kind === 'observe' ? [id] : [])));
  const reached = done.filter((id) => outcomes.has(id));
  expect(reached.length).toBeGreaterThan(0);
  // Requirements that need the missing final reads are undecided, and nothing is learned without them; the others were decided.
  for (const id of reached) {
    const decided = ['pass', 'learned', 'inconclusive', 'unverified', ...(observed.has(id) ? ['not run'] : [])];
    expect(decided, id).toContain(outcomes.get(id));
  }
  // A night of dear combinations leaves some out that only observe.
  for (const [id, outcome] of outcomes)
    if (!reached.includes(id)) expect(['not run', 'not selected'], id).toContain(outcome);
});

killed('blames neither the suite nor the target', async ({ run }) => {
  const { verdict } = await run();
  const blamed = verdict.requirements.filter(({ outcome }) => outcome === 'error' || outcome === 'fail');
  expect(blamed).toEqual([]);
  for (const { id, outcome, attribution } of verdict.requirements)
    if (outcome === 'not run') expect(attribution, id).toBe('environment');
});

killed('judged again without its target, gives the same verdict', async ({ run }) => {
  const { verdict, judged } = await run();
  const { header: _, ...rest } = verdict;
  const { header: __, ...same } = verdictIn(judged.out);
  expect(same).toEqual(rest);
  expect(judged.code).toBe(3);
});
