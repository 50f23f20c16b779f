import { existsSync, rmSync } from 'node:fs';
import { type Guard, isCount, mapOf, objectWith, oneOf, optional } from '../../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { replaceFile, writeToDisk } from '../../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { storedJson } from '../../../traffic/system/storedJson.ts';

/** The form in which a kind of campaign stores its progress: its version, and a guard of the values. */
export interface ProgressForm<P> {
  version: number;
  isProgress(value: unknown): value is P;
}

/** The fields that every unfinished campaign stores. */
const sharedFields = {
  spent: objectWith({ posts: isCount, gets: isCount }),
  cases: isCount,
  shown: mapOf(oneOf('fail', 'warn')),
  shrunkPosts: optional(isCount),
};

/** Returns the form of a kind of campaign, which stores fields of its own in addition to those of every campaign. */
export function progressForm<P>(version: number, ownFields: Readonly<Record<string, Guard>>): ProgressForm<P> {
  const isReached = objectWith({ ...sharedFields, ...ownFields });
  return { version, isProgress: (value): value is P => isReached(value as Plain) };
}

/**
 * Returns the progress of an unfinished campaign with this seed; undefined if there is none. Returns 'outdated' if an earlier version of Assay stored it in a
 * form that can no longer be continued. Throws ConfigurationError for a file that no campaign has written, since a new campaign would overwrite it.
 */
export function unfinishedProgress<P>(
  file: string,
  seed: number,
  { version, isProgress }: ProgressForm<P>,
): P | 'outdated' | undefined {
  if (!existsSync(file)) return undefined;
  const value = storedJson(file);
  const stored = isPlainObject(value) && isCount(value['version'] ?? null) ? Number(value['version']) : 0;
  const isOutdated = stored > 0 && stored < version;
  if (!isPlainObject(value) || (!isOutdated && (stored !== version || !isProgress(value)))) {
    const hint = 'Remove the file, or use --anew: the campaign then starts from its beginning.';
    const wanted = 'how far a campaign came, written by this version';
    throw new ConfigurationError(file, [{ where: '/', wanted, seen: 'something else', hint }]);
  }
  if (value['seed'] !== seed) return undefined;
  return isOutdated ? 'outdated' : (value as P);
}

/** Stores the progress of a campaign; a process that is killed meanwhile leaves the previous state. Throws DiskWriteError. */
export function storeProgress(file: string, progress: { seed: number; version: number } & object): void {
  writeToDisk(file, () => replaceFile(file, JSON.stringify(progress), { isPrivate: true }));
}

/** Removes the progress file of a finished campaign: the next one with its seed starts from the beginning. */
export function removeProgress(file: string): void {
  rmSync(file, { force: true });
}
