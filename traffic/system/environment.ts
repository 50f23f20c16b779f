import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Names of the environment variables that pass decisions from one process of a run to the next. */
export type RunVariable =
  | 'ASSAY_RUN'
  | 'ASSAY_SEED'
  | 'ASSAY_ID_KEY'
  | 'ASSAY_DISCREET'
  | 'ASSAY_PACE'
  | 'ASSAY_MOST_POSTS'
  | 'ASSAY_OUT'
  | 'ASSAY_TARGET'
  | 'ASSAY_SET'
  | 'ASSAY_SELECTION'
  | 'ASSAY_DESK'
  | 'ASSAY_MONEY'
  | 'ASSAY_OFFLINE'
  | 'ASSAY_STAGE'
  | 'ASSAY_PINS'
  | 'ASSAY_COLLECTS'
  | 'ASSAY_SILENT'
  | 'ASSAY_STRICT'
  | 'ASSAY_JSON'
  | 'ASSAY_REPORTS'
  | 'ASSAY_FORETOLD'
  | 'ASSAY_FORECAST'
  | 'ASSAY_AGAIN'
  | 'ASSAY_CHALLENGE';

/** Returns an environment variable; undefined if it is unset or empty. The only place that reads the environment. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Unsets a variable, so that no process that this one starts inherits it. */
export function forget(name: string): void {
  delete process.env[name];
}

/** Sets a variable for this process and the processes it starts. */
export function decide(name: RunVariable, value: string): string {
  process.env[name] = value;
  return value;
}

/** Sets several variables. */
export function decideAll(values: Partial<Record<RunVariable, string>>): void {
  for (const [name, value] of Object.entries(values)) decide(name as RunVariable, value);
}

/** The variables of a run: those already set, then those of a dotenv file; and the system's error code if that file could not be read. */
export interface Variables {
  lookup: (name: string) => string | undefined;
  unreadable?: string;
}

/** Reads variables from a dotenv file; variables already set in the environment win. */
export function withEnvFile(file: string | undefined): Variables {
  if (file === undefined) return { lookup: variable };
  try {
    const fromFile: Record<string, string | undefined> = parseEnv(readFileSync(file, 'utf8'));
    const own = (name: string) => (Object.hasOwn(fromFile, name) ? fromFile[name] : undefined);
    return { lookup: (name) => variable(name) ?? (own(name) || undefined) };
  } catch (error) {
    return { lookup: variable, unreadable: (error as NodeJS.ErrnoException).code ?? 'none' };
  }
}
