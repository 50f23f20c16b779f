import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { evidenced, outcomes } from '../../../traffic/outcome/outcome.ts';
import { bySection, countsOf } from '../../run/outcomeCounts.ts';
import { html, type Markup } from '../page/markup.ts';
import { stackedBar, toneOf } from '../page/parts.ts';
import { sectionName } from './sections.ts';

function row(section: string, requirements: readonly RequirementVerdict[]): Markup {
  const counts = countsOf(requirements);
  const parts = outcomes.map((name) => ({ name, count: counts[name] ?? 0, tone: toneOf(name) }));
  const decided = requirements.filter(({ outcome }) => evidenced.has(outcome)).length;
  const tried = requirements.reduce((sum, { cells }) => sum + (cells?.evidenced ?? 0), 0);
  const of = requirements.reduce((sum, { cells }) => sum + (cells?.of ?? 0), 0);
  return html`<tr><td class="wide">${sectionName(section)}</td><td class="title">${stackedBar(parts)}</td><td class="number">${decided} of ${requirements.length} decided</td><td class="number">${
    of > 0 && `${tried} of ${of} combinations`
  }</td></tr>`;
}

/** Shows by section how many requirements were decided, and how. */
export function coverageTable({ requirements }: Verdict): Markup | undefined {
  const sections = [...bySection(requirements)];
  if (sections.length === 0) return undefined;
  return html`<div class="card scroll" tabindex="0" role="group" aria-label="coverage by section"><table class="stack"><thead><tr><th>Section</th><th>Outcomes</th><th class="number">Requirements</th><th class="number">Combinations</th></tr></thead><tbody>${sections.map(
    ([section, of]) => row(section, of),
  )}</tbody></table></div>`;
}
