import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { evidenceOf, looksOf, notReached, notSeen, shows } from '../visits.ts';
import { givenAway, shownOf } from './widget.ts';

/** A domain that was linked and no longer is shows nothing of a checkout when its page is loaded again; on what is open already, the interface is silent (WID-04). */
export function showsNothingOnceUnlinked(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const [linked, later] = [looksOf(page, 'opened'), looksOf(page, 'no longer')];
  if (later.length === 0 || linked.every((look) => shownOf(record, page, look).length === 0))
    return notSeen(page, 'the widget to show its checkout while its domain is linked');
  const lost = notReached(page);
  if (lost !== undefined) return notSeen(page, lost);
  // The interface does not say how soon; what counts is the last load after each change.
  const settled = [...new Map(later.map((look) => [look.step, look])).values()];
  const faults = settled.flatMap((look) => {
    const shown = [...new Set(givenAway(record, page, look))];
    const wanted = `nothing of ${page.opens} on ${page.domain}, which is ${look.step}`;
    return shown.length === 0 ? [] : [shows(page, wanted, shown.join(', '))];
  });
  return toResult(evidenceOf(page), faults);
}

/** A domain that is approved and linked shows the widget when its page is loaded again, even if it was not linked when the service was first asked (WID-04). */
export function showsOnceLinked(
  record: RunRecord,
  { page: id, approved }: { page: string; approved: string },
): OracleResult {
  const [page, control] = [record.page(id), record.page(approved)];
  if (looksOf(control).every((look) => shownOf(record, control, look).length === 0))
    return notSeen(control, 'the widget to show its checkout on the approved domain');
  const lost = notReached(page);
  if (lost !== undefined) return notSeen(page, lost);
  const looks = [...looksOf(page, 'opened'), ...looksOf(page, 'linked')];
  const isShown = looks.some((look) => shownOf(record, page, look).length > 0);
  const wanted = `the widget of ${page.opens} on ${page.domain}, which was approved and linked before`;
  const seen = looks.at(-1)?.text ?? '';
  return toResult(evidenceOf(page), isShown ? [] : [shows(page, wanted, seen.trim() || 'nothing rendered')]);
}
