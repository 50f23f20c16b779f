import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Names of the environment variables by which one process of a run tells the next what was decided. */
export type RunVariable =
  | 'ASSAY_RUN'
  | 'ASSAY_SEED'
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
  | 'ASSAY_FORETOLD'
  | 'ASSAY_FORECAST'
  | 'ASSAY_AGAIN';

/** The value of a variable of the environment, undefined when it is not set or empty. The only reader of the environment. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Decides a variable for this process and those that it starts. */
export function decide(name: RunVariable, value: string): string {
  process.env[name] = value;
  return value;
}

/** Decides several variables. */
export function decideAll(values: Partial<Record<RunVariable, string>>): void {
  for (const [name, value] of Object.entries(values)) decide(name as RunVariable, value);
}

/** The variables of a run: those that are set, then those of a dotenv file; and why that file could not be read, by the system's code. */
export interface Variables {
  lookup: (name: string) => string | undefined;
  unreadable?: string;
}

/** Reads variables from a dotenv file; those already set in the environment win. */
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
