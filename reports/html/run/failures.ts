import type { TrackedFailure } from '../../../judge/failureHistory.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { type Cause, causesByUrgency } from '../../run/causes.ts';
import { atFault, changedLines, checkedIn, moreFindings } from '../../run/messages.ts';
import { rerunCommand } from '../../run/repeat.ts';
import { fingerprintsOf } from '../../run/standing.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { badge, command, day, disclosure, outcomeBadge, pairOf, toneOf } from '../page/parts.ts';
import { says } from '../page/says.ts';
import { Evidence } from './evidence.ts';
import { nightsOf } from './nights.ts';
import type { RunReport } from './runReport.ts';

/** The most findings and changed values of one requirement that are shown, and how many blocks are open at first. */
const [mostFindings, mostChanges, mostOpen] = [3, 20, 8];

/** The longest text of one change. */
const mostWords = 600;

const kinds = {
  must: 'A must: the interface demands it.',
  should: 'Advice: breaking it is a warning.',
  observe: 'The interface does not say; the target changed what it does.',
};

/** Shows the first finding of a requirement, and the others on demand. */
function pairsOf(one: RequirementVerdict): Part {
  const { findings, unlisted = 0 } = one;
  const [first, ...others] = findings.slice(0, mostFindings);
  const more = moreFindings(one, mostFindings);
  const rest = [others.map(pairOf), more !== undefined && html`<p class="note">and ${more}</p>`];
  return html`<div>${first && pairOf(first)}${others.length > 0 && disclosure(`${findings.length - 1 + unlisted} more`, rest)}</div>`;
}

/** Shows what each changed value was before. */
function changesOf(one: RequirementVerdict): Part {
  const lines = changedLines(one);
  const more = lines.length - mostChanges;
  return (
    lines.length > 0 &&
    html`<ul class="rows">${lines.slice(0, mostChanges).map((line) => html`<li>${clip(line, mostWords)}</li>`)}${more > 0 && html`<li class="more">and ${more} more, in verdict.json</li>`}</ul>`
  );
}

/** A link that a person gave, if it leads to the Web. */
const link = (to: string | undefined): Part =>
  to !== undefined && (/^https?:\/\//i.test(to) ? html` <a href="${to}" rel="noreferrer">${to}</a>` : ` ${to}`);

function acceptedNote({ accepted, fingerprint }: TrackedFailure): Part {
  if (!accepted) return undefined;
  const { reason, owner, link: to, until } = accepted;
  return html`<p class="note"><code>${clip(fingerprint, 40)}</code> is accepted until ${day(until)}${owner !== undefined && ` by ${clip(owner, 100)}`}: ${clip(reason, 300)}${link(to)}</p>`;
}

/** The fingerprints by which the file of known failures may name the failures of a requirement. */
function fingerprintNote(one: RequirementVerdict): Part {
  const all = fingerprintsOf(one);
  if (all.length === 0) return undefined;
  return html`<p class="note">${all.length === 1 ? 'Fingerprint' : 'Fingerprints'}: ${all.map((print) => html`<code>${clip(print, 40)}</code> `)}</p>`;
}

/** Says since when a failure is known; an accepted one also by whom. */
function standing({ history }: RunReport['verdict'], one: RequirementVerdict): { mark: Part; notes: Part } {
  const { id } = one;
  const of = (list: readonly TrackedFailure[] = []) => list.filter(({ requirement }) => requirement === id);
  const [fresh, known] = [of(history?.new), of(history?.known)];
  const first = known[0];
  return {
    mark: [
      fresh.length > 0 && badge('bad', 'new'),
      first !== undefined && badge('quiet', `known since ${day(first.firstSeen)}`),
      one.accepted && badge('quiet', 'accepted'),
      !one.accepted && [...fresh, ...known].some(({ accepted }) => accepted) && badge('quiet', 'partly accepted'),
    ],
    notes: [
      first !== undefined && html`<p class="note">Seen in ${first.times} runs since ${day(first.firstSeen)}.</p>`,
      [...fresh, ...known].map(acceptedNote),
    ],
  };
}

function block(
  one: RequirementVerdict,
  { report, evidence, isOpen }: { report: RunReport; evidence: Evidence; isOpen: boolean },
): Markup {
  const { verdict, statements } = report;
  const { mark, notes } = standing(verdict, one);
  const [who, where] = [atFault(one), checkedIn(one)];
  const basis = one.basis === 'norm' ? 'A norm of the industry.' : kinds[one.kind];
  return html`<details class="failure ${toneOf(one.outcome)}" id="${one.id}"${isOpen && html` open`}>
<summary><h3>${one.id} ${one.title}</h3>${outcomeBadge(one.outcome)}${mark}</summary>
<div class="within">
${pairsOf(one)}${changesOf(one)}
<p class="note">${basis} ${who !== undefined && `At fault: ${who}.`} ${where !== undefined && `Checked in ${where}.`}</p>
${fingerprintNote(one)}
${notes}
${says(statements[one.id])}
${evidence.of(one)}
${nightsOf(one.id, { history: verdict.history, fails: one.outcome === 'fail' })}
<div><p class="note">Run it again</p>${command(rerunCommand(verdict, one))}</div>
</div>
</details>`;
}

/** Says what the blocks that follow have in common. */
const sharedCause = ({ requirements, finding }: Cause): Part =>
  requirements.length > 1 &&
  finding &&
  html`<p class="note">${requirements.length} requirements fail, one cause: expected ${clip(finding.wanted, mostWords)}, got ${clip(finding.seen, mostWords)}</p>`;

/** Shows each requirement that fails, those of one cause together, and each warning, with their evidence. */
export function failureBlocks(report: RunReport): { failed: readonly Markup[]; warned: readonly Markup[] } {
  const { verdict } = report;
  const evidence = new Evidence(report);
  let shown = 0;
  const failed = causesByUrgency(verdict).flatMap((cause) => {
    const blocks = cause.requirements.map((one) => block(one, { report, evidence, isOpen: shown++ < mostOpen }));
    const [first, ...others] = blocks;
    return first ? [html`${sharedCause(cause)}${first}`, ...others] : [];
  });
  const warning = verdict.requirements.filter(({ outcome }) => outcome === 'warn' || outcome === 'changed');
  return { failed, warned: warning.map((one) => block(one, { report, evidence, isOpen: false })) };
}
