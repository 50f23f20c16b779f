import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { shellWord } from '../text/shell.ts';

/** True for a record in which nothing failed that a client could have repeated: CLI-07 needs that. */
export const lacksFailures = ({ header }: Pick<Verdict, 'header'>, { id, outcome }: RequirementVerdict): boolean =>
  id === 'CLI-07' && outcome === 'unverified' && /^--record (?!--disturb)/.test(header.again ?? '');

/** Returns the options of a record with those that make its requests fail. */
export const disturbed = (again: string): string => again.replace(/^--record/, '--record --disturb');

/** Returns the options by which another run sends no more, and no other kinds of requests, than this one did. Defaults are left out. */
const extentOptions = ({ profile, tier }: Verdict['selection']): string =>
  `${profile === 'nightly' ? '' : ` --profile ${profile}`}${tier === 'active' ? '' : ` --tier ${tier}`}`;

/** Returns the command that judges a requirement again, with the same values and the same combinations. */
export function rerunCommand(
  { header, selection }: Pick<Verdict, 'header' | 'selection'>,
  requirement: RequirementVerdict,
): string {
  const { id, cells: combinations, law: isTraceCheck } = requirement;
  const given = header.again ?? '';
  const options = lacksFailures({ header }, requirement) ? disturbed(given) : given;
  const target = options ? ` ${options}` : '';
  if (header.command) {
    // What is recorded stands after a bare --, behind all options.
    const at = target.includes(' -- ') ? target.indexOf(' -- ') : target.length;
    const own = `${target.slice(0, at)} --only ${id} --seed ${header.run.seed}`;
    return `npx assay ${header.command}${own}${target.slice(at)}`;
  }
  // A trace check is fed by tests whose combinations the day decides.
  const day = combinations || isTraceCheck ? ` --day ${selection.day}` : '';
  return `npx assay run${target} --only ${id} --seed ${header.run.seed}${extentOptions(selection)}${day}`;
}

/** Returns the command that makes a run like this one, with values and combinations of its own. */
export function runAgainCommand({ header, selection }: Pick<Verdict, 'header' | 'selection'>): string {
  const target = header.again ? ` ${header.again}` : '';
  if (header.command) return `npx assay ${header.command}${target}`;
  const { asked, shard } = selection;
  const only = asked ? ` --only ${shellWord(asked.join(','))}` : '';
  return `npx assay run${target}${only}${extentOptions(selection)}${shard ? ` --shard ${shard.index}/${shard.of}` : ''}`;
}
