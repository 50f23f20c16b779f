import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildVerdict, type Verdict } from '../../../judge/buildVerdict.ts';
import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { collectedTests, collectSpecs, runInstance } from '../../../runner/requirement/inProcessRunner.ts';
import { requirementOf } from '../../../runner/requirement/runRequirement.ts';
import { type EmbeddedEmulator, startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { writeRunLine } from '../../../runner/session/runStart.ts';
import type { BaselineValues } from '../../../traffic/journal/journalTypes.ts';
import { type EmulatorInstance, type Run, runFilesOf, runOfInstance } from '../../../traffic/journal/run.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { atMount, readTarget, type Target } from '../../../traffic/target/target.ts';
import type { SelectionFor } from './passes.ts';

/** Returns the behaviour learned from the clean emulator as baseline values: a mutant of an `observe` requirement departs from them. */
function pinsOf({ requirements }: Verdict): BaselineValues {
  return Object.fromEntries(requirements.flatMap(({ id, learned }) => (learned ? [[id, learned]] : [])));
}

/** A mutation run: its settings, its target, and the verdict on the clean emulator. */
export interface Fleet {
  run: Run;
  target: Target;
  clean: Verdict;
}

/** Runs an instance and judges its traffic by baseline values, which the run may still have to learn. Only the verdict stays in memory, and beside the journal, where it says why a check complained. */
async function judgeInstance(
  { run, target }: Pick<Fleet, 'run' | 'target'>,
  instance: EmulatorInstance,
  pins: BaselineValues,
): Promise<Verdict> {
  mkdirSync(instance.out, { recursive: true });
  writeRunLine(runOfInstance(run, instance), atMount(target, instance.name));
  writeFileSync(runFilesOf(instance.out).requirements, JSON.stringify(collectedTests().map(requirementOf)));
  const record = await runInstance(instance);
  const verdict = await buildVerdict(runOfInstance(run, instance), { durationMs: 0, record, pins });
  writeFileSync(runFilesOf(instance.out).verdict, JSON.stringify(verdict));
  return verdict;
}

/** The number of mutants that run at once, and also the number of variants. Most of their time is waiting until absence can be concluded. */
const atOnce = 6;

/** Processes items, several at a time. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item);
      if (process.stderr.isTTY) process.stderr.write(`\r${items.length - waiting.length} of ${items.length} instances`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** Returns the folder name of an instance: the joined names of a bundle would be too long. */
export const folderOf = (name: string) => {
  const [first = '', ...others] = name.replaceAll(':', '-').split('+');
  return others.length === 0 ? first : `${first}-and-${others.length}`;
};

/** Runs candidates, each in its own instance; returns the verdicts by instance name. */
export async function look(
  fleet: Fleet,
  fielded: readonly Candidate[],
  how: { selectionFor: SelectionFor; suffix: string },
): Promise<Map<string, Verdict>> {
  const { run, clean } = fleet;
  const verdicts = new Map<string, Verdict>();
  await inLanes(fielded, async (one) => {
    const name = `~${one.name}`;
    const instance: EmulatorInstance = {
      name,
      out: join(run.out, folderOf(one.name) + how.suffix),
      id: run.id + how.suffix,
      selection: how.selectionFor(one, run.selection),
      silent: true,
      ...(run.target !== undefined && { target: run.target }),
    };
    // A variant is another target, whose behaviour is learned anew; only a mutant is compared with the clean emulator.
    const pins = one.kind === 'variant' ? {} : pinsOf(clean);
    verdicts.set(name, await judgeInstance(fleet, instance, pins));
  });
  return verdicts;
}

/** Returns the target file for all instances but the clean one. */
export type SeenBy = (emulator: EmbeddedEmulator) => Promise<string>;

/** What a mutation run is told: its settings, how its instances are reached, and the verdict on the clean emulator if a run of its own has given it. */
export interface FleetSetup {
  run: Run;
  way: SeenBy;
  clean?: Verdict;
}

/** Starts an emulator that serves every instance, judges the clean one unless its verdict is known, and ends the emulator after the work. */
export async function withFleet<Result>(
  { run, way, clean: known }: FleetSetup,
  work: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  const emulator = await startEmbedded({ control: true, servesInstances: true });
  try {
    const target = readTarget(emulator.targetFile);
    decide('ASSAY_TARGET', emulator.targetFile);
    decide('ASSAY_COLLECTS', '1');
    await collectSpecs();
    // Alone: what the clean emulator does is compared with every mutant, so no other run may slow it.
    const clean = known ?? (await judgeInstance({ run, target }, { out: join(run.out, 'clean'), silent: true }, {}));
    const seen = await way(emulator);
    return await work({ run: { ...run, target: seen }, target: readTarget(seen), clean });
  } finally {
    await emulator.stop();
  }
}
