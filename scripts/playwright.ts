import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of the package: where its specs and configurations are, wherever the command is called. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Runs Playwright on a configuration of ours with these variables set; gives its exit code. */
export async function playwright(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<number> {
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return code ?? 130;
}
