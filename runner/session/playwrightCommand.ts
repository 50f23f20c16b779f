import { createRequire } from 'node:module';
import { entryFile, isBuilt } from '../../schemas/packageRoot.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Returns the arguments with which Node runs Playwright's tests, for a configuration of ours given by its source file. */
export const playwrightWords = (config: string): string[] => [cli, 'test', '--config', entryFile(config)];

/** The environment variables for Playwright. Built files need no compilation. */
export const playwrightVariables: Readonly<Record<string, string>> = isBuilt ? { PW_DISABLE_TS_ESM: '1' } : {};
