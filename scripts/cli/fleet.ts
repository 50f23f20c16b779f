import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildVerdict, type Verdict } from '../../judge/buildVerdict.ts';
import { writeMatrix } from '../../reports/mutation/matrix.ts';
import { type Candidate, judgeMutationRun, type MutationRunResult } from '../../reports/mutation/mutationRun.ts';
import { collectedTests, collectSpecs, runInstance } from '../../runner/requirement/inProcessRunner.ts';
import { requirementOf } from '../../runner/requirement/runRequirement.ts';
import { type EmbeddedEmulator, startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { writeRunLine } from '../../runner/session/runStart.ts';
import type { BaselineValues } from '../../traffic/journal/journalTypes.ts';
import {
  decideRun,
  type EmulatorInstance,
  type Run,
  runFilesOf,
  runOfInstance,
  select,
} from '../../traffic/journal/run.ts';
import { closureOf, idsOf, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decide } from '../../traffic/system/environment.ts';
import { atMount, readTarget, type Target } from '../../traffic/target/target.ts';
import { type Bundle, bundlesOf, candidateOf } from './mutation/bundles.ts';
import { candidates } from './mutation/candidates.ts';
import { everything, nightSelection, passes, type SelectionFor } from './mutation/passes.ts';

/** The options of `assay fleet`. */
export interface MutationRunOptions {
  only?: string;
  /** Ids and sections, of which alone the clean emulator and variants are asked; all where it is absent. */
  ask?: string;
  mechanical?: boolean;
  /** A mutant is shown to the check that it names and to what feeds it; a variant to the cells of one night. */
  quick?: boolean;
}

function chosen(all: readonly Candidate[], { only, mechanical }: MutationRunOptions): Candidate[] {
  const names = only?.split(',').filter(Boolean);
  const unknown = names?.filter((name) => !all.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0)
    throw new ConfigurationError(
      '--only',
      unknown.map((where) => ({
        where,
        wanted: 'the name of a mutant or variant',
        seen: 'another',
        hint: 'See emulator/faults/mutants and emulator/faults/variants.',
      })),
    );
  if (names) return all.filter(({ name }) => names.includes(name));
  return all.filter(({ kind }) => mechanical || kind !== 'mechanical');
}

/** What the clean emulator was seen to do, where the interface does not say: a mutant of an observe departs from it. */
function pinsOf({ requirements }: Verdict): BaselineValues {
  return Object.fromEntries(requirements.flatMap(({ id, learned }) => (learned ? [[id, learned]] : [])));
}

/** A fleet at its emulator: what is asked of all worlds, and what becomes of the clean one. */
interface Fleet {
  run: Run;
  target: Target;
  clean: Promise<Verdict>;
}

/** Runs a world and judges what it left behind, by pins that may still have to be learned; nothing else of it is kept in memory. */
async function judgeInstance(
  { run, target }: Pick<Fleet, 'run' | 'target'>,
  world: EmulatorInstance,
  pins: Promise<BaselineValues>,
): Promise<Verdict> {
  mkdirSync(world.out, { recursive: true });
  writeRunLine(runOfInstance(run, world), atMount(target, world.name));
  writeFileSync(runFilesOf(world.out).requirements, JSON.stringify(collectedTests().map(requirementOf)));
  const record = await runInstance(world);
  return buildVerdict(runOfInstance(run, world), { durationMs: 0, record, pins: await pins });
}

/** Mutants and variants that are run at once, of each kind: most of their time is waiting until absence may be concluded. */
const atOnce = 6;

/** Does something with each item, with so many of them at once. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item);
      if (process.stderr.isTTY) process.stderr.write(`\r${items.length - waiting.length} of ${items.length} worlds`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** The folder of a world: many names joined are too long for one. */
const folderOf = (name: string) => {
  const [first = '', ...others] = name.replaceAll(':', '-').split('+');
  return others.length === 0 ? first : `${first}-and-${others.length}`;
};

/** Runs candidates, each in its own world, and gives their verdicts by the names of the worlds. */
async function look(
  fleet: Fleet,
  fielded: readonly Candidate[],
  how: { selectionFor: SelectionFor; suffix: string },
): Promise<Map<string, Verdict>> {
  const { run, clean } = fleet;
  const verdicts = new Map<string, Verdict>();
  await inLanes(fielded, async (one) => {
    const name = `~${one.name}`;
    const world: EmulatorInstance = {
      name,
      out: join(run.out, folderOf(one.name) + how.suffix),
      id: run.id + how.suffix,
      selection: how.selectionFor(one, run.selection),
      silent: true,
      ...(run.target !== undefined && { target: run.target }),
    };
    // A variant is another target, whose own ways are learned; only of a mutant are those of the clean emulator expected.
    const pins = one.kind === 'variant' ? Promise.resolve({}) : clean.then(pinsOf);
    verdicts.set(name, await judgeInstance(fleet, world, pins));
  });
  return verdicts;
}

/** Looks at variants in bundles; those of a bundle that draws a complaint once more, each by itself. */
async function lookTogether(fleet: Fleet, variants: readonly Candidate[]): Promise<Map<string, Verdict>> {
  const bundles = bundlesOf(variants);
  const fielded = bundles.map(candidateOf);
  const verdicts = await look(fleet, fielded, { selectionFor: nightSelection, suffix: '' });
  const { complaints } = judgeMutationRun({ clean: await fleet.clean, verdicts, candidates: fielded, waiting: [] });
  const isQuiet = ({ name }: Bundle) => !complaints.includes(name);
  const apart = bundles.filter((one) => !isQuiet(one)).flatMap(({ members }) => members);
  const told = bundles.filter(isQuiet).flatMap(({ name, members }) => {
    const verdict = verdicts.get(`~${name}`);
    return verdict ? members.map((one) => [`~${one.name}`, verdict] as const) : [];
  });
  return new Map([...told, ...(await look(fleet, apart, { selectionFor: nightSelection, suffix: '-apart' }))]);
}

/** Looks at mutants by one pass after the other, each at those that are not caught yet. */
async function lookThrough(
  fleet: Fleet,
  mutants: readonly Candidate[],
  judge: (verdicts: ReadonlyMap<string, Verdict>) => Promise<MutationRunResult>,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  let free = mutants;
  for (const pass of passes) {
    for (const [name, verdict] of await look(fleet, free.filter(pass.isFor), pass)) verdicts.set(name, verdict);
    const { escaped } = await judge(verdicts);
    free = free.filter(({ name }) => escaped.includes(name));
  }
  return verdicts;
}

/** Looks at all candidates; with `quick` at mutants until they are caught. */
async function judged(
  fleet: Fleet,
  fielded: readonly Candidate[],
  { quick, waiting }: { quick: boolean; waiting: readonly Candidate[] },
): Promise<MutationRunResult> {
  const judge = async (verdicts: ReadonlyMap<string, Verdict>) =>
    judgeMutationRun({ clean: await fleet.clean, verdicts, candidates: fielded, waiting });
  if (!quick) return judge(await look(fleet, fielded, { selectionFor: everything, suffix: '' }));
  const isVariant = ({ kind }: Candidate) => kind === 'variant';
  // Some variants answer slowly: meanwhile mutants have their turn.
  const verdicts = await Promise.all([
    lookTogether(fleet, fielded.filter(isVariant)),
    lookThrough(
      fleet,
      fielded.filter((one) => !isVariant(one)),
      judge,
    ),
  ]);
  return judge(new Map(verdicts.flatMap((each) => [...each])));
}

/** Gives the target file by which all but the clean world are seen. */
type SeenBy = (emulator: EmbeddedEmulator) => Promise<string>;

const directly: SeenBy = async ({ targetFile }) => targetFile;

/** Runs the checks against the fleet and prints the matrix; exit code 1 when a mutant escapes or is not judged, or a variant draws a complaint. */
export async function runMutations(options: MutationRunOptions, way: SeenBy = directly): Promise<number> {
  const catalogue = new Set(readCatalogue().map(({ id }) => id));
  // What campaigns alone find, no requirement of the catalogue asks for.
  const asked = candidates().filter(({ kind }) => kind !== 'hunted');
  const all = chosen(asked, options);
  // Variants first: among them is the slowest world, which would else be waited for alone.
  const fielded = all
    .filter(({ breaks }) => breaks === undefined || catalogue.has(breaks))
    .toSorted((a, b) => Number(b.kind === 'variant') - Number(a.kind === 'variant'));
  const waiting = all.filter((one) => !fielded.includes(one));
  const ids = options.ask && idsOf(options.ask.split(','), { catalogue: readCatalogue(), where: '--ask' });
  select({ ...decideRun().selection, profile: 'full', ...(ids && { only: closureOf(ids, readCatalogue()) }) });
  const run = { ...decideRun(), desk: undefined, out: resolve(decideRun().out) };
  const emulator = await startEmbedded({ control: true, servesInstances: true });
  try {
    const target = readTarget(emulator.targetFile);
    decide('ASSAY_TARGET', emulator.targetFile);
    decide('ASSAY_COLLECTS', '1');
    await collectSpecs();
    const clean = judgeInstance({ run, target }, { out: join(run.out, 'clean'), silent: true }, Promise.resolve({}));
    const seen = await way(emulator);
    const result = await judged({ run: { ...run, target: seen }, target: readTarget(seen), clean }, fielded, {
      quick: options.quick === true,
      waiting,
    });
    writeFileSync(join(run.out, 'fleet.json'), `${JSON.stringify(result, null, 2)}\n`);
    process.stdout.write(writeMatrix(result, run.out));
    const { escaped, complaints, waiting: unjudged } = result;
    return escaped.length + complaints.length + unjudged.length > 0 ? 1 : 0;
  } finally {
    await emulator.stop();
  }
}
