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

/** What is told of any campaign that has not ended. */
export const progressFields = {
  spent: objectWith({ posts: isCount, gets: isCount }),
  cases: isCount,
  shown: mapOf(oneOf('fail', 'warn')),
};

/**
 * Where a campaign of this seed has stopped before its end, as its kind tells that; undefined where none has. Throws ConfigurationError for a file
 * that no campaign of this version has written: a new campaign would write over it.
 */
export function unfinishedProgress<P>(
  file: string,
  seed: number,
  isProgress: (value: unknown) => value is P,
): P | undefined {
  if (!existsSync(file)) return undefined;
  const value = parsed(file);
  if (!isPlainObject(value) || value['version'] !== version || !isProgress(value)) {
    const hint = 'Remove the file, or begin with --anew: the campaign begins from its start then.';
    const wanted = 'how far a campaign came, as this version writes it';
    throw new ConfigurationError(file, [{ where: '/', wanted, seen: 'something else', hint }]);
  }
  return value['seed'] === seed ? value : undefined;
}

/** Keeps how far a campaign is: whoever is killed meanwhile has what was kept before. Throws Unkept. */
export function storeProgress(file: string, seed: number, progress: object): void {
  writeToDisk(file, () => replaceFile(file, JSON.stringify({ ...progress, version, seed }), { isPrivate: true }));
}

/** A campaign has ended: the next one of its seed begins anew. */
export function removeProgress(file: string): void {
  rmSync(file, { force: true });
}
