import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultList, rulesNamed } from '../emulator/faults/catalogue.ts';
import type { FailureHistory } from '../judge/failureHistory.ts';
import { headline } from '../reports/run/headline.ts';
import { verdictIn } from '../tests/support/product/assayCommand.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import { startChangingServer } from './changingServer.ts';

/**
 * Runs night after night against one emulator that lives on, as an operator does: a smoke run with `--pin` is the baseline, then come the nights, by date,
 * with `--strict`. Prints the exit code and the headline of each night, and in the end when each failure was new, known and fixed. A night takes about a
 * minute.
 *
 * `--nights` (20), `--day` (of the first night). `--mutant <name+…>` makes the emulator follow these mutants from the night `--from` until the night `--until`.
 * Its payments stay; what a mutant changes only when the emulator starts does not show. Ends with exit code 1
 * if a night without a mutant does not end with 0, or if a mutant is not reported as new.
 */

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '20' },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    mutant: { type: 'string' },
    from: { type: 'string', default: '1' },
    until: { type: 'string' },
  },
});

const { mutant } = values;
const mutants = mutant?.split('+') ?? [];
const [nights, from] = [Number(values.nights), Number(values.from)];
const until = Number(values.until ?? nights);
const faulty = mutant === undefined ? undefined : rulesNamed(mutant);
const problems = [
  ...(mutant !== undefined && !faulty
    ? [`--mutant: expected mutants (assay emulator --list), joined by +, got ${mutant}`]
    : []),
  ...(nights >= 1 ? [] : [`--nights: expected at least 1, got ${values.nights}`]),
  ...(from >= 1 && from <= until ? [] : [`--from, --until: expected nights in this order, got ${from} and ${until}`]),
  ...(Number.isNaN(Date.parse(values.day)) ? [`--day: expected a date such as 2026-01-31, got ${values.day}`] : []),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(2);
}

const dayMs = 86_400_000;

/** Returns the day of a night; 1 is the first. */
const dayOf = (night: number) => new Date(Date.parse(values.day) + (night - 1) * dayMs).toISOString().slice(0, 10);

const isFaulty = (night: number) => faulty !== undefined && night >= from && night <= until;

const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'assay-nights-'));
const server = await startChangingServer(folder);
print(`the target file, its state, the output and the reports of each night are in ${folder}`);

/** What a night says of a failure, and how the summary calls it. */
const states = { new: 'new', known: 'known', fixed: 'fixed', notAsked: 'not asked' } as const satisfies Partial<
  Record<keyof FailureHistory, string>
>;

/** The nights in which each failure was in each state, by requirement and fingerprint. */
const told = new Map<string, { state: string; night: number }[]>();

function follow(night: number, history: FailureHistory): void {
  for (const [key, state] of Object.entries(states))
    for (const { requirement, fingerprint, wanted } of history[key as keyof typeof states]) {
      const name = `${requirement} ${fingerprint}  ${wanted}`;
      told.set(name, [...(told.get(name) ?? []), { state, night }]);
    }
}

/** Runs a night and prints its row; returns its exit code. */
async function measure(night: number): Promise<number> {
  server.follow(isFaulty(night) ? mutant : undefined);
  const name = String(night).padStart(2, '0');
  const day = dayOf(night);
  const code = await server.run(name, ['--day', day, '--strict', '--seed', String(night)]);
  const out = join(folder, name);
  const verdict = existsSync(runFilesOf(out).verdict) ? verdictIn(out) : undefined;
  if (verdict?.history) follow(night, verdict.history);
  const words = verdict ? headline(verdict) : `no verdict, see ${out}.txt`;
  print(`night ${name}  ${day}  exit ${code}  ${words}${isFaulty(night) ? `   (${mutant})` : ''}`);
  return code;
}

const codes = new Map<number, number>();
print(
  `baseline  exit ${await server.run('baseline', ['--profile', 'smoke', '--pin', '--day', dayOf(0), '--seed', '0'])}`,
);
for (let night = 1; night <= nights; night += 1) codes.set(night, await measure(night));
await server.close();

print(`${[...codes.values()].filter((code) => code === 0).length} of ${nights} nights ended with exit 0`);
if (told.size === 0) print('no failure was reported');
for (const [name, all] of told) {
  print(name);
  for (const state of Object.values(states)) {
    const when = all.filter((one) => one.state === state).map(({ night }) => night);
    if (when.length > 0) print(`  ${state.padEnd(9)} in night ${when.join(', ')}`);
  }
}
const missed = mutants.filter((name) => {
  const broken = faultList().find((one) => one['name'] === name)?.['breaks'];
  const isNew = [...told].some(
    ([failure, all]) =>
      failure.startsWith(`${broken} `) && all.some(({ state, night }) => state === 'new' && isFaulty(night)),
  );
  print(`${name} breaks ${broken}: ${isNew ? 'reported as new' : 'not reported as new'}`);
  return !isNew;
});
const isGood = [...codes].every(([night, code]) => code === 0 || isFaulty(night));
if (!isGood || missed.length > 0) process.exitCode = 1;
