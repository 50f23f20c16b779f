import { loadContract } from '../schemas/load/contract.ts';
import { caseload, type Tally } from '../tests/support/schemas/caseload.ts';
import { subjectsOf, tableSubjects } from '../tests/support/schemas/subjects.ts';

/**
 * Generates cases from the schemas of our contract and from the table of the tests, without traffic. Prints how many there are of each label, how many were
 * dropped and why, and how many are generated a second. Fails if the final text of a case contradicts its label. The number of cases and the seed may be given
 * as arguments.
 */

const [, , count = '1000000', seed = '1'] = process.argv;

/** The most causes that are listed; rarer ones are added up. */
const mostCauses = 40;

function print(tally: Tally, seconds: number): void {
  const made = tally.valid + tally.invalid;
  const dropped = [...tally.dropped.values()].reduce((sum, one) => sum + one, 0);
  const share = ((100 * dropped) / (made + dropped)).toFixed(2);
  const lines = [
    `seed ${seed}: ${tally.valid} valid, ${tally.invalid} invalid, ${dropped} dropped (${share} %)`,
    `${Math.round(made / seconds)} cases a second, ${seconds.toFixed(1)} s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
    ...causes(tally.dropped).map(([cause, times]) => `${String(times).padStart(9)}  ${cause}`),
    ...tally.undrawable.map(({ subject, pointer, why }) => `undrawable: ${subject} #${pointer}: ${why}`),
    ...tally.mislabelled.map(
      ({ subject, text, sample }) => `wrong: ${subject}: ${JSON.stringify(sample.reason)}: ${text}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function causes(dropped: ReadonlyMap<string, number>): [string, number][] {
  const sorted = [...dropped].sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(mostCauses).reduce((sum, [, times]) => sum + times, 0);
  return [...sorted.slice(0, mostCauses), ...(rest > 0 ? [['for rarer causes', rest] as [string, number]] : [])];
}

const subjects = [...subjectsOf(await loadContract()), ...tableSubjects()];
process.stdout.write(`${subjects.length} schemas\n`);
const startedMs = performance.now();
const tally = caseload(subjects, { count: Number(count), seed: Number(seed) });
print(tally, (performance.now() - startedMs) / 1000);
if (tally.mislabelled.length > 0 || tally.undrawable.length > 0) process.exitCode = 1;
