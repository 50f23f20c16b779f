import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Candidate } from '../reports/fleet.ts';
import { root } from './command.ts';

/** Every mutant and variant that the emulator can be, as it lists them itself. */
export function candidates(): Candidate[] {
  const args = ['--import', 'tsx', join(root, 'emulator', 'main.ts'), '--list'];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Candidate[];
}
