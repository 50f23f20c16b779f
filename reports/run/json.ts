import { writeFileSync } from 'node:fs';
import type { Verdict } from '../../judge/buildVerdict.ts';

/** Writes the complete verdict as a JSON file, `version` first. */
export function writeVerdictJson(verdict: Verdict, file: string): void {
  writeFileSync(file, `${JSON.stringify(verdict, null, 2)}\n`);
}
