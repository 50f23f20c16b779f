import { isObject } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { assetOf } from '../answers/acquiringRecords.ts';
import { areOf, chosenIn } from './choosing.ts';
import type { VisitArgs } from './opening.ts';
import { choicesIn } from './view/choices.ts';
import { addressesIn } from './view/shownAddress.ts';
import { looksOf, readsOfChoice, requestRead, type Seen, seenAtNs, shows } from './visits.ts';

const offeredBy = ({ nodes }: Seen): string[] => [...new Set(choicesIn(nodes).map(({ text }) => text))];

const hasAddress = ({ nodes }: Seen) => addressesIn(nodes).length > 0;

/** Returns the looks at a page that was opened, or opened again, after the choice of the currency, until the end of the checkout. */
function looksAfterChoice(record: RunRecord, page: PageLine, reads: readonly string[]): Seen[] {
  const chosen = readsOfChoice(record, reads)[0]?.receivedNs;
  const isAfter = (look: Seen) => chosen !== undefined && seenAtNs(page, look) > chosen;
  const looks = looksOf(page).filter(({ step }) => step !== 'over');
  return looks.filter((look, index) => isAfter(look) || looks.slice(0, index).some(hasAddress));
}

/**
 * Returns the fault of a page that offers the currencies of a new checkout again and nowhere says where to pay, though one was chosen already (§ Checkout states,
 * REQUEST_CREATED; § Checkout, request: at most one).
 */
export function offeredAgain(record: RunRecord, { page: id, reads }: VisitArgs): Fault[] {
  const page = record.page(id);
  const [opened] = looksOf(page, 'opened');
  const after = looksAfterChoice(record, page, reads);
  const last = after.at(-1);
  if (!opened || !last || hasAddress(last)) return [];
  const before = offeredBy(opened);
  const again = offeredBy(last);
  // A page may show what was chosen once more, marked, before it goes on to where to pay.
  const request = requestRead(record, reads);
  const asset = isObject(request) ? assetOf({ value: request }) : undefined;
  if (asset !== undefined && areOf(asset, chosenIn(last), choicesIn(last.nodes))) return [];
  if (again.length < 2 || !again.every((text) => before.includes(text))) return [];
  return [shows(page, 'where to pay, since the currency of the checkout is chosen', `a choice: ${again.join(', ')}`)];
}
