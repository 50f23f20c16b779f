import { escapeLine } from '../../text/escape.ts';
import type { Change, Comparison } from './compare.ts';
import type { FailureChange } from './failureChanges.ts';

const arrow = ({ before = 'none', after = 'none' }: Change) => `${before} -> ${after}`;

/** What a run got is cut off after this many characters; --json has all. */
const most = 160;

const cut = (text: string) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Writes a failure in one line: what was expected, what each run got. */
function failureLine({ id, combination, fingerprint, wanted, before, now, known }: FailureChange): string {
  const name = [id.padEnd(7), ...(combination === undefined ? [] : [`${combination}:`])].join(' ');
  const seen = before === now ? `${cut(now)} both times` : `before ${cut(before)}, now ${cut(now)}`;
  const mark = fingerprint === undefined ? '' : ` (${fingerprint})`;
  return `${name} expected ${wanted}; ${seen}${mark}${known === undefined ? '' : `; ${known}`}`;
}

const groups = [
  ['Regressions', 'regressions'],
  ['Fixed', 'fixes'],
  ['Still failing', 'failing'],
  ['Not asked in both runs, so neither a regression nor fixed', 'notAsked'],
] as const;

const headed = (name: string, lines: readonly string[]) => (lines.length > 0 ? [`${name}:`, ...lines, ''] : []);

/** Counts what matters, in one line. */
function countsOf({ regressions, fixes, failing, notAsked, others, run, rotated }: Comparison): string {
  const known = failing.filter((one) => one.known !== undefined).length;
  const seen = [regressions, fixes, failing, notAsked, others, run].some((list) => list.length > 0);
  if (!seen && rotated === 0) return 'The two verdicts say the same.';
  return [
    regressions.length === 1 ? '1 regression' : `${regressions.length} regressions`,
    `${fixes.length} fixed`,
    `${failing.length} still failing${known > 0 ? ` (${known} known)` : ''}`,
    ...(notAsked.length > 0 ? [`${notAsked.length} not asked in both runs`] : []),
  ].join(', ');
}

/** Writes a comparison as text for a console: the counts, then regressions, fixes and what still fails, then what else differs. */
export function writeComparison(comparison: Comparison): string {
  const { run, others, rotated } = comparison;
  return [
    countsOf(comparison),
    ...run.map((change) => `${change.what}  ${arrow(change)}`),
    '',
    ...groups.flatMap(([name, key]) => headed(name, comparison[key].map(failureLine))),
    ...headed(
      'Also different',
      others.map(({ id, ...change }) => {
        const words = change.before === undefined && change.after === undefined ? '' : `  ${arrow(change)}`;
        return `${id.padEnd(7)} ${change.what}${words}`;
      }),
    ),
    ...(rotated > 0
      ? [`${rotated} more differ only by the combinations that were asked, or by what was learned besides.`, '']
      : []),
  ]
    .map(escapeLine)
    .join('\n');
}
