import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { type Outcome, outcomes } from '../../../traffic/outcome/outcome.ts';
import { checkedIn } from '../../run/messages.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { disclosure, outcomeBadge } from '../page/parts.ts';
import { says } from '../page/says.ts';
import type { RunReport } from './runReport.ts';
import { sectionName } from './sections.ts';

/** The outcomes whose requirements have a block of their own on the page. */
const shownAbove: ReadonlySet<Outcome> = new Set(['fail', 'warn', 'changed']);

/** Why a requirement is not applicable, and what of a whole was looked at. */
const remark = ({ outcome, findings, looked }: RequirementVerdict): Part => [
  outcome === 'not applicable' && findings[0] && html`<p>${clip(findings[0].seen, 300)}</p>`,
  looked && html`<p>Looked at ${looked.at} of ${looked.of} ${clip(looked.why, 300)}</p>`,
];

function row(one: RequirementVerdict, { statements }: RunReport): Markup {
  const { id, title, section, outcome, cells } = one;
  const where = checkedIn(one);
  const own = shownAbove.has(outcome) ? html`<a href="#${id}">${id}</a>` : id;
  const about = [says(statements[id]), remark(one), where !== undefined && html`<p>Checked in ${where}</p>`];
  return html`<tr data-outcome="${outcome}" data-id="${id}"><td class="id">${own}</td><td>${outcomeBadge(outcome)}</td><td class="title">${clip(title, 300)}${disclosure(
    'What it rests on',
    about,
  )}</td><td>${sectionName(section)}</td><td class="number">${cells && `${cells.evidenced} of ${cells.of}`}</td></tr>`;
}

const tools = (present: readonly Outcome[]) => html`<div id="tools" role="search" hidden>
<label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="shown" placeholder="id, words or section, press /">
<div class="filters" role="group" aria-label="Show only">${present.map(
  (outcome) => html`<button type="button" data-filter="${outcome}" aria-pressed="false">${outcome}</button>`,
)}</div>
<span id="shown" role="status"></span>
</div>`;

/** Lists every requirement, with a search and filters where scripts run. */
export function requirementTable(report: RunReport): Markup {
  const { requirements } = report.verdict;
  const present = outcomes.filter((outcome) => requirements.some((one) => one.outcome === outcome));
  return html`${tools(present)}<div class="card scroll" tabindex="0" role="group" aria-label="all requirements"><table class="stack"><thead><tr><th>Id</th><th>Outcome</th><th>Requirement</th><th>Section</th><th class="number">Combinations</th></tr></thead><tbody>${requirements.map(
    (one) => row(one, report),
  )}</tbody></table></div>`;
}
