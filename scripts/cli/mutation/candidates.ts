import { execFileSync } from 'node:child_process';
import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { entryCommand } from '../../../schemas/packageRoot.ts';

/** Returns every mutant and variant, as the emulator lists them, and the corner mutants among the given names. */
export function candidates(names: readonly string[] = []): Candidate[] {
  const corners = names.filter((name) => name.startsWith('corner:'));
  const args = [...entryCommand('emulator/main.ts'), '--list', ...(corners.length > 0 ? [corners.join(',')] : [])];
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Candidate[];
}
