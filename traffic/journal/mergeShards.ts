import type { Selection } from '../requirements/selection.ts';
import { ConfigurationError, type Problem } from '../system/configurationError.ts';
import type { TargetFacts } from '../target/targetFacts.ts';
import type { Line, RunLine } from './journalTypes.ts';

/** The journal of one shard, and where it was found. */
export interface ShardJournal {
  place: string;
  run: RunLine;
  lines: readonly Line[];
}

/** Removes the facts that differ between emulators: each shard may start its own emulator, with its own address and project ids. */
function anyOf({ projects, ...target }: TargetFacts): object {
  return { ...target, baseUrl: '', projects: projects?.map(({ id: _, ...settings }) => settings) };
}

/** The facts that all shards of one run must have in common. The keys are the words that an error message uses. */
const alike: Readonly<Record<string, (run: RunLine) => unknown>> = {
  'the same seed': ({ seed }) => seed,
  'the same target': ({ target }) => (target.kind === 'emulator' ? anyOf(target) : target),
  'the same profile and tier': ({ selection }) => [selection.profile, selection.tier],
  'the same day': ({ selection }) => selection.day,
  'the same requirements': ({ selection }) => selection.only ?? 'all',
  'as many shards': ({ selection }) => selection.shard?.of,
  'the same baseline values': ({ pins }) => pins ?? {},
};

/** The longest fact that a message shows whole, and the most names of what differs in a longer one. */
const [mostUnits, mostNames] = [80, 5];

/** Returns the members by which two facts differ, or the items that only one of two lists has. */
function differing(one: unknown, other: unknown): string[] {
  if (Array.isArray(one) || Array.isArray(other)) {
    const [here, there] = [one, other].map((list) => new Set(Array.isArray(list) ? list.map(String) : []));
    return [...(here ?? []), ...(there ?? [])].filter((item) => !(here?.has(item) && there?.has(item)));
  }
  const [here, there] = [one, other].map((fact) => (typeof fact === 'object' && fact !== null ? { ...fact } : {})) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const names = Object.keys({ ...there, ...here });
  return names.filter((name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]));
}

/** Says what two shards have in place of one fact: both values if they are short, else the members that differ. */
function valuesOf(one: unknown, other: unknown): { seen: string; there: string } {
  const [here = 'none', there = 'none'] = [JSON.stringify(one), JSON.stringify(other)];
  if (Math.max(here.length, there.length) <= mostUnits) return { seen: here, there: ` (${there})` };
  const names = differing(one, other);
  const more = names.length - mostNames;
  return { seen: `others: ${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`, there: '' };
}

function unlike({ place, run }: ShardJournal, first: ShardJournal): Problem[] {
  return Object.entries(alike).flatMap(([wanted, of]) => {
    const [one, other] = [of(run), of(first.run)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const { seen, there } = valuesOf(one, other);
    const hint = 'Run all shards with the same options.';
    return [{ where: place, wanted: `${wanted} as ${first.place}${there}`, seen, hint }];
  });
}

function misplaced(shards: readonly ShardJournal[]): Problem[] {
  return shards.flatMap(({ place, run }, index) => {
    const shard = run.selection.shard;
    if (!shard)
      return [
        {
          where: place,
          wanted: 'the journal of a shard',
          seen: 'the journal of a whole run',
          hint: 'Judge it on its own.',
        },
      ];
    const earlier = shards.slice(0, index).find((one) => one.run.selection.shard?.index === shard.index);
    if (!earlier) return [];
    const wanted = `a different shard from ${earlier.place}`;
    return [{ where: place, wanted, seen: `shard ${shard.index} again`, hint: 'Give each shard once.' }];
  });
}

/** Returns a function that converts a monotonic time of a shard to wall-clock time, ns. */
function rebase({ clock }: RunLine): (ns: string) => string {
  const offset = BigInt(clock.wallMs) * 1_000_000n - BigInt(clock.monotonicNs);
  return (ns) => String(BigInt(ns) + offset);
}

/** The fields with a monotonic time in any kind of line. */
const timedFields = ['sentNs', 'receivedNs', 'answeredNs', 'askedNs', 'atNs', 'fromNs', 'untilNs'] as const;

/** Returns a line with its times converted to the wall clock. */
function timed(line: Line, to: (ns: string) => string): Line {
  const times = timedFields.flatMap((name) => {
    const value = (line as Partial<Record<typeof name, string>>)[name];
    return value === undefined ? [] : [[name, to(value)] as const];
  });
  return { ...line, ...Object.fromEntries(times) };
}

/** Returns all projects that the shards know, each once. */
function projectsOf(shards: readonly ShardJournal[]): Pick<TargetFacts, 'projects'> {
  const all = shards.flatMap(({ run }) => run.target.projects ?? []);
  return all.length === 0 ? {} : { projects: [...new Map(all.map((one) => [one.id, one])).values()] };
}

/** Brings the journals of the shards of one run to a common clock, in shard order. Throws ConfigurationError if they are not shards of one run. */
export function mergeShards(shards: readonly ShardJournal[]): { shards: ShardJournal[]; selection: Selection } {
  const [first] = shards;
  const nothing = {
    where: 'the journals',
    wanted: 'the folders of the shards',
    seen: 'none',
    hint: 'Name one folder for each shard.',
  };
  const problems = first
    ? [...misplaced(shards), ...shards.slice(1).flatMap((shard) => unlike(shard, first))]
    : [nothing];
  if (!first || problems.length > 0) throw new ConfigurationError('assay report merge', problems);
  const { shard: _, part: __, ...selection } = first.run.selection;
  const known = projectsOf(shards);
  const knowing = (line: Line): Line =>
    line.kind === 'run' ? { ...line, target: { ...line.target, ...known } } : line;
  const indexOf = ({ run }: ShardJournal) => run.selection.shard?.index ?? 0;
  return {
    shards: shards
      .map((shard) => ({ ...shard, lines: shard.lines.map((line) => knowing(timed(line, rebase(shard.run)))) }))
      .sort((a, b) => indexOf(a) - indexOf(b)),
    selection,
  };
}
