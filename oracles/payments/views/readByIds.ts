import { grouped, type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { askedIn } from '../../answers/askedIds.ts';
import { absenceWaitNs } from '../../core/creationEffect.ts';

/** The statuses that say that there is no such payment. Others may come from limits, credentials or the network. */
const absent: ReadonlySet<number | undefined> = new Set([400, 404, 410]);

/**
 * A payment that other answers show to the account, both before a read of it by its id and after it, is not unknown to that read: it is the same payment by every
 * way to it (PAY-11). A view may lag, so that only what was shown some time before counts.
 */
export function unreadable(record: RunRecord): Fault[] {
  const shown = grouped(record.payments, ({ value }) => textField(value, 'id') ?? '');
  const waitNs = absenceWaitNs(record);
  return record.of('GET /v1/user/payments/{id}').flatMap((read): Fault[] => {
    const { line, status, clock, sentNs, receivedNs, seen, id } = read;
    const { fault, manner } = line.request.signature;
    if (!absent.has(status) || line.purpose === 'defect' || fault !== undefined || manner !== undefined) return [];
    const asked = askedIn(read);
    const views: readonly PaymentSighting[] = shown.get(asked) ?? [];
    const before = views.find(({ exchange }) => exchange.clock === clock && exchange.receivedNs + waitNs <= sentNs);
    const isLater = ({ exchange, source }: PaymentSighting) =>
      source !== 'create' && exchange.clock === clock && exchange.sentNs >= receivedNs;
    const after = views.findLast(isLater);
    if (!before || !after) return [];
    const what = `a read of ${asked} by its id, as ${before.source} and later ${after.source} show it,`;
    return [{ code: 'notAccepted', what, seen, exchanges: [before.exchange.id, id, after.exchange.id] }];
  });
}
