import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigurationError } from './problem.ts';

/** Names of the environment variables by which one process of a run tells the next what was decided. */
export type RunVariable =
  | 'ASSAY_RUN'
  | 'ASSAY_SEED'
  | 'ASSAY_OUT'
  | 'ASSAY_TARGET'
  | 'ASSAY_SELECTION'
  | 'ASSAY_OFFLINE'
  | 'ASSAY_STAGE'
  | 'ASSAY_PINS'
  | 'ASSAY_FLEET';

/** The value of a variable of the environment, undefined when it is not set or empty. The only reader of the environment. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Decides a variable for this process and those that it starts. */
export function decide(name: RunVariable, value: string): string {
  process.env[name] = value;
  return value;
}

function readEnvFile(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hint = 'Write it, or leave envFile out.';
    throw new ConfigurationError(file, [
      { where: '/envFile', wanted: 'a readable dotenv file', seen: code ?? 'none', hint },
    ]);
  }
}

/** Reads variables from a dotenv file; those already set in the environment win. Throws ConfigurationError without the file. */
export function withEnvFile(file: string | undefined): (name: string) => string | undefined {
  const fromFile = file === undefined ? {} : readEnvFile(file);
  return (name) => variable(name) ?? (fromFile[name] || undefined);
}
