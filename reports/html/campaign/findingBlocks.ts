import type { StoredExchange } from '../../../fuzzer/engine/findings/finding.ts';
import type { Statement } from '../../../traffic/requirements/statements.ts';
import { digitsOf, type ReportedFinding } from '../../finding/findingList.ts';
import { labelText } from '../../finding/heading.ts';
import { exchangeView, type ShownExchange } from '../page/exchangeView.ts';
import { marksOf } from '../page/marks.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { badge, command, counted, pairOf, type Tone } from '../page/parts.ts';
import { says } from '../page/says.ts';

/** The states of a finding, those that need attention first, and their colours. */
const tones: Readonly<Record<ReportedFinding['state'], Tone>> = {
  open: 'bad',
  regressed: 'bad',
  flaky: 'warn',
  fixed: 'good',
};

/** The most findings of a page, exchanges of one finding, open blocks, and characters of all exchanges. */
const [mostFindings, mostExchanges, mostOpen, mostUnits] = [400, 4, 8, 1_500_000];

/** Sorts findings by what needs attention. */
export const sortedFindings = (findings: readonly ReportedFinding[]): ReportedFinding[] => {
  const order = Object.keys(tones);
  const rank = ({ accepted, state }: ReportedFinding) => (accepted ? order.length : order.indexOf(state));
  return findings.toSorted((one, other) => rank(one) - rank(other));
};

/** Returns the command that sends a finding again. */
export const replayCommand = (one: ReportedFinding, all: readonly ReportedFinding[], place: string): string =>
  `npx assay replay ${digitsOf(one, all)} ${place}`.trimEnd();

function shownOf({ request, answer, failure, shows }: StoredExchange, at: number): ShownExchange {
  return {
    name: `Exchange ${at + 1}`,
    note: shows ? 'shows the finding' : '',
    request: { ...request, body: request.body ?? '' },
    ...(answer && { answer }),
    failure,
  };
}

/** Returns the exchanges that show a finding and those before them, as many as a page shows. */
function evidenceOf({ exchanges }: ReportedFinding): ShownExchange[] {
  const all = exchanges.map(shownOf);
  const shown = all.filter((_, at) => exchanges[at]?.shows);
  return (shown.length > 0 ? shown : all).slice(-mostExchanges);
}

const fileList = (files: readonly string[]): Part =>
  files.length > 0 &&
  html`<p class="note">Files that repeat it: ${files.map((file, at) => html`${at > 0 && ', '}<a href="${encodeURI(file)}">${file}</a>`)}</p>`;

/** Shows the findings of a campaign with their evidence, within one bound for the page. */
export function findingBlocks(
  findings: readonly ReportedFinding[],
  { place, statements }: { place: string; statements: Readonly<Record<string, Statement>> },
): Markup[] {
  let left = mostUnits;
  const views = (one: ReportedFinding): Part => {
    const text = evidenceOf(one).map((shown) => exchangeView(shown, marksOf([one])));
    const size = text.reduce((sum, view) => sum + view.text.length, 0);
    if (size > left) return html`<p class="note">Its exchanges are in campaign.json.</p>`;
    left -= size;
    return text;
  };
  const block = (one: ReportedFinding, at: number) => {
    const { requirement, title, is, state, operation, steps, shown, tries, firstRun, lastRun, files, accepted } = one;
    return html`<details class="failure ${accepted ? 'quiet' : tones[state]}" id="finding-${one.fingerprint}"${at < mostOpen && html` open`}>
<summary><h3>${requirement} ${title}</h3>${badge(accepted ? 'quiet' : tones[state], state)}${accepted && badge('quiet', `known until ${accepted.until}`)}${is === 'warn' && badge('warn', 'a warning')}</summary>
<div class="within">
${pairOf(one)}
${accepted && html`<p class="note">Known: ${clip(accepted.reason, 300)}</p>`}
<p class="note">${operation}. The case: ${clip(labelText(one), 300)}; ${counted(steps, 'request')}. Shown in ${shown} of ${counted(tries, 'try', 'tries')}, ${
      firstRun === lastRun ? `in ${firstRun}` : `from ${firstRun} to ${lastRun}`
    }.</p>
${says(statements[requirement])}
${views(one)}
${fileList(files)}
<div><p class="note">Send it again</p>${command(replayCommand(one, findings, place))}</div>
</div>
</details>`;
  };
  const sorted = sortedFindings(findings);
  const more = sorted.length - mostFindings;
  return [
    ...sorted.slice(0, mostFindings).map(block),
    ...(more > 0 ? [html`<p class="note">${more} more findings are in campaign.json.</p>`] : []),
  ];
}
