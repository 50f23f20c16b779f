import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { InboxLock, lockReceiver } from './receiverLock.ts';

const file = () => join(mkdtempSync(test.info().outputPath('seat-')), 'target.experiments.json');

/** Returns the id of a process that has ended. */
const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

test('an inbox gives way to a run and returns after it', async () => {
  const place = file();
  const stopped = new AbortController();
  const inbox = new InboxLock(place);
  expect(await inbox.take(stopped.signal)).toBe(true);
  const run = lockReceiver(place);
  await inbox.wanted(stopped.signal);
  expect(existsSync(`${place}.inbox`)).toBe(true);
  inbox.leave();
  const end = await run;
  const again = inbox.take(stopped.signal);
  expect(inbox.isWanted).toBe(true);
  end();
  expect(await again).toBe(true);
  inbox.leave();
  expect(existsSync(`${place}.inbox`)).toBe(false);
});

test('a stopped inbox waits for nobody', async () => {
  const place = file();
  const end = await lockReceiver(place);
  const inbox = new InboxLock(place);
  expect(await inbox.take(AbortSignal.abort())).toBe(false);
  await inbox.wanted(AbortSignal.abort());
  end();
});

test('the locks of dead processes are free', async () => {
  const place = file();
  for (const who of ['run', 'inbox']) writeFileSync(`${place}.${who}`, `${deadProcess()}\n`);
  (await lockReceiver(place))();
  writeFileSync(`${place}.run`, `${deadProcess()}\n`);
  writeFileSync(`${place}.inbox`, `${deadProcess()}\n`);
  expect(await new InboxLock(place).take(new AbortController().signal)).toBe(true);
});

test('a living process keeps its lock', async () => {
  const place = file();
  writeFileSync(`${place}.run`, `${process.ppid}\n`);
  await expect(lockReceiver(place)).rejects.toThrow(/no other run receives, got process/);
  const beside = file();
  writeFileSync(`${beside}.inbox`, `${process.ppid}\n`);
  const taking = new InboxLock(beside).take(new AbortController().signal);
  await expect(taking).rejects.toThrow(/no other assay inbox listens for/);
});
