/**
 * Makes what somebody sees who comes in the morning, for five nights: nothing changed; one new failure; three causes at once; a known failure fixed; an expired
 * credential. For each the folder has `terminal.txt` (the first 20 lines), `summary.md` (the first 30 lines of the CI summary) and `page.png` (the first
 * 1280 × 800 pixels of the page), and pictures of the page at three widths, light and dark. Prints the size of each page. Who reads one of them, and nothing
 * else, should know what changed, whose it is and what to do. `--out` names the folder, `--profile` the profile (smoke).
 */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

/** A picture of the first screen of a page, with the place of its file. */
interface Picture {
  width: number;
  colorScheme: 'light' | 'dark';
  path: string;
}

async function photograph(browser: Browser, file: string, { width, colorScheme, path }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path });
  await page.close();
}

/** Writes what is seen first of a run. */
async function show(browser: Browser, name: string): Promise<void> {
  const [run, shown] = [join(folder, name), join(folder, 'shown', name)];
  mkdirSync(shown, { recursive: true });
  writeFileSync(join(shown, 'terminal.txt'), firstLines(join(folder, `${name}.txt`), 20));
  writeFileSync(join(shown, 'summary.md'), firstLines(join(run, 'summary.md'), 30));
  const report = join(run, 'report.html');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 758, 390])
      await photograph(browser, report, { width, colorScheme, path: join(shown, `page-${width}-${colorScheme}.png`) });
  copyFileSync(join(shown, 'page-1280-light.png'), join(shown, 'page.png'));
  process.stdout.write(`  report.html: ${Math.ceil(statSync(report).size / 1000)} kB\n`);
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
