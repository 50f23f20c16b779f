import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ownProcess } from '../scripts/cli/process/ownProcess.ts';
import { fuzzPart, type PartOptions, type PartResult, type Row } from './mutantsWorker.ts';

/**
 * Measures how many mutants of the API a campaign finds by the requirement that they break, and after how many POSTs. Variants must draw no finding. Uses a
 * stratified sample by level and section. Options: `--mutants`, `--seeds`, `--posts`, `--variants <posts>`, `--only <names>`, `--processes`, and `--lanes` in
 * each process; `--json` prints one document.
 */

/** The numbers of POSTs at which the result is read. */
const marks = [60, 300, 1_200] as const;

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '3' },
    posts: { type: 'string', default: '1200' },
    variants: { type: 'string', default: '300' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '5' },
    processes: { type: 'string', default: String(availableParallelism()) },
    part: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const parts = Number(values.processes);

const wantedOf = (part: number): PartOptions => ({
  mutants: Number(values.mutants),
  seeds: Number(values.seeds),
  posts: Number(values.posts),
  variants: Number(values.variants),
  ...(values.only !== undefined && { names: values.only.split(',') }),
  lanes: Number(values.lanes),
  part,
  parts,
});

/** Runs one part in its own process. */
const partBy = (part: number) => ownProcess<PartResult>(fileURLToPath(import.meta.url), ['--part', String(part)]);

const shareAt = (of: readonly Row[], posts: number) => {
  const found = of.filter(({ foundAt = Number.POSITIVE_INFINITY }) => foundAt <= posts).length;
  return `${found} of ${of.length} (${of.length === 0 ? '-' : Math.round((100 * found) / of.length)} %)`;
};

function print({ rows, complaints }: PartResult, minutes: string): void {
  const levels = [...new Set(rows.map(({ level }) => level))].sort();
  const groups = levels.map((level) => [level, rows.filter((row) => row.level === level)] as const);
  for (const [name, of] of [['all', rows] as const, ...groups])
    process.stdout.write(
      `${name.padEnd(8)} ${marks.map((mark) => `within ${mark} POST: ${shareAt(of, mark)}`).join(', ')}\n`,
    );
  const never = rows.filter(({ foundAt }) => foundAt === undefined).map(({ name }) => name);
  process.stdout.write(`not found by every seed: ${[...new Set(never)].sort().join(' ') || 'none'}\n`);
  for (const { bundle, seed, broken } of complaints)
    process.stdout.write(`variant ${bundle}, seed ${seed}:\n  ${broken.join('\n  ')}\n`);
  process.stdout.write(`${complaints.length} complaints about variants; ${minutes} min\n`);
}

if (values.part !== undefined) {
  const attacked = await fuzzPart(wantedOf(Number(values.part)));
  process.send?.(attacked, () => process.disconnect());
} else {
  const began = performance.now();
  const all = await Promise.all(Array.from({ length: parts }, (_, part) => partBy(part)));
  const rows = all.flatMap((one) => one.rows);
  const complaints = all.flatMap((one) => one.complaints);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  if (values.json) process.stdout.write(`${JSON.stringify({ minutes, rows, complaints }, null, 2)}\n`);
  else print({ rows, complaints }, minutes);
}
