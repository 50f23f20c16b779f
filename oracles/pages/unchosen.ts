import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { evidenceOf, looksOf, notSeen, shows } from './visits.ts';

/** The statuses of a checkout whose currency is chosen, which takes an end user. */
const chosen: readonly string[] = ['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'];

/** A page that is opened chooses nothing by itself: the checkout stays NEW until its end user chooses (CHK-06; § Checkout states, NEW). */
export function opensUnchosen(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const hint = 'the target file names none under paths.checkout';
  if (reads.length === 0)
    return faultResult({
      ...{ code: 'missing', wanted: 'a path to read a checkout back', hint },
      exchanges: evidenceOf(page),
    });
  if (looksOf(page, 'opened').length === 0) return notSeen(page, 'a page that was opened');
  const status = statusesRead(record, reads).find((one) => chosen.includes(one));
  const wanted = `${page.opens} to stay NEW when its page is opened, since nobody has chosen a currency`;
  return toResult([...evidenceOf(page), ...reads.slice(-1)], status === undefined ? [] : [shows(page, wanted, status)]);
}
