import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { TrackedFailure } from '../../../judge/failureHistory.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { outcomes as allOutcomes } from '../../../traffic/outcome/outcome.ts';
import { causesOf } from '../../run/causes.ts';
import { combinationCount, exitMessage, haltTitle, knownToDoctor, selectionSummary } from '../../run/messages.ts';
import { rerunCommand, runAgainCommand } from '../../run/repeat.ts';
import { adviceOn, firstFailure, nextWithoutFailure, otherCauses } from '../../run/responsible.ts';
import { changedWords } from '../../run/sinceLast.ts';
import { minutesAndSeconds } from '../../text/quantities.ts';
import { targetWords } from '../../text/targetWords.ts';
import { clip, html, type Markup, type Part } from '../page/markup.ts';
import { badge, command, counted, facts, stackedBar, type Tone, toneOf, unbroken, when } from '../page/parts.ts';

/** The most requirements of one kind that the first screen names. */
const mostNamed = 3;

const open: ReadonlySet<string> = new Set(['error', 'inconclusive', 'not run', 'unverified']);

/** A requirement that the first screen names; `finding` is what it expected, and what came instead. */
interface Named {
  id: string;
  title: string;
  finding?: { wanted: string; seen: string } | undefined;
  /** How many other requirements the same cause breaks. */
  others?: number;
}

/** Names each cause by the requirement that leads it. */
const causesIn = (failed: readonly RequirementVerdict[]): Named[] =>
  causesOf(failed).flatMap(({ lead, finding, requirements }) =>
    lead ? [{ id: lead.id, title: lead.title, finding, others: requirements.length - 1 }] : [],
  );

/** Says how many causes broke several requirements; nothing if there is one requirement. */
const causeCount = (causes: readonly Named[], failed: readonly RequirementVerdict[]): Part =>
  failed.length > 1 &&
  html`<p>${counted(failed.length, 'requirement', 'requirements')}, ${counted(causes.length, 'cause', 'causes')}:</p>`;

/** Names requirements, each with a link to where it stands on the page. */
function named(items: readonly Named[]): Markup[] {
  const more = items.length - mostNamed;
  return [
    ...items
      .slice(0, mostNamed)
      .map(
        ({ id, title, finding, others = 0 }) =>
          html`<li><a href="#${id}">${id}</a>${others > 0 && ` and ${counted(others, 'more requirement', 'more requirements')}:`} ${clip(title, 160)}${finding && html`<br><span class="note">Expected ${clip(finding.wanted, 110)}, got ${clip(finding.seen, 110)}</span>`}</li>`,
      ),
    ...(more > 0 ? [html`<li>and ${more} more</li>`] : []),
  ];
}

function tracked(
  failures: readonly TrackedFailure[],
  { word, tone, requirements }: { word: string; tone: Tone; requirements: readonly RequirementVerdict[] },
): Part {
  if (failures.length === 0) return undefined;
  const ids = [...new Set(failures.map(({ requirement }) => requirement))];
  const all = ids.flatMap((id) => requirements.find((each) => each.id === id) ?? []);
  // What does not count comes last, and is no cause of the verdict.
  const counting = all.filter(({ accepted }) => !accepted);
  const causes = tone === 'bad' ? [...causesIn(counting), ...causesIn(all.filter(({ accepted }) => accepted))] : [];
  const items =
    tone === 'bad' ? causes : ids.map((id) => ({ id, title: all.find((one) => one.id === id)?.title ?? '' }));
  const count = word === 'failures' ? counted(failures.length, 'failure', 'failures') : `${failures.length} ${word}`;
  return html`<p>${badge(tone, count)}</p>${causeCount(causesIn(counting), tone === 'bad' ? counting : [])}<ul>${named(items)}</ul>`;
}

