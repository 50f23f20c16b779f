import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { escapeLine } from '../text/escape.ts';
import { combinationCount, outcomeLabel } from './messages.ts';

/** One difference between two verdicts. `before` or `after` is absent if that verdict lacks the value. */
export interface Change {
  what: string;
  before?: string;
  after?: string;
}

/** The changes of one requirement between two verdicts. */
export interface RequirementChange {
  id: string;
  title: string;
  /** `came`: only the later verdict has it; `went`: only the earlier one has it. */
  state: 'came' | 'went' | 'differs';
  changes: readonly Change[];
}

/** The differences between two verdicts that matter to a reader: not their times, places and requests. */
export interface Comparison {
  same: boolean;
  run: readonly Change[];
  requirements: readonly RequirementChange[];
}

type Facts = Readonly<Record<string, string | undefined>>;

function changesBetween(before: Facts, after: Facts): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((what) => {
    const [was, is] = [before[what], after[what]];
    if (was === is) return [];
    return [{ what, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

// The day, which rotates the combinations, is left out: the counts of combinations show its effect.
const factsOfRun = ({ target, contract, selection, halt, cells: combinations, exit }: Verdict): Facts => ({
  exit: String(exit),
  target: `${target.name} (${target.kind}) at ${target.baseUrl}`,
  contract,
  profile: selection.profile,
  tier: selection.tier,
  only: selection.asked?.join(' '),
  shard: selection.shard && `${selection.shard.index} of ${selection.shard.of}`,
  halt: halt?.cause,
  cells: combinationCount(combinations),
});

/**
 * Returns the facts of a requirement that are compared. Only the codes of its findings count, since the rest of a finding names identifiers and times of one
 * run.
 */
function factsOf(requirement: RequirementVerdict): Facts {
  const { kind, basis, findings, learned = {}, cells: combinations } = requirement;
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    outcome: outcomeLabel({ ...requirement, basis: 'text' }),
    kind,
    basis,
    codes: codes.length > 0 ? codes.join(' ') : undefined,
    cells: combinations && combinationCount(combinations),
    ...Object.fromEntries(Object.entries(learned).map(([key, value]) => [`learned ${key}`, value])),
  };
}

function changeOf(was: RequirementVerdict | undefined, is: RequirementVerdict | undefined): RequirementChange[] {
  const { id = '', title = '' } = is ?? was ?? {};
  if (!was || !is) {
    const outcome = changesBetween(was ? { outcome: outcomeLabel(was) } : {}, is ? { outcome: outcomeLabel(is) } : {});
    return [{ id, title, state: is ? 'came' : 'went', changes: outcome }];
  }
  const changes = changesBetween(factsOf(was), factsOf(is));
  return changes.length === 0 ? [] : [{ id, title, state: 'differs', changes }];
}

/** Compares two verdicts, an earlier and a later one; requirements are in the order of their ids. */
export function compareVerdicts(before: Verdict, after: Verdict): Comparison {
  const [was, is] = [before, after].map(({ requirements }) => new Map(requirements.map((one) => [one.id, one])));
  const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].sort();
  const run = changesBetween(factsOfRun(before), factsOfRun(after));
  const requirements = ids.flatMap((id) => changeOf(was?.get(id), is?.get(id)));
  return { same: run.length === 0 && requirements.length === 0, run, requirements };
}

const arrow = ({ before = 'none', after = 'none' }: Change) => `${before} -> ${after}`;

function changeLines({ id, title, state, changes }: RequirementChange): string[] {
  const outcome = changes.find(({ what }) => what === 'outcome');
  const outcomeWords = outcome && { came: outcome.after, went: outcome.before, differs: arrow(outcome) }[state];
  const rest = changes.filter((change) => change !== outcome);
  return [
    `${id.padEnd(7)} ${state === 'differs' ? '' : `${state}  `}${outcomeWords ?? 'same outcome'}  ${title}`,
    ...rest.map((change) => `        ${change.what}  ${arrow(change)}`),
  ];
}

/** Writes a comparison as text for a console: the differences of the run, then each requirement that differs, came or went. */
export function writeComparison({ same, run, requirements }: Comparison): string {
  if (same) return 'The two verdicts say the same.\n';
  const count = (state: RequirementChange['state']) => requirements.filter((one) => one.state === state).length;
  return [
    ...run.map((change) => `${change.what}  ${arrow(change)}`),
    ...requirements.flatMap(changeLines),
    `${count('differs')} requirements differ, ${count('came')} came, ${count('went')} went`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}
