import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { readTarget } from '../../../traffic/target/target.ts';
import { assay, assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { startWebhookSite } from '../../support/webhooks/webhookSite.ts';

test('a run whose port is in use sends nothing, and says what to do', async ({ folder }) => {
  const site = await startWebhookSite(folder);
  const { listen } = readTarget(site.outside).webhook ?? {};
  const other = createServer().listen(listen?.port, '127.0.0.1');
  await once(other, 'listening');
  const words = ['run', '--target', site.outside, '--only', 'WHK-06b'];
  const run = await assayInto('taken', words, { folder });
  other.close();
  await site.service.stop();
  expect(run.code, run.stderr).toBe(2);
  expect(verdictIn(run.out)).toMatchObject({
    exit: 2,
    halt: { cause: 'receiver' },
    header: { exchanges: { total: 0 } },
  });
  expect(run.stdout).toContain('Name another, or end the program that has it.');
});

test('an inbox whose port is in use says so', { tag: '@full' }, async ({ folder }) => {
  const site = await startWebhookSite(folder);
  const { listen } = readTarget(site.outside).webhook ?? {};
  const other = createServer().listen(listen?.port, '127.0.0.1');
  await once(other, 'listening');
  const inbox = await assay(['inbox', '--target', site.outside], { folder });
  other.close();
  await site.service.stop();
  expect(inbox.code, inbox.stderr).toBe(2);
  expect(inbox.stderr).toContain('Name another, or end the program that has it.');
});
