import { escapeLine } from '../../text/escape.ts';
import type { Flaky, NightHistory, NightRow } from './nights.ts';

/** The most requirements that are shown; --json has all. */
const mostFlaky = 20;

/** The columns of the table: the heading, and the text of a run. */
const columns: readonly (readonly [string, (night: NightRow) => string])[] = [
  ['day', ({ startedAt }) => startedAt.slice(0, 10)],
  ['profile', ({ profile }) => profile],
  ['exit', ({ exit }) => String(exit)],
  ['passed', ({ passed, judged }) => `${passed} of ${judged}`],
  ['rate', ({ passRate }) => (passRate === undefined ? '-' : `${(passRate * 100).toFixed(1)} %`)],
  ['failed', ({ failed }) => String(failed)],
  ['new', (night) => String(night.new)],
  ['fixed', ({ fixed }) => String(fixed)],
  ['POST', ({ posts }) => String(posts)],
  ['minutes', ({ minutes }) => minutes.toFixed(1)],
];

function tableOf(nights: readonly NightRow[]): string[] {
  const rows = [columns.map(([name]) => name), ...nights.map((night) => columns.map(([, text]) => text(night)))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, at) => (at < 2 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const flakyLine = ({ id, changes, runs, outcomes }: Flaky) =>
  `${id.padEnd(7)} ${changes} ${changes === 1 ? 'change' : 'changes'} in ${runs} runs; last ${outcomes.slice(-5).join(', ')}`;

/** Writes the history of a target for a console: a line for each run, then the requirements whose outcome changed. */
export function writeHistory({ nights, flaky, unsaid }: NightHistory): string {
  const more = flaky.length - mostFlaky;
  return [
    ...tableOf(nights),
    '',
    ...(flaky.length > 0 ? ['Changed their outcome:'] : ['no requirement changed its outcome']),
    ...flaky.slice(0, mostFlaky).map(flakyLine),
    ...(more > 0 ? [`and ${more} more, in --json`] : []),
    ...(unsaid > 0
      ? [
          `${unsaid} smoke ${unsaid === 1 ? 'run does' : 'runs do'} not say what passed, so only what failed there is compared`,
        ]
      : []),
    '',
  ]
    .map(escapeLine)
    .join('\n');
}
