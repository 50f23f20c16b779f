import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import packed from '@sparticuz/chromium';

/** The names under which systems install Chromium. */
const systemNames = ['chromium', 'chromium-browser', 'google-chrome'];

/** Returns the path of the first of these programs that the system has. */
function installed(): string | undefined {
  const found = systemNames.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() ?? '');
  return found.find((path) => path !== '');
}

/** Returns the Chromium of Playwright if it is installed, else the system's, else the one that npm installed. */
export async function browserExecutable(): Promise<string> {
  const own = chromium.executablePath();
  return existsSync(own) ? own : (installed() ?? (await packed.executablePath()));
}

/** The options of every browser of a test: only root runs it without its sandbox. */
export const browserFlags = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** Starts Chromium without a download. For tests only. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: await browserExecutable(), args: browserFlags() });
}
