import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import type { Outcome } from '../../../traffic/outcome/outcome.ts';
import { experimentLines, valueWords } from '../../run/messages.ts';
import { rerunCommand } from '../../run/repeat.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { disclosure, outcomeBadge } from '../page/parts.ts';

/** The longest text of one item, and the most items of one kind. */
const [mostWords, mostItems] = [500, 20];

const undecided: ReadonlySet<Outcome> = new Set(['error', 'inconclusive', 'not run', 'unverified']);

/** What a finding says to add: it follows the sentence of what is missing. */
const additions = (one: RequirementVerdict): Part =>
  one.findings
    .slice(0, 3)
    .map(
      ({ wanted, seen }) =>
        html`<p>Needs ${clip(wanted, mostWords)}. <span class="more">${clip(seen, mostWords)}</span></p>`,
    );

/** Groups requirements that lack the same thing. */
function byCause(requirements: readonly RequirementVerdict[]): RequirementVerdict[][] {
  const groups = new Map<string, RequirementVerdict[]>();
  for (const one of requirements) {
    const key = JSON.stringify([one.outcome, one.findings.map(({ wanted, seen }) => [wanted, seen])]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** Lists what could not be decided, by what is missing. */
export function undecidedList(verdict: Verdict): { body: Markup | undefined; count: number } {
  const open = verdict.requirements.filter(({ outcome }) => undecided.has(outcome));
  if (open.length === 0) return { body: undefined, count: 0 };
  const groups = byCause(open).map((group) => {
    const [first] = group;
    return (
      first &&
      html`<li>${outcomeBadge(first.outcome)} ${group.map(
        ({ id, title }, at) => html`${at > 0 && html`, `}<strong>${id}</strong> ${clip(title, 160)}`,
      )}${additions(first)}${first.outcome === 'not run' ? undefined : html`<p class="more">Again: <code>${rerunCommand(verdict, first)}</code></p>`}</li>`
    );
  });
  return { body: html`<ul class="rows">${groups}</ul>`, count: open.length };
}

/** Lists the experiments on webhooks that are not judged yet. */
function experiments(verdict: Verdict): Part {
  const lines = experimentLines(verdict);
  const more = lines.length - mostItems;
  return (
    lines.length > 0 &&
    html`<h3>Experiments on webhooks that this run could not judge</h3><ul class="rows">${lines
      .slice(0, mostItems)
      .map(
        (line) => html`<li>${clip(line, mostWords)}</li>`,
      )}${more > 0 && html`<li class="more">and ${more} more, in verdict.json</li>`}</ul>`
  );
}

function taught(one: RequirementVerdict): Markup {
  const { id, title, learned = {} } = one;
  const entries = Object.entries(learned);
  const more = entries.length - mostItems;
  const rows = entries
    .slice(0, mostItems)
    .map(
      ([key, value]) => html`<p><code>${clip(key, 200)}</code> ${clip(valueWords(one, [key, value]), mostWords)}</p>`,
    );
  return html`<li>${disclosure(
    html`<strong>${id}</strong> ${clip(title, 200)} <span class="more">${entries.length}</span>`,
    [rows, more > 0 && html`<p class="more">and ${more} more, in verdict.json</p>`],
  )}</li>`;
}

/** Lists what was learned where the interface does not say. */
export function learnedList(verdict: Verdict): { body: Markup | undefined; count: number } {
  const taughtBy = verdict.requirements.filter(({ learned }) => learned !== undefined);
  const waiting = experiments(verdict);
  if (taughtBy.length === 0 && waiting === false) return { body: undefined, count: 0 };
  return {
    body: html`${taughtBy.length > 0 && html`<ul class="rows">${taughtBy.map(taught)}</ul>`}${waiting}`,
    count: taughtBy.reduce((sum, { learned = {} }) => sum + Object.keys(learned).length, 0),
  };
}
