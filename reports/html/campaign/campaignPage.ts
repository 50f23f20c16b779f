import type { Statement } from '../../../traffic/requirements/statements.ts';
import { type CampaignDocument, exitText, summaryLines } from '../../campaign/campaignReport.ts';
import type { ReportedFinding } from '../../finding/findingList.ts';
import { minutesAndSeconds } from '../../text/quantities.ts';
import { targetWords } from '../../text/targetWords.ts';
import { writePage } from '../page/document.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { badge, command, counted, facts, section, stackedBar, type Tone } from '../page/parts.ts';
import { findingBlocks, replayCommand, sortedFindings } from './findingBlocks.ts';

/** What the page of a campaign is written from; `place` is the option that selects the store of the findings. */
export interface CampaignSources {
  place: string;
  statements: Readonly<Record<string, Statement>>;
}

const words: Readonly<Record<CampaignDocument['exit'], { word: string; tone: Tone }>> = {
  0: { word: 'PASSED', tone: 'good' },
  1: { word: 'FOUND', tone: 'bad' },
  2: { word: 'COULD NOT BEGIN', tone: 'open' },
  3: { word: 'NOT REACHED', tone: 'open' },
  4: { word: 'INCOMPLETE', tone: 'open' },
  5: { word: 'ASSAY FAILED', tone: 'open' },
};

const mostNamed = 3;

/** The findings that were not known when the campaign began. */
const newIn = ({ run, findings }: CampaignDocument) => findings.filter(({ firstRun }) => firstRun === run);

const named = (findings: readonly ReportedFinding[]): Markup[] => {
  const more = findings.length - mostNamed;
  return [
    ...sortedFindings(findings)
      .slice(0, mostNamed)
      .map(
        ({ requirement, fingerprint, title, seen }) =>
          html`<li><a href="#finding-${fingerprint}">${requirement}</a> ${clip(title, 160)}<br><span class="note">Got instead: ${clip(seen, 110)}</span></li>`,
      ),
    ...(more > 0 ? [html`<li>and ${more} more</li>`] : []),
  ];
};

function changedIn(campaign: CampaignDocument): Part {
  const { again, findings, halt } = campaign;
  const fresh = newIn(campaign);
  const known = findings.length - fresh.length;
  const became = again?.became.map(({ requirement, state }) => html`<li>${requirement} is now ${state}</li>`) ?? [];
  return [
    halt !== undefined && html`<p>${clip(halt, 300)}</p>`,
    fresh.length > 0 && html`<p>${badge('bad', `${fresh.length} new`)}</p><ul>${named(fresh)}</ul>`,
    known > 0 && html`<p>${badge('quiet', `${known} known`)}</p>`,
    became.length > 0 && html`<ul>${became.slice(0, 6)}</ul>`,
    findings.length === 0 && halt === undefined && html`<p>Nothing was found.</p>`,
  ];
}

function ownerOf({ findings, target, exit, halt }: CampaignDocument): Part {
  const failing = findings.filter(({ is, state, accepted }) => is === 'fail' && state !== 'fixed' && !accepted).length;
  const warning = findings.filter(({ is }) => is === 'warn').length;
  if (exit === 5) return html`<p>Assay’s own fault.</p>`;
  if (findings.length === 0)
    return halt === undefined ? html`<p>Nobody’s.</p>` : html`<p>The target’s, or the network’s.</p>`;
  return html`<ul><li><strong>${counted(failing, 'finding')}</strong> of <strong>the target, ${clip(target.name, 80)}</strong></li>${
    warning > 0 && html`<li>${counted(warning, 'of them is a warning', 'of them are warnings')}</li>`
  }</ul>`;
}

function nextFor({ findings, target, halt }: CampaignDocument, { place }: CampaignSources): Part {
  const [first] = sortedFindings(findings);
  if (!first)
    return html`<p>${halt === undefined ? 'Nothing.' : 'Check that the target runs, and go on with the same seed.'}</p>`;
  return html`<ol><li>Read <a href="#finding-${first.fingerprint}">${first.requirement}</a>.</li>
<li>Send it again:${command(replayCommand(first, findings, place))}</li>
<li>If it shows, give its script and its exchanges to whoever develops the target (${clip(target.name, 80)}).</li></ol>`;
}

const sentBy = ({ cases, spent, elapsedMs }: CampaignDocument) =>
  `${counted(cases, 'case')}, ${spent.posts} POST, ${spent.gets} GET in ${minutesAndSeconds(elapsedMs)}`;

function reached({ coverage }: CampaignDocument): Markup | undefined {
  if (coverage.reached.length === 0) return undefined;
  return html`<div class="card scroll" tabindex="0" role="group" aria-label="coverage"><table class="stack"><thead><tr><th>What</th><th>Reached</th><th class="number">Number</th></tr></thead><tbody>${coverage.reached.map(
    ({ what, reached: count, of }) =>
      html`<tr><td class="wide">${what}</td><td class="title">${stackedBar([
        { tone: 'good', count, name: 'reached' },
        { tone: 'quiet', count: of - count, name: 'not reached' },
      ])}</td><td class="number">${count} of ${of}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Writes a campaign as one HTML file, with the parts that the page of a run has, too. */
export function writeCampaignPage(campaign: CampaignDocument, sources: CampaignSources): string {
  const { run, seed, target, exit, findings, coverage, notes, tier } = campaign;
  const { word, tone } = words[exit];
  const fresh = newIn(campaign).length;
  const counts = findings.length === 0 ? exitText(campaign) : `${counted(findings.length, 'finding')}, ${fresh} new`;
  const details = summaryLines(campaign);
  return writePage({
    title: `${word}: ${counts} – ${clip(target.name, 80)}`,
    tone,
    kicker: `Assay, campaign ${clip(run, 80)} on ${clip(target.name, 80)}`,
    headline: `${word}: ${counts}`,
    answers: { changed: changedIn(campaign), owner: ownerOf(campaign), next: nextFor(campaign, sources) },
    facts: facts([
      ['Exit code', html`<strong>${exit}</strong>: ${exitText(campaign)}`],
      ['Target', clip(targetWords(target), 400)],
      ['Sent', sentBy(campaign)],
      ['Seed', `${seed}, ${tier}`],
      ['Evidence for', counted(coverage.evidenced.length, 'requirement')],
      ['Contract', target.fingerprint?.slice(0, 12)],
    ]),
    tally: undefined,
    sections: [
      section('failures', 'Findings', findingBlocks(findings, sources)),
      section('coverage', 'Coverage', reached(campaign)),
      section(
        'done',
        'What was done',
        html`<ul class="rows">${[...details, ...notes].slice(0, 200).map((line) => html`<li>${clip(line, 500)}</li>`)}</ul>`,
      ),
    ],
    links: [
      ...(findings.length > 0 ? [{ id: 'failures', name: 'Findings', count: findings.length }] : []),
      ...(coverage.reached.length > 0 ? [{ id: 'coverage', name: 'Coverage' }] : []),
      { id: 'done', name: 'What was done' },
    ],
  });
}
