import type { Verdict } from '../harness/conclude.ts';
import type { Outcome } from '../harness/outcome.ts';
import type { RequirementVerdict } from '../harness/verdict.ts';

/** Outcomes that need no words beyond their count. */
const quiet: ReadonlySet<Outcome> = new Set(['pass', 'not selected', 'not applicable', 'deferred', 'learned']);

/** Width of the column of titles. */
const titleWidth = 72;

/** More findings of one requirement say nothing new on a screen; the JSON has them. */
const mostShown = 3;

/** What a target wrote must not steer a terminal: no control, no change of direction, no other line break. */
const printable = (line: string) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');

function heading({ id, outcome, attribution, basis, title, where }: RequirementVerdict): string {
  const told = `${id.padEnd(7)} ${outcome}${attribution ? ` (${attribution})` : ''}${basis === 'norm' ? ' (norm)' : ''}  ${title}`;
  return `${told.padEnd(titleWidth + 24)} ${where}`;
}

function again(verdict: RequirementVerdict, out: string): string {
  const exchange = verdict.findings.flatMap(({ exchanges }) => exchanges).at(-1);
  const curl = exchange === undefined ? '' : `        curl in ${out}/exchange-${exchange}.sh`;
  return `        again   npx assay run --only ${verdict.id}${curl}`;
}

function detail(verdict: RequirementVerdict, out: string): string[] {
  const shown = verdict.findings
    .slice(0, mostShown)
    .flatMap(({ wanted, seen, exchanges }) => [
      `        wanted  ${wanted}`,
      `        seen    ${seen}${exchanges.length > 0 ? ` (exchanges ${exchanges.join(', ')})` : ''}`,
    ]);
  const more = verdict.findings.length - mostShown;
  return [
    heading(verdict),
    ...shown,
    ...(more > 0 ? [`        and     ${more} more like it, in verdict.json`] : []),
    again(verdict, out),
    '',
  ];
}

function learnedLines(requirements: readonly RequirementVerdict[]): string[] {
  const taught = requirements.filter(({ learned }) => learned);
  return taught.flatMap(({ id, outcome, learned }) =>
    Object.entries(learned ?? {}).map(([key, value]) => `${id.padEnd(7)} ${outcome}  ${key}: ${value}`),
  );
}

const counted = (outcomes: Verdict['outcomes']) =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

function sections(requirements: readonly RequirementVerdict[]): string[] {
  const names = [...new Set(requirements.map(({ section }) => section))];
  return names.map((name) => {
    const outcomes: Record<string, number> = {};
    for (const { section, outcome } of requirements)
      if (section === name) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    return `${name.padEnd(8)}${counted(outcomes)}`;
  });
}

const endings: Record<Verdict['exit'], string> = {
  0: 'sound',
  1: 'the target breaks the interface',
  2: 'the target takes none of the credentials',
  3: 'the target could not be reached',
  4: 'incomplete: not everything could be decided',
  5: 'a fault of our own',
};

const halts = {
  unreachable: 'The target stopped answering',
  credential: 'Check the token id and secret that the target file names',
};

/** The verdict as text for a console: what needs attention first, then what was learned, then the counts. */
export function writeConsole(verdict: Verdict, out: string): string {
  const { requirements, exchanges, target, run, header } = verdict;
  const loud = requirements.filter(({ outcome }) => !quiet.has(outcome) && !(verdict.halt && outcome === 'not run'));
  const taught = learnedLines(requirements);
  return [
    '',
    `${target.name} (${target.kind}) at ${target.baseUrl}   run ${run.id}   seed ${run.seed}`,
    '',
    ...loud.flatMap((one) => detail(one, out)),
    ...(taught.length > 0 ? ['Learned, where the interface does not say:', ...taught, ''] : []),
    ...sections(requirements),
    '',
    ...(verdict.halt ? [`${halts[verdict.halt.cause]}: ${verdict.halt.message}`] : []),
    `${counted(verdict.outcomes)}   ${exchanges.post} POST, ${exchanges.get} GET in ${(header.durationMs / 1000).toFixed(1)} s`,
    `exit ${verdict.exit}: ${endings[verdict.exit]}   ${out}/verdict.json`,
    '',
  ]
    .map(printable)
    .join('\n');
}
