import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeRunLine } from '../harness/begin.ts';
import { readCatalogue } from '../harness/catalogue.ts';
import { collectedTests, collectSpecs, runWorld } from '../harness/collected.ts';
import { conclude, type Verdict } from '../harness/conclude.ts';
import { requirementOf } from '../harness/conduct.ts';
import { decideRun, placesOf, type Run, runIn, select, type World } from '../harness/run.ts';
import { mounted, readTarget } from '../harness/target.ts';
import { startEmbedded } from '../harness/targets/embedded.ts';
import { decide } from '../harness/targets/environment.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import type { Pins } from '../harness/verdict.ts';
import { type Candidate, type FleetResult, judgeFleet } from '../reports/fleet.ts';
import { writeMatrix } from '../reports/matrix.ts';
import { candidates } from './candidates.ts';

/** The options of `assay fleet`. */
export interface FleetOptions {
  only?: string;
  mechanical?: boolean;
}

function chosen(all: readonly Candidate[], { only, mechanical }: FleetOptions): Candidate[] {
  const names = only?.split(',').filter(Boolean);
  const unknown = names?.filter((name) => !all.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0)
    throw new ConfigurationError(
      '--only',
      unknown.map((where) => ({
        where,
        wanted: 'the name of a mutant or variant',
        seen: 'another',
        hint: 'See emulator/mutants and emulator/variants.',
      })),
    );
  if (names) return all.filter(({ name }) => names.includes(name));
  return all.filter(({ kind }) => mechanical || kind !== 'mechanical');
}

/** A variant is another target, whose own ways are learned; only of a mutant are those of the clean emulator expected. */
async function concludeAll(
  run: Run,
  worlds: readonly World[],
  pins: (world: World) => Pins,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const world of worlds)
    verdicts.set(world.name ?? '', await conclude(runIn(run, world), { durationMs: 0, pins: pins(world) }));
  return verdicts;
}

/** Worlds that are run at once: most of a world's time is waiting until absence may be concluded. */
const atOnce = 24;

async function runWorlds(worlds: readonly World[]): Promise<void> {
  decide('ASSAY_FLEET', '1');
  await collectSpecs();
  const requirements = JSON.stringify(collectedTests().map(requirementOf));
  const waiting = [...worlds];
  const lane = async () => {
    for (let world = waiting.shift(); world; world = waiting.shift()) {
      writeFileSync(placesOf(world.out).requirements, requirements);
      await runWorld(world);
      if (process.stderr.isTTY) process.stderr.write(`\r${worlds.length - waiting.length} of ${worlds.length} worlds`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** What the clean emulator was seen to do, where the interface does not say: a mutant of an observe departs from it. */
function pinsOf({ requirements }: Verdict): Pins {
  return Object.fromEntries(requirements.flatMap(({ id, learned }) => (learned ? [[id, learned]] : [])));
}

/** Runs the checks against the fleet and prints the matrix; exit code 1 when a mutant escapes or a variant draws a complaint. */
export async function fleet(options: FleetOptions): Promise<number> {
  const catalogue = new Set(readCatalogue().map(({ id }) => id));
  const all = chosen(candidates(), options);
  // Variants first: among them is the slowest world, which would else be waited for alone.
  const fielded = all
    .filter(({ breaks }) => breaks === undefined || catalogue.has(breaks))
    .toSorted((a, b) => Number(b.kind === 'variant') - Number(a.kind === 'variant'));
  const waiting = all.filter((one) => !fielded.includes(one));
  // A mutant may show in any one cell.
  select({ ...decideRun().selection, profile: 'full' });
  const run = { ...decideRun(), out: resolve(decideRun().out) };
  const emulator = await startEmbedded({ control: true, fleet: true });
  try {
    const target = readTarget(emulator.targetFile);
    const place = (name: string) => join(run.out, name.replaceAll(':', '-'));
    const clean: World = { out: place('clean'), silent: true };
    const worlds: World[] = fielded.map((one) => ({
      name: `~${one.name}`,
      out: place(one.name),
      silent: true,
    }));
    for (const world of [clean, ...worlds]) {
      mkdirSync(world.out, { recursive: true });
      writeRunLine(runIn(run, world), mounted(target, world.name));
    }
    decide('ASSAY_TARGET', emulator.targetFile);
    await runWorlds([clean, ...worlds]);
    const cleanVerdict = await conclude(runIn(run, clean), { durationMs: 0 });
    const variants = new Set(fielded.filter(({ kind }) => kind === 'variant').map(({ name }) => `~${name}`));
    const pins = pinsOf(cleanVerdict);
    const verdicts = await concludeAll(run, worlds, ({ name = '' }) => (variants.has(name) ? {} : pins));
    const result: FleetResult = judgeFleet({ clean: cleanVerdict, verdicts, candidates: fielded, waiting });
    writeFileSync(join(run.out, 'fleet.json'), `${JSON.stringify(result, null, 2)}\n`);
    process.stdout.write(writeMatrix(result, run.out));
    return result.escaped.length + result.complaints.length > 0 ? 1 : 0;
  } finally {
    await emulator.stop();
  }
}
