import { existsSync } from 'node:fs';
import { isText, listOf } from '../../schemas/json/guards.ts';
import { replaceFile } from '../system/atomicWrite.ts';
import { ConfigurationError } from '../system/configurationError.ts';
import { storedJson } from '../system/storedJson.ts';
import type { DimensionValue } from './dimensions.ts';

/** At most this many pairs are stored; the oldest are dropped. */
const mostStored = 30_000;

/** Returns the names of all pairs of values of two dimensions of one request. */
function pairsOf(values: readonly DimensionValue[]): string[] {
  const names = values.map(({ name, value }) => `${name} ${value}`).sort();
  return names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one} | ${other}`));
}

const arePairs = listOf(isText);

/** The pairs of values of two dimensions that requests to a target had: what runs and campaigns have touched. */
export class TouchedPairs {
  readonly #pairs: Set<string>;

  constructor(pairs: Iterable<string> = []) {
    this.#pairs = new Set(pairs);
  }

  /** Reads the pairs of earlier runs and campaigns from a file; none if there is no file. Throws ConfigurationError for a file that nobody of them has written. */
  static in(file: string | undefined): TouchedPairs {
    if (file === undefined || !existsSync(file)) return new TouchedPairs();
    const value = storedJson(file);
    if (arePairs(value)) return new TouchedPairs(value as unknown as string[]);
    const hint = 'Remove the file: the next run creates it again.';
    throw new ConfigurationError(file, [{ where: '/', wanted: 'pairs of values', seen: 'something else', hint }]);
  }

  /** Returns how many pairs of a request nothing has touched. */
  newIn(values: readonly DimensionValue[]): number {
    return pairsOf(values).filter((pair) => !this.#pairs.has(pair)).length;
  }

  /** Notes the pairs of a request that was sent. */
  note(values: readonly DimensionValue[]): void {
    for (const pair of pairsOf(values)) this.#pairs.add(pair);
  }

  /** Stores the newest pairs. Throws DiskWriteError. */
  store(file: string): void {
    replaceFile(file, `${JSON.stringify([...this.#pairs].slice(-mostStored), null, 0)}\n`);
  }
}
