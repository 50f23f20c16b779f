import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { choicesIn } from '../view/choices.ts';
import { addressesIn } from '../view/shownAddress.ts';
import { evidenceOf, looksOf, notSeen, type Seen, shows } from '../visits.ts';

/** How much a page with several widgets offers: what can be chosen in all of them, and where to pay. */
const offers = ({ nodes }: Seen): number => choicesIn(nodes).length + addressesIn(nodes).length;

/** True if a look shows what another one shows, apart from the time left: beside a widget that has gone on, an empty one would not be known. */
const isSame = (one: Seen, other: Seen) => one.text.replace(/\d+/g, '0') === other.text.replace(/\d+/g, '0');

/** What becomes of the element of a widget on a page that is loaded, by the names of the looks: the first one shows that the widget can be seen beside another. */
const [control, ...later] = [
  'placed late',
  'placed again',
  'moved',
  'taken away and put back',
  'placed before its id was set',
] as const;

/** An element that is placed with the id of a checkout shows it, so that it can announce its changes, wherever it was before and whenever it got its id (WID-02). */
export function staysFilled(
  record: RunRecord,
  { page: id, checkout }: { page: string; checkout: string },
): OracleResult {
  const page = record.page(id);
  const last = (step: string) => looksOf(page).findLast((look) => look.step === step);
  const [alone, both] = [last('opened'), last(control)];
  const wanted = 'a widget that is seen beside another one when it is placed on a page';
  if (!alone || !both || offers(both) <= offers(alone)) return notSeen(page, wanted);
  const empty = later.flatMap((step) => {
    const look = last(step);
    return look && isSame(look, alone) ? [{ step, text: look.text }] : [];
  });
  const faults = empty.map(({ step, text }) => shows(page, `the widget of ${checkout} when it is ${step}`, text));
  return toResult(evidenceOf(page), faults.slice(0, 1));
}
