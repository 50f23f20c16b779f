import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { assayInto, command, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { descendantsOf, isAlive } from '../../support/product/processTree.ts';
import { test } from '../../support/product/productTest.ts';
import { startInbox } from '../../support/webhooks/startInbox.ts';
import { startWebhookSite } from '../../support/webhooks/webhookSite.ts';

/** Counts the lines of all journals below a folder. */
const linesBelow = (out: string): number =>
  !existsSync(out)
    ? 0
    : readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ndjson'))
        .reduce((sum, name) => sum + readFileSync(join(out, name), 'utf8').split('\n').length, 0);

const isBegun = (out: string) => linesIn(out).some(({ kind }) => kind === 'end');
const isSending = (out: string) => linesBelow(out) > 100;
const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Each program that starts others: its words, and the least number of its child processes when it is fully running: a run may have browsers, too. */
const programs = {
  'assay run': { words: [...command, 'run'], others: 5, isBusy: isBegun },
  'assay fuzz': { words: [...command, 'fuzz', '--posts', '300'], others: 1, isBusy: isSending },
  'assay fleet': { words: [...command, 'fleet', '--quick', '--only', 'no-selling'], others: 1, isBusy: isSending },
  'assay emulator': {
    words: [...command, 'emulator'],
    others: 1,
    isBusy: (_: string, printed: string) => printed.includes('url'),
  },
  'playwright test': { words: ['node', cli, 'test', '--grep', ' (OUT|PAY|XCH)-'], others: 3, isBusy: isBegun },
} as const;

/** The programs whose journals record that they were killed. */
const judged: readonly string[] = ['assay run', 'playwright test'];

/** The programs that are killed only in the full test run, since they are slow or like `assay run`. */
const slow: readonly string[] = ['assay fleet', 'assay fuzz', 'assay emulator', 'playwright test'];

interface Busy {
  out: string;
  others: number;
  isBusy(out: string, printed: string): boolean;
}

async function killed(child: ChildProcess, { out, ...one }: Busy) {
  let printed = '';
  child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  const others = () => descendantsOf(child.pid ?? 0);
  const isThere = () => one.isBusy(out, printed) && others().length >= one.others;
  await expect.poll(isThere, { intervals: [50], timeout: 300_000 }).toBe(true);
  const all = others();
  child.kill('SIGKILL');
  await expect.poll(() => all.filter(isAlive), { intervals: [50], timeout: 60_000 }).toEqual([]);
}

for (const [name, { words, ...one }] of Object.entries(programs))
  test(`no process of \`${name}\` outlives it, however it is killed`, {
    tag: slow.includes(name) ? ['@full'] : [],
  }, async ({ folder }) => {
    const out = join(folder, 'out');
    const child = start(words, { folder: name.startsWith('assay') ? folder : packageRoot, env: { ASSAY_OUT: out } });
    const result = ended(child);
    await killed(child, { out, ...one });
    const { stderr } = await result;
    if (!judged.includes(name)) return;
    // The output of Playwright's workers goes through its runner, so only this program is checked.
    if (name === 'assay run')
      expect(stderr.match(/the run was killed; npx assay judge \S+ judges what was stored/g)).toHaveLength(1);
    const { code } = await assayInto('judged', ['judge', out], { folder });
    expect(code).toBe(4);
    expect(verdictIn(join(folder, 'judged')).halt).toEqual({ cause: 'interrupted', message: 'its process was killed' });
  });

/** Returns the command line of a process as the system shows it; empty if the process has ended. */
const wordsOf = (pid: number) =>
  isAlive(pid) ? readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8').split('\0') : [];

test('a killed runner of tests that feed a trace check is reported, and sends no more', { tag: '@full' }, async ({
  folder,
}) => {
  const out = join(folder, 'out');
  const child = start(['node', cli, 'test', '--grep', 'LIF-02 '], { folder: packageRoot, env: { ASSAY_OUT: out } });
  const result = ended(child);
  const runner = () => descendantsOf(child.pid ?? 0).find((pid) => wordsOf(pid).includes('--no-deps'));
  await expect.poll(() => isBegun(out), { intervals: [50], timeout: 300_000 }).toBe(true);
  const pid = runner() ?? 0;
  const all = [pid, ...descendantsOf(pid)];
  expect(all.length).toBeGreaterThan(2);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => all.filter(isAlive), { intervals: [50], timeout: 60_000 }).toEqual([]);
  const { code, stdout, stderr } = await result;
  expect(stdout + stderr).toContain(`SIGKILL; npx assay judge ${out} judges what was stored`);
  expect(code).toBe(1);
});

test('an inbox is one process, and nobody answers at its port after it was killed', async ({ folder }) => {
  const site = await startWebhookSite(folder);
  const inbox = await startInbox(site.outside, folder);
  expect(descendantsOf(inbox.process.pid ?? 0)).toEqual([]);
  await inbox.stop('SIGKILL');
  await expect(fetch(readTarget(site.outside).webhook?.publicUrl ?? '')).rejects.toThrow('fetch failed');
  await site.service.stop();
});
