import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../harness/durable.ts';
import type { Progress } from './plan.ts';

/** A campaign that has not ended, as its file says. */
interface Unended extends Progress {
  version: 1;
  seed: number;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

const isOutcome = (value: unknown) => value === 'fail' || value === 'warn';

/** True where a value is a campaign that has not ended; anything else is no campaign to go on with. */
function isUnended(value: unknown): value is Unended {
  const { version, seed, spent, cases, batches, tried, shown } = (value ?? {}) as Partial<Unended>;
  const isTried = typeof tried === 'object' && tried !== null && Object.values(tried).every(isCount);
  const areShown = typeof shown === 'object' && shown !== null && Object.values(shown).every(isOutcome);
  return version === 1 && isTried && areShown && [seed, cases, batches, spent?.posts, spent?.gets].every(isCount);
}

/** Where a campaign of this seed has stopped before its end; undefined where none has. */
export function unendedIn(file: string, seed: number): Progress | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isUnended(value) && value.seed === seed ? value : undefined;
  } catch {
    // What cannot be read is no campaign to go on with: a new one begins.
    return undefined;
  }
}

/** Keeps how far a campaign is: whoever is killed meanwhile has what was kept before. */
export function keepProgress(file: string, seed: number, progress: Progress): void {
  const { spent, cases, batches, tried, shown } = progress;
  const unended: Unended = { version: 1, seed, spent, cases, batches, tried, shown };
  replaceFile(file, JSON.stringify(unended), { isPrivate: true });
}

/** A campaign has ended: the next one of its seed begins anew. */
export function endProgress(file: string): void {
  rmSync(file, { force: true });
}
