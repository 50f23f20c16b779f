import { writeFileSync } from 'node:fs';
import type { Verdict } from '../../judge/buildVerdict.ts';

/** The verdict as a JSON file: the whole object, `version` first. */
export function writeVerdictJson(verdict: Verdict, file: string): void {
  writeFileSync(file, `${JSON.stringify(verdict, null, 2)}\n`);
}
