import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isCount, mapOf, objectWith, oneOf } from '../../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { replaceFile, writeToDisk } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

const version = 1;

function parsed(file: string): Plain | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plain;
  } catch {
    return undefined;
  }
}

/** The fields that every unfinished campaign stores. */
export const progressFields = {
  spent: objectWith({ posts: isCount, gets: isCount }),
  cases: isCount,
  shown: mapOf(oneOf('fail', 'warn')),
};

/**
 * Returns the progress of an unfinished campaign with this seed; undefined if there is none. Throws ConfigurationError for a file that no campaign of this
 * version has written, since a new campaign would overwrite it.
 */
export function unfinishedProgress<P>(
  file: string,
  seed: number,
  isProgress: (value: unknown) => value is P,
): P | undefined {
  if (!existsSync(file)) return undefined;
  const value = parsed(file);
  if (!isPlainObject(value) || value['version'] !== version || !isProgress(value)) {
    const hint = 'Remove the file, or use --anew: the campaign then starts from its beginning.';
    const wanted = 'how far a campaign came, written by this version';
    throw new ConfigurationError(file, [{ where: '/', wanted, seen: 'something else', hint }]);
  }
  return value['seed'] === seed ? value : undefined;
}

/** Stores the progress of a campaign; a process that is killed meanwhile leaves the previous state. Throws DiskWriteError. */
export function storeProgress(file: string, seed: number, progress: object): void {
  writeToDisk(file, () => replaceFile(file, JSON.stringify({ ...progress, version, seed }), { isPrivate: true }));
}

/** Removes the progress file of a finished campaign: the next one with its seed starts from the beginning. */
export function removeProgress(file: string): void {
  rmSync(file, { force: true });
}
