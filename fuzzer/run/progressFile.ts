import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../harness/durable.ts';

const version = 1;

/** Where a campaign of this seed has stopped before its end, as its kind tells that; undefined where none has. */
export function unendedIn<P>(file: string, seed: number, isProgress: (value: unknown) => value is P): P | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown; seed?: unknown } | null;
    return value?.version === version && value.seed === seed && isProgress(value) ? value : undefined;
  } catch {
    // What cannot be read is no campaign to go on with: a new one begins.
    return undefined;
  }
}

/** Keeps how far a campaign is: whoever is killed meanwhile has what was kept before. */
export function keepProgress(file: string, seed: number, progress: object): void {
  replaceFile(file, JSON.stringify({ ...progress, version, seed }), { isPrivate: true });
}

/** A campaign has ended: the next one of its seed begins anew. */
export function endProgress(file: string): void {
  rmSync(file, { force: true });
}
