import { createRequire } from 'node:module';
import { entryFile, isBuilt } from '../../schemas/packageRoot.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** What Node is called with to run Playwright's tests by a configuration of ours, named by its source. */
export const playwrightWords = (config: string): string[] => [cli, 'test', '--config', entryFile(config)];

/** What Playwright is told by its environment: of what was built already it has nothing to compile. */
export const playwrightVariables: Readonly<Record<string, string>> = isBuilt ? { PW_DISABLE_TS_ESM: '1' } : {};