const upperFirst = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** Says what is new, known and fixed. */
export function changedIn(verdict: Verdict): Part {
  const { history, requirements, halt } = verdict;
  const first = firstFailure(verdict)?.id;
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  if (!history)
    return [
      failed.length > 0 &&
        html`<p>${counted(failed.length, 'rule is', 'rules are')} broken:</p><ul>${named(causesIn(failed))}</ul>`,
      failed.length === 0 &&
        html`<p>${halt ? clip(haltTitle({ halt, requirements }), 300) : 'No requirement fails.'}</p>`,
      html`<p class="note">Not compared: there is no record of an earlier run.</p>`,
    ];
  const { new: fresh, known, fixed, notAsked } = history;
  const changes = [
    tracked(
      fresh.toSorted((a, b) => Number(b.requirement === first) - Number(a.requirement === first)),
      { word: history.since === undefined ? 'failures' : 'new', tone: 'bad', requirements },
    ),
    tracked(fixed, { word: 'fixed', tone: 'good', requirements }),
    tracked(known, { word: 'known', tone: 'quiet', requirements }),
    notAsked.length > 0 &&
      html`<p class="note">${counted(notAsked.length, 'known failure was', 'known failures were')} not tested this time.</p>`,
  ];
  return [
    halt && html`<p>${clip(haltTitle({ halt, requirements }), 300)}</p>`,
    changes,
    html`<p>${upperFirst(changedWords(verdict) ?? '')}.</p>`,
  ];
}

/** Says what to do first. */
export function nextFor(verdict: Verdict): Part {
  const { halt, requirements, exit, header, target } = verdict;
  const first = firstFailure(verdict);
  if (halt && !first) {
    const doctor = knownToDoctor.has(halt.cause) && header.again;
    return html`<p>${adviceOn({ halt, requirements }).next}</p>${doctor && html`<p>See what else to correct:</p>${command(`npx assay doctor ${header.again}`)}`}<p>Then run again:</p>${command(runAgainCommand(verdict))}`;
  }
  const others = first ? otherCauses(verdict, first) : [];
  if (first)
    return html`<ol><li>Read <a href="#${first.id}">${first.id}</a>: it shows the rule, the request and the answer.</li>
<li>Test it once more:${command(rerunCommand(verdict, first))}</li>
<li>${header.command === 'client' ? 'If it fails again, mend it.' : html`If it fails again, send that request and answer to whoever develops the target (${clip(target.name, 80)}). If it passes this time, it fails only sometimes: say so, and send those of both runs.`}</li>${others.length > 0 && html`<li>Then the same for ${others.join(', ')}.</li>`}</ol>`;
  if (header.command === 'client') return html`<p>${upperFirst(nextWithoutFailure(verdict) ?? 'Nothing')}.</p>`;
  const undecided = requirements.filter(({ outcome }) => open.has(outcome));
  if (undecided.length > 0)
    return html`<p>Add what <a href="#undecided">${counted(undecided.length, 'check lacks', 'checks lack')}</a>, or declare what the target does not offer as a gap.</p>`;
  return exit === 0
    ? html`<p>Nothing.</p>`
    : html`<p>Read <a href="#warnings">what it warns of</a>, or store it as the new baseline with <code>--pin</code>.</p>`;
}

/** What a run sent, and how long it took. */
const sentBy = ({ exchanges, durationMs }: Verdict['header']) =>
  `${exchanges.post} POST, ${exchanges.get} GET in ${minutesAndSeconds(durationMs)}`;

/** The facts of a run. */
export function factsOf(verdict: Verdict): Markup {
  const { header, selection, target, exit, cells, contract } = verdict;
  return facts([
    ['Exit code', html`<strong>${exit}</strong>: ${exitMessage(verdict)}`],
    ['Target', clip(targetWords(target), 400)],
    ['Profile', unbroken(`${selectionSummary(selection) ?? 'nightly'}, combinations of ${selection.day}`)],
    ['Started', when(header.run.startedAt)],
    ['Run and seed', `${clip(header.run.id, 80)}, seed ${header.run.seed}`],
    ['Sent', sentBy(header)],
    ['Combinations', combinationCount(cells)],
    ['Contract', contract.slice(0, 12)],
  ]);
}

/** The counts of all outcomes, as a bar and in words. */
export function tallyOf({ outcomes }: Verdict): Markup {
  const parts = allOutcomes.flatMap((name) => {
    const count = outcomes[name] ?? 0;
    return count > 0 ? [{ name, count, tone: toneOf(name) }] : [];
  });
  return html`${stackedBar(parts)}<ul class="legend" id="tally">${parts.map(
    ({ name, count, tone }) => html`<li data-count="${name}"><i class="${tone}"></i>${count} ${name}</li>`,
  )}</ul>`;
}
