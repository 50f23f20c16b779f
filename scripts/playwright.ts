import { createRequire } from 'node:module';
import { command } from './command.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Runs the suite's Playwright with these variables set; gives its exit code. An interrupted Playwright still tells what it knows. */
export function playwright(args: readonly string[], env: Record<string, string | undefined> = {}): Promise<number> {
  return command([cli, 'test', ...args], { env, endedBy: 'SIGINT' });
}
