import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { StoredExperiments } from '../../../runner/webhooks/experiments/experimentsFile.ts';
import type { ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { assayInto, linesIn, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { startInbox } from '../../support/webhooks/startInbox.ts';
import { startWebhookSite } from '../../support/webhooks/webhookSite.ts';

const hourMs = 3_600_000;

const experimentsIn = (out: string) =>
  linesIn(out).filter((line): line is ExperimentLine => line.kind === 'experiment');

const storedIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as StoredExperiments).experiments;

test('an experiment of one run is open in the next, judged in the third, and removed in the fourth', {
  tag: '@full',
}, async ({ folder }) => {
  const site = await startWebhookSite(folder);
  const { experimentsFile } = readTarget(site.outside);
  const run = (name: string) => assayInto(name, ['run', '--target', site.outside, '--only', 'WHK-06b'], { folder });

  const first = await run('first');
  const [opened] = experimentsIn(first.out);
  const id = opened?.id ?? '';
  expect(opened, first.stdout).toMatchObject({ state: 'open', requirement: 'WHK-06b' });
  expect(opened?.deliveries.length).toBeGreaterThan(0);
  expect(verdictIn(first.out).experiments).toMatchObject([{ id, state: 'open' }]);
  expect(first.stdout).toMatch(/WHK-06b open since .*, \d attempts? so far, verdict due /);

  const inbox = await startInbox(site.outside, folder);
  for (const hours of [0.1, 1]) {
    await site.advance(hours * hourMs);
    await site.settled();
  }
  // The inbox gives way to the run, and returns after it.
  const second = await run('second');
  expect(experimentsIn(second.out).find((one) => one.id === id)).toMatchObject({ state: 'open' });
  await expect.poll(() => inbox.said.filter((line) => line.startsWith('listening on')).length).toBe(2);
  expect(inbox.said).toContain('a run listens now; back when it is over');
  for (const hours of [4, 12, 30.5]) {
    await site.advance(hours * hourMs);
    await site.settled();
  }
  expect(await inbox.stop('SIGTERM')).toBe(0);

  const third = await run('third');
  const judged = experimentsIn(third.out).find((one) => one.id === id);
  expect(judged, judged ? JSON.stringify(judged.listened) : third.stdout).toMatchObject({ state: 'due' });
  const rounds = new Set(judged?.deliveries.map(({ targetAt, request }) => `${targetAt} ${request.body.sha256}`));
  expect(rounds.size % 11).toBe(0);
  expect(requirementIn(third.out, 'WHK-06b').outcome).toBe('pass');
  expect(storedIn(experimentsFile).map((one) => one.id)).not.toContain(id);

  const fourth = await run('fourth');
  expect(experimentsIn(fourth.out).map((one) => one.id)).not.toContain(id);
  await site.service.stop();
  expect(existsSync(`${experimentsFile}.run`)).toBe(false);
});
