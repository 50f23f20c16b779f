import { execFileSync } from 'node:child_process';
import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { entryCommand } from '../../../schemas/packageRoot.ts';

/** Returns every mutant and variant, as the emulator lists them. */
export function candidates(): Candidate[] {
  const args = [...entryCommand('emulator/main.ts'), '--list'];
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Candidate[];
}
