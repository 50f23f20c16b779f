import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Progress } from './campaign.ts';

/** A campaign that has not ended, as its file says. */
interface Unended extends Progress {
  version: 1;
  seed: number;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** True where a value is a campaign that has not ended; anything else is no campaign to go on with. */
function isUnended(value: unknown): value is Unended {
  const { version, seed, spent, cases, batches, tried } = (value ?? {}) as Partial<Unended>;
  const isTried = typeof tried === 'object' && tried !== null && Object.values(tried).every(isCount);
  return version === 1 && isTried && [seed, cases, batches, spent?.posts, spent?.gets].every(isCount);
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

/** Keeps how far a campaign is: written beside and put in place at once. */
export function keepProgress(file: string, seed: number, { spent, cases, batches, tried }: Progress): void {
  const beside = `${file}.${process.pid}.new`;
  writeFileSync(beside, JSON.stringify({ version: 1, seed, spent, cases, batches, tried } satisfies Unended), {
    mode: 0o600,
  });
  renameSync(beside, file);
}

/** A campaign has ended: the next one of its seed begins anew. */
export function endProgress(file: string): void {
  rmSync(file, { force: true });
}
