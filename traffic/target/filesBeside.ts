import { basename, dirname, extname, join, resolve } from 'node:path';
import { isAddress } from '../system/webAddress.ts';

/**
 * Returns the file for the baseline values of a target: `<name of the file>.pins.json` next to the target file, or `<host>.pins.json` in the current folder for
 * a bare base address.
 */
export function baselineFileFor(source: string): string {
  if (!isAddress(source)) return join(resolve(dirname(source)), `${basename(source, extname(source))}.pins.json`);
  // Not every file system allows the colon before a port in a file name.
  const host = new URL(source).host.replaceAll(/[^A-Za-z0-9.-]+/g, '_');
  return resolve(`${host}.pins.json`);
}

/** Returns the file for the payments of earlier runs: `<name of the target file>.past.json` next to the baseline values. */
export function previousPaymentsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.past.json');
}

/** Returns the file for webhook experiments that outlive a run: `<name of the target file>.experiments.json` next to the baseline values. */
export function experimentsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.experiments.json');
}

/** Returns the file for what runs and campaigns have touched: `<name of the target file>.touched.json` next to the baseline values. */
export function touchedFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.touched.json');
}

/** Returns the file for the findings of campaigns: `<name of the target file>.findings.ndjson` next to the baseline values. */
export function findingsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.findings.ndjson');
}
