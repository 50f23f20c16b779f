import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { variable } from '../../traffic/system/environment.ts';
import { packedBrowser } from './packedBrowser.ts';

/** The names under which systems install Chromium. */
const systemNames = ['chromium', 'chromium-browser', 'google-chrome'];

/** How a browser is had, in one line. */
export const howToGetOne = 'run `npx playwright install chromium`, or install the package chromium of your system';

/** Returns the path of the first of these programs that the system has. */
function installed(): string | undefined {
  const found = systemNames.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() ?? '');
  return found.find((path) => path !== '');
}

/** No browser could be started: why, in a few words. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** Returns the program that ASSAY_BROWSER names, else the Chromium of Playwright if it is installed, else the system's, else the one that npm installed; undefined if there is none. */
export async function findBrowser(): Promise<string | undefined> {
  const named = variable('ASSAY_BROWSER');
  if (named !== undefined) return named;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : (installed() ?? (await packedBrowser()));
}

/** Starts Chromium without a download and with its protections; only root runs it without its sandbox. Throws NoBrowser. */
export async function launchBrowser(
  args: readonly string[] = [],
  find: () => Promise<string | undefined> = findBrowser,
): Promise<Browser> {
  const executablePath = await find();
  if (executablePath === undefined) throw new NoBrowser('none is installed');
  const { chromium } = await import('@playwright/test');
  const own = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // Each site in a process of its own, also where a system's Chromium would save memory.
  const protections = ['--site-per-process'];
  try {
    return await chromium.launch({
      executablePath,
      args: [...own, ...protections, ...args],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new NoBrowser((error as Error).message.split('\n')[0] ?? '');
  }
}
