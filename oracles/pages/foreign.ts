import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { notSeen, shows } from './visits.ts';

/** The statuses to which an end user's deed moves a checkout; it may expire by itself. */
const moved: readonly string[] = ['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'];

/** What a page of another site sends is either taken, or refused without an effect (WID-10). */
export function refusesWithoutEffect(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const faults = (page.foreign ?? []).flatMap(({ what, status, before, after }) => {
    if (status < 400) return [];
    const [was, is] = [before, after].map((read) => textField(record.exchange(read).json, 'status') ?? '');
    if (was === is || is === undefined || !moved.includes(is)) return [];
    const fault = shows(page, `no effect of the refused ${what} (status ${status}) on a checkout that was ${was}`, is);
    return [{ ...fault, exchanges: [page.id, before, after] }];
  });
  if ((page.foreign ?? []).length === 0) return notSeen(page, 'a request of the page to send from another site');
  return toResult([page.id], faults);
}
