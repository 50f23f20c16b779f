import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { adviceOn, nobodys, sharesOf } from '../../run/responsible.ts';
import { html, type Part } from '../page/markup.ts';
import { counted } from '../page/parts.ts';

const normNote = (failed: readonly RequirementVerdict[]) => {
  const count = failed.filter(({ basis }) => basis === 'norm').length;
  return (
    count > 0 &&
    html`<p class="note">${counted(count, 'of them is a norm', 'of them are norms')} of the industry that interface.md does not state.</p>`
  );
};

/** Says who is responsible for what a run found. */
export function ownerOf(verdict: Verdict): Part {
  const { halt, requirements } = verdict;
  const rows = sharesOf(verdict).map(
    ({ count, deed, owner }) => html`<li><strong>${count}</strong> ${deed} <strong>${owner}</strong></li>`,
  );
  return [
    halt && html`<p>${adviceOn({ halt, requirements }).owner}</p>`,
    rows.length > 0 && html`<ul>${rows}</ul>`,
    !halt && rows.length === 0 && html`<p>${nobodys}</p>`,
    normNote(requirements.filter(({ outcome }) => outcome === 'fail')),
  ];
}
