import { basename, dirname, extname, join, resolve } from 'node:path';
import { isAddress } from '../system/webAddress.ts';

/**
 * Where what was learned of a target is kept: beside its file, as `<name of the file>.pins.json`; for a bare base address in
 * the current folder, as `<host>.pins.json`.
 */
export function baselineFileFor(source: string): string {
  if (!isAddress(source)) return join(resolve(dirname(source)), `${basename(source, extname(source))}.pins.json`);
  // A port's colon is no part of a file's name everywhere.
  const host = new URL(source).host.replaceAll(/[^A-Za-z0-9.-]+/g, '_');
  return resolve(`${host}.pins.json`);
}

/** Where the payments of earlier runs are kept: beside the pins, as `<name of the target file>.past.json`. */
export function previousPaymentsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.past.json');
}

/** Where experiments on webhooks are kept that outlive a run: beside the pins, as `<name of the target file>.experiments.json`. */
export function experimentsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.experiments.json');
}

/** Where the findings of campaigns are kept: beside the pins, as `<name of the target file>.findings.ndjson`. */
export function findingsFileFor(source: string): string {
  return baselineFileFor(source).replace(/\.pins\.json$/, '.findings.ndjson');
}
