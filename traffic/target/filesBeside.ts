import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isAddress } from '../system/webAddress.ts';

/** Everything that is stored for a target between runs, by the names of the files. */
export const stateFiles = {
  /** The baseline values. */
  baseline: 'pins.json',
  /** The payments of earlier runs. */
  previousPayments: 'past.json',
  /** Webhook experiments that outlive a run. */
  experiments: 'experiments.json',
  /** What runs and campaigns have touched. */
  touched: 'touched.json',
  /** How often campaigns tried each combination. */
  tried: 'tried.json',
  /** The findings of campaigns. */
  findings: 'findings.ndjson',
  /** The failures of runs, and the runs. */
  failures: 'failures.json',
} as const;

/** One of `stateFiles`. */
export type StateFile = keyof typeof stateFiles;

/** Returns the path of a target file without its extension; for a bare base address its host, in the current folder. */
function stemOf(source: string): string {
  if (!isAddress(source)) return join(resolve(dirname(source)), basename(source, extname(source)));
  // Not every file system allows the colon before a port in a file name.
  return resolve(new URL(source).host.replaceAll(/[^A-Za-z0-9.-]+/g, '_'));
}

/** Returns the folder for all that is stored for a target: `<name of the target file>.state` beside it, or `<host>.state` in the current folder. */
export const stateFolderOf = (source: string): string => `${stemOf(source)}.state`;

/** True for the folder in which the state of a target is stored. */
export const isStateFolder = (folder: string): boolean => folder.endsWith('.state');

/** Returns where earlier versions stored a file: beside the target file. */
export const formerStateFile = (source: string, file: StateFile): string => `${stemOf(source)}.${stateFiles[file]}`;

/** Returns where a file of the state of a target is: in its folder, or where an earlier version left it. */
export function stateFileOf(source: string, file: StateFile): string {
  const [path, former] = [join(stateFolderOf(source), stateFiles[file]), formerStateFile(source, file)];
  return !existsSync(path) && existsSync(former) ? former : path;
}

/** Returns the file of known failures of a target, beside its target file. */
export const knownFailuresFileOf = (source: string): string => `${stemOf(source)}.known.yaml`;
