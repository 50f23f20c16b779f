import { execFileSync } from 'node:child_process';
import type { Candidate } from '../reports/fleet.ts';
import { entryWords } from '../schemas/root.ts';

/** Every mutant and variant that the emulator can be, as it lists them itself. */
export function candidates(): Candidate[] {
  const args = [...entryWords('emulator/main.ts'), '--list'];
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Candidate[];
}
