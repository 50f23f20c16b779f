import { readFileSync, statSync } from 'node:fs';
import type { Verdict } from '../harness/conclude.ts';
import { placesOf } from '../harness/run.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { compare as compared, writeComparison } from '../reports/compare.ts';

/** The verdict at a place: a verdict file, or the folder of a run. Throws ConfigurationError where there is none. */
function verdictAt(place: string): Verdict {
  try {
    const file = statSync(place).isDirectory() ? placesOf(place).verdict : place;
    const verdict = JSON.parse(readFileSync(file, 'utf8')) as Partial<Verdict>;
    if (verdict.version === 1 && Array.isArray(verdict.requirements)) return verdict as Verdict;
  } catch {
    // What cannot be read is told like what is something else.
  }
  const wanted = 'a verdict.json, or the folder of a run';
  throw new ConfigurationError('assay report compare', [
    { where: place, wanted, seen: 'none', hint: 'Name two of them.' },
  ]);
}

/** Tells what differs between two verdicts, header and exchange numbers aside; exit code 1 when something does. */
export function compare(before: string, after: string, { json }: { json?: boolean }): number {
  const comparison = compared(verdictAt(before), verdictAt(after));
  process.stdout.write(json ? `${JSON.stringify(comparison, null, 2)}\n` : writeComparison(comparison));
  return comparison.same ? 0 : 1;
}
