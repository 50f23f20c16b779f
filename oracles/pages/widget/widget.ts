import type { PageLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { statusesRead } from '../ending.ts';
import { ownMarks } from '../marks.ts';
import { opensCheckout, type VisitArgs } from '../opening.ts';
import { choicesIn } from '../view/choices.ts';
import { successWords } from '../view/deedWords.ts';
import { addressesIn } from '../view/shownAddress.ts';
import { isPressable } from '../view/viewNodes.ts';
import { evidenceOf, looksOf, notReached, notSeen, recordOf, type Seen, shows, stuck, textsOf } from '../visits.ts';
import { announced, statusOf, statusRanks } from './announcing.ts';
import { allAnnounced } from './events.ts';

/** Returns the fault of a widget script that did not load. */
function scriptFault(page: PageLine): Fault | undefined {
  const script = page.requests.find(({ url }) => /\/widget\.js(?:[?#]|$)/.test(url));
  if (script?.status !== undefined && script.status < 400) return undefined;
  return shows(
    page,
    'the script widget.js to load',
    script?.status === undefined ? (script?.failure ?? 'no answer') : `status ${script.status}`,
  );
}

/** What Chromium says when a frame may send no form, because of how it is embedded. What else a frame may not do can be on purpose. */
const isBlocked = /'allow-forms' permission is not set/;

/** Returns the fault of a widget that locks its own frame, so that nobody can choose in it; undefined if somebody chose, or nothing was locked. */
function blockedFault(record: RunRecord, { page: id, reads }: VisitArgs): Fault | undefined {
  const page = record.page(id);
  const blocked = page.console.find((line) => isBlocked.test(line));
  const chosen = looksOf(page, 'chosen').filter(({ went }) => went);
  const isNew = statusesRead(record, reads).every((status) => status === 'NEW') && reads.length > 0;
  if (blocked === undefined || chosen.length === 0 || !isNew) return undefined;
  return shows(page, `the end user to choose a currency in the widget of ${page.opens}`, blocked);
}

/** The script loads, and the element renders its checkout, in which an end user can choose (WID-01). */
export function rendersCheckout(record: RunRecord, args: VisitArgs): OracleResult {
  const page = record.page(args.page);
  const fault = scriptFault(page);
  if (fault) return toResult([], [fault]);
  const looks = looksOf(page);
  if (looks.length > 0 && looks.every(({ text }) => text.trim() === ''))
    return toResult([], [shows(page, `the widget of ${page.opens} on the approved domain`, 'nothing rendered')]);
  const blocked = blockedFault(record, args);
  if (blocked) return toResult([], [blocked]);
  const reopened = looksOf(page, 'reopened').at(-1);
  if (reopened && shownOf(record, page, reopened).length === 0 && reopened.nodes.some(isPressable))
    return stuck(page, 'what goes on to where to pay', 'continue');
  if (reopened && shownOf(record, page, reopened).length === 0)
    return toResult([], [shows(page, `the widget of ${page.opens} after its currency was chosen`, reopened.text)]);
  return opensCheckout(record, args);
}

/** Returns what a look shows of a checkout: its marks, what it offers, where to pay. */
export function shownOf(record: RunRecord, page: PageLine, { text, nodes }: Seen): string[] {
  return [...ownMarks(recordOf(record, page), text), ...choicesIn(nodes).map((one) => one.text), ...addressesIn(nodes)];
}

/** Returns what a look gives away of a checkout to a page that knows its id: a refusal may repeat it. */
export const givenAway = (record: RunRecord, page: PageLine, look: Seen): string[] =>
  shownOf(record, page, look).filter((one) => one !== 'id');

/** Returns the statuses of a checkout that the widget tells a page in events, whatever it shows there. */
const toldOf = (page: PageLine): string[] =>
  allAnnounced(page)
    .map((event) => statusOf(event, page.opens))
    .filter((status) => status in statusRanks);

/** On a domain that is not approved and linked, alone or in a frame, the widget shows nothing of the checkout (WID-04, WID-09). */
export function showsNothingElsewhere(
  record: RunRecord,
  { page: id, approved }: { page: string; approved: string },
): OracleResult {
  const [page, control] = [record.page(id), record.page(approved)];
  if (looksOf(control).flatMap((look) => shownOf(record, control, look)).length === 0)
    return notSeen(control, 'the widget to show its checkout on the approved domain');
  const lost = notReached(page);
  if (lost !== undefined) return notSeen(page, lost);
  const shown = [
    ...looksOf(page).flatMap((look) => givenAway(record, page, look)),
    ...toldOf(page).map((status) => `an event for ${status}`),
  ];
  const where = page.way === 'framed' ? `in a frame of ${page.domain}` : `on ${page.domain}`;
  const wanted = `nothing of ${page.opens} ${where}, which is not approved`;
  return toResult(evidenceOf(page), shown.length > 0 ? [shows(page, wanted, [...new Set(shown)].join(', '))] : []);
}

/** Returns the words of success that a widget shows since a status was forged, if its checkout is not paid. */
function newSuccess(before: Seen, afterwards: readonly Seen[], real: readonly string[]): string[] {
  if (real.includes('SUCCESS')) return [];
  const had = textsOf(before);
  const now = afterwards.flatMap((look) => [...textsOf(look)]);
  return [...new Set(now)].filter((text) => successWords.test(text) && !had.has(text));
}

/** The page around the widget cannot make it show or announce a status that the checkout has not (WID-10). */
export function cannotBeForged(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const [before] = looksOf(page, 'before forging');
  const afterwards = looksOf(page, 'after forging');
  const last = afterwards.at(-1);
  if (!before || !last || (page.forged ?? []).length === 0)
    return notSeen(page, 'a widget that was open while a status was forged');
  const real = statusesRead(record, reads);
  const forged = announced(page)
    .filter(({ afterMs }) => afterMs >= before.afterMs && afterMs <= last.afterMs)
    .map((event) => statusOf(event, page.opens))
    .filter((status) => status !== '' && !real.includes(status));
  const had = [...choicesIn(before.nodes).map((one) => one.text), ...addressesIn(before.nodes)];
  if (had.length === 0) return notSeen(page, 'a widget that shows its checkout before a status is forged');
  const gone = afterwards.filter(({ nodes }) => {
    const has = [...choicesIn(nodes).map((one) => one.text), ...addressesIn(nodes)];
    return had.every((one) => !has.includes(one));
  });
  return toResult(evidenceOf(page), [
    ...forged.map((status) =>
      shows(page, `no event statusChanged for a forged status (the checkout was ${real.at(-1)})`, status),
    ),
    ...newSuccess(before, afterwards, real).map((text) =>
      shows(page, `no word of success for a forged status (the checkout was ${real.at(-1)})`, text),
    ),
    ...gone
      .slice(0, 1)
      .map(({ text }) => shows(page, 'the widget to show what it showed before a status was forged', text)),
  ]);
}
