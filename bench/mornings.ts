/**
 * Makes what somebody sees who comes in the morning, for five nights: nothing changed; one new failure; three causes at once; a known failure fixed; an expired
 * credential. For each the folder has `terminal.txt` (the first 20 lines), `summary.md` (the first 30 lines of the CI summary) and `page.png` (the first
 * 1280 × 800 pixels of the page). Who reads one of them, and nothing else, should know what changed, whose it is and what to do. `--out` names the folder,
 * `--profile` the profile (smoke).
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../runner/browser/findBrowser.ts';
import { startChangingServer } from './changingServer.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'mornings' }, profile: { type: 'string', default: 'smoke' } },
});
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });

/** Each night in its order: the mutants of its server, and whether its credential still holds. */
const nights = [
  { name: 'nothing-changed' },
  { name: 'one-new-failure', mutants: 'blockchain-of-fiat' },
  { name: 'known-failure-fixed' },
  { name: 'three-causes', mutants: 'blockchain-of-fiat+single-rates-of-one-feed+pages-rounded-down' },
  { name: 'expired-credential', isExpired: true },
] as const satisfies readonly { name: string; mutants?: string; isExpired?: boolean }[];

const firstLines = (file: string, count: number) => readFileSync(file, 'utf8').split('\n').slice(0, count).join('\n');

/** Writes what is seen first of a run. */
async function show(browser: Browser, name: string): Promise<void> {
  const [run, shown] = [join(folder, name), join(folder, 'shown', name)];
  mkdirSync(shown, { recursive: true });
  writeFileSync(join(shown, 'terminal.txt'), firstLines(join(folder, `${name}.txt`), 20));
  writeFileSync(join(shown, 'summary.md'), firstLines(join(run, 'summary.md'), 30));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(join(run, 'report.html')).href);
  await page.screenshot({ path: join(shown, 'page.png') });
  await page.close();
}

/** Breaks the secret of the account under test, as an operator does who forgets to renew it. */
const expire = (file: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(EMULATOR_TOKEN_SECRET=")..../, '$10000'));

const server = await startChangingServer(folder);
const browser = await launchBrowser();
const env = join(folder, 'target.env');
const run = (name: string, ...words: readonly string[]) =>
  server.run(name, ['--profile', values.profile, ...words], { results: join(folder, `${name}.txt`) });
try {
  process.stdout.write(`baseline: exit ${await run('baseline', '--pin', '--seed', '0')}\n`);
  for (const { name, ...night } of nights) {
    server.follow('mutants' in night ? night.mutants : undefined);
    copyFileSync(env, `${env}.kept`);
    if ('isExpired' in night) expire(env);
    process.stdout.write(`${name}: exit ${await run(name, '--strict', '--seed', '1')}\n`);
    copyFileSync(`${env}.kept`, env);
    await show(browser, name);
  }
} finally {
  await browser.close();
  await server.close();
}
