import type { Verdict } from '../../judge/buildVerdict.ts';
import { causesOf } from './causes.ts';
import { exitMessage, haltTitle } from './messages.ts';

const words: Readonly<Record<Verdict['exit'], string>> = {
  0: 'PASSED',
  1: 'FAILED',
  2: 'NOT DONE',
  3: 'UNREACHABLE',
  4: 'INCOMPLETE',
  5: 'FAULT OF ASSAY',
};

/** Says since when: by the day, or by the time if it was today. */
const sinceWords = (since: string, { header }: Verdict) =>
  since.slice(0, 10) === header.run.startedAt.slice(0, 10) ? `${since.slice(11, 16)} UTC` : since.slice(0, 10);

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;

/** Says how many requirements some failures break, and of how many causes, where that is another number. */
function brokenWords(failures: NonNullable<Verdict['history']>['new'], { requirements }: Verdict): string {
  const broken = new Set(failures.map(({ requirement }) => requirement));
  const causes = causesOf(requirements.filter(({ id, outcome }) => outcome === 'fail' && broken.has(id))).length;
  const of = broken.size < failures.length ? ` of ${counted(broken.size, 'requirement')}` : '';
  return causes > 0 && causes < broken.size ? `${of} (${causes === 1 ? 'one cause' : `${causes} causes`})` : of;
}

/** Counts the failures against the last run; undefined if no state is kept. */
function countsSince(verdict: Verdict): string | undefined {
  const { history } = verdict;
  if (!history) return undefined;
  const { new: fresh, known, fixed, notAsked, since } = history;
  const of = brokenWords(fresh, verdict);
  // Without an earlier run nothing is new, known or fixed.
  if (since === undefined && known.length + fixed.length + notAsked.length === 0)
    return `${counted(fresh.length, 'failure')}${of}`;
  const counts = [
    `${counted(fresh.length, 'new failure')}${of}`,
    `${known.length} known`,
    `${fixed.length} fixed`,
    ...(notAsked.length > 0 ? [`${notAsked.length} not asked tonight`] : []),
  ];
  return `${counts.join(', ')}${since === undefined ? '' : ` since ${sinceWords(since, verdict)}`}`;
}

/** Counts failing requirements, those apart of which every failure is known. */
function failing({ requirements }: Verdict): string {
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const known = failed.filter(({ accepted }) => accepted).length;
  return `${failed.length} requirement${failed.length === 1 ? ' fails' : 's fail'}${known > 0 ? `, ${known} of them as known` : ''}`;
}

/** Names what makes a run without failures fail: with `--strict`, warnings and changes count. */
function strictWords({ outcomes }: Verdict): string {
  const { warn = 0, changed = 0 } = outcomes;
  const parts = [...(changed > 0 ? [counted(changed, 'change')] : []), ...(warn > 0 ? [counted(warn, 'warning')] : [])];
  return `nothing failed, but ${parts.join(' and ')}, which --strict counts`;
}

/** Says that nothing failed, and since when that is no news. */
const quietWords = (verdict: Verdict): string => {
  const since = verdict.history?.since;
  return since === undefined ? 'nothing failed' : `nothing failed, nothing new since ${sinceWords(since, verdict)}`;
};

/**
 * Returns the verdict of a run in one line, which comes first in every report: `FAILED: 1 new failure, 2 known, 1 fixed since 2026-11-21`. Without a state, or
 * where the run itself is the news, it says what happened.
 */
export function headline(verdict: Verdict): string {
  const { exit, halt, history, outcomes, requirements } = verdict;
  const word = words[exit];
  if (halt) return `${word}: ${haltTitle({ halt, requirements })}`;
  if (exit === 2) return `${word}: ${exitMessage(verdict)}`;
  const open = requirements.filter(({ outcome }) =>
    ['unverified', 'inconclusive', 'not run', 'error'].includes(outcome),
  );
  const counts = countsSince(verdict);
  const isStrict = exit === 1 && !outcomes.fail;
  const parts = [
    ...(exit === 1 || outcomes.fail ? [isStrict ? strictWords(verdict) : (counts ?? failing(verdict))] : []),
    ...(exit === 0 && !outcomes.fail ? [counts && history?.fixed.length ? counts : quietWords(verdict)] : []),
    ...((exit === 4 || exit === 5) && open.length === 0 ? [exitMessage(verdict)] : []),
    ...(open.length > 0 ? [`${open.length} could not be decided`] : []),
  ];
  return `${word}: ${parts.join('; ')}`;
}
