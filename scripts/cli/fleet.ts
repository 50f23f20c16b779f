import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { writeMatrix } from '../../reports/mutation/matrix.ts';
import { type Candidate, judgeMutationRun, type MutationRunResult } from '../../reports/mutation/mutationRun.ts';
import { decideRun, type Run, select } from '../../traffic/journal/run.ts';
import { closureOf, idsOf, isJudgedOnPages, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { type Bundle, bundlesOf, candidateOf } from './mutation/bundles.ts';
import { candidates } from './mutation/candidates.ts';
import { type Fleet, look, type SeenBy, withFleet } from './mutation/instances.ts';
import { everything, nightSelection, passes } from './mutation/passes.ts';

/** The options of `assay fleet`. */
export interface MutationRunOptions {
  only?: string;
  /** The ids and sections of the requirements to check on the clean emulator and on variants; all requirements if absent. */
  ask?: string;
  mechanical?: boolean;
  /** True if a mutant runs only the check that it names and the tests that feed this check, and a variant runs only the combinations of one night. */
  quick?: boolean;
  /** The verdict.json of a full run on the clean emulator, which then is not measured again. */
  clean?: string;
}

/** Reads a verdict. Throws ConfigurationError. */
function verdictIn(file: string): Verdict {
  try {
    const verdict = JSON.parse(readFileSync(file, 'utf8')) as Verdict;
    if (verdict.requirements.length > 0) return verdict;
  } catch {
    // It says nothing more than that the file is no verdict.
  }
  const hint = 'Run the suite on the emulator with --profile full.';
  throw new ConfigurationError('--clean', [{ where: file, wanted: 'the verdict.json of a run', seen: 'none', hint }]);
}

function chosen(all: readonly Candidate[], { only, mechanical }: MutationRunOptions): Candidate[] {
  const names = only?.split(',').filter(Boolean);
  const unknown = names?.length === 0 ? ['nothing'] : names?.filter((name) => !all.some((one) => one.name === name));
  if (unknown && unknown.length > 0)
    throw new ConfigurationError(
      '--only',
      unknown.map((where) => ({
        where,
        wanted: 'the name of a mutant or variant',
        seen: 'another name',
        hint: 'Run assay emulator --list to see the names.',
      })),
    );
  if (names) return all.filter(({ name }) => names.includes(name));
  return all.filter(({ kind }) => mechanical || kind !== 'mechanical');
}

/** Runs variants in bundles; the members of a bundle that draws a complaint run again one by one. */
async function lookTogether(fleet: Fleet, variants: readonly Candidate[]): Promise<Map<string, Verdict>> {
  const bundles = bundlesOf(variants);
  const fielded = bundles.map(candidateOf);
  const verdicts = await look(fleet, fielded, { selectionFor: nightSelection, suffix: '' });
  const { complaints } = judgeMutationRun({ clean: fleet.clean, verdicts, candidates: fielded, waiting: [] });
  const isQuiet = ({ name }: Bundle) => !complaints.includes(name);
  const apart = bundles.filter((one) => !isQuiet(one)).flatMap(({ members }) => members);
  const quiet = bundles.filter(isQuiet).flatMap(({ name, members }) => {
    const verdict = verdicts.get(`~${name}`);
    return verdict ? members.map((one) => [`~${one.name}`, verdict] as const) : [];
  });
  return new Map([...quiet, ...(await look(fleet, apart, { selectionFor: nightSelection, suffix: '-apart' }))]);
}

/** Runs mutants in several passes, each for those that are not killed yet. */
async function lookThrough(
  fleet: Fleet,
  mutants: readonly Candidate[],
  judge: (verdicts: ReadonlyMap<string, Verdict>) => MutationRunResult,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  let free = mutants;
  for (const pass of passes) {
    for (const [name, verdict] of await look(fleet, free.filter(pass.isFor), pass)) verdicts.set(name, verdict);
    const { escaped } = judge(verdicts);
    free = free.filter(({ name }) => escaped.includes(name));
  }
  return verdicts;
}

/** Runs all candidates; with `quick`, mutants run until they are killed. */
async function judged(
  fleet: Fleet,
  fielded: readonly Candidate[],
  { quick, waiting }: { quick: boolean; waiting: readonly Candidate[] },
): Promise<MutationRunResult> {
  const judge = (verdicts: ReadonlyMap<string, Verdict>) =>
    judgeMutationRun({ clean: fleet.clean, verdicts, candidates: fielded, waiting });
  if (!quick) return judge(await look(fleet, fielded, { selectionFor: everything, suffix: '' }));
  const isVariant = ({ kind }: Candidate) => kind === 'variant';
  // Some variants answer slowly: mutants run meanwhile.
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

/** Returns requirements and the tests that feed them; tests of pages, which take minutes, only where they are asked for. */
function playedFor(ids: readonly string[]): string[] {
  const catalogue = readCatalogue();
  const onPages = new Set(catalogue.filter(isJudgedOnPages).map(({ id }) => id));
  return closureOf(ids, catalogue).filter((id) => ids.includes(id) || !onPages.has(id));
}

const directly: SeenBy = async ({ targetFile }) => targetFile;

/**
 * Runs the checks against all candidates and prints the matrix; returns exit code 1 if a mutant survives or is not judged, or if a variant draws a complaint.
 */
export async function runMutations(options: MutationRunOptions, way: SeenBy = directly): Promise<number> {
  const catalogue = new Set(readCatalogue().map(({ id }) => id));
  // Campaign-only mutants are left out: no requirement of the catalogue checks them.
  const asked = candidates(options.only?.split(','));
  const all = chosen(asked, options);
  // Variants come first: the slowest instance is a variant, and the run would otherwise have to wait for it in the end.
  const fielded = all
    .filter(({ kind, breaks }) => kind === 'corner' || breaks === undefined || catalogue.has(breaks))
    .toSorted((a, b) => Number(b.kind === 'variant') - Number(a.kind === 'variant'));
  const waiting = all.filter((one) => !fielded.includes(one));
  const names = options.ask?.split(',').filter(Boolean);
  const ids = names && idsOf(names, { catalogue: readCatalogue(), where: '--ask' });
  select({ ...decideRun().selection, profile: 'full', ...(ids && { only: playedFor(ids) }) });
  const run: Run = { ...decideRun(), limiterAddress: undefined, out: resolve(decideRun().out) };
  const clean = options.clean === undefined ? undefined : verdictIn(options.clean);
  const result = await withFleet({ run, way, ...(clean && { clean }) }, (fleet) =>
    judged(fleet, fielded, { quick: options.quick === true, waiting }),
  );
  writeFileSync(join(run.out, 'fleet.json'), `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(writeMatrix(result, run.out));
  const { escaped, complaints, waiting: unjudged } = result;
  return escaped.length + complaints.length + unjudged.length > 0 ? 1 : 0;
}
