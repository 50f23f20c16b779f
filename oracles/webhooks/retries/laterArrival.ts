import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { OracleResult } from '../../core/result.ts';
import { isFinalStatus } from '../../payments/lifecycle.ts';
import { namesOwnAddress } from '../deposits/deposits.ts';
import { expectedDeliveries, namesOfRecord, wasAnnounced } from '../events/expected.ts';
import { announcementOf, textsOf } from '../received/announcement.ts';
import { type AnnouncementAttempts, roundMs } from '../received/attempts.ts';
import { receivedOfKind } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { type Experiment, type ExperimentFinding, experimentResult, type Question } from './experiments.ts';

const namesKeyOf = (delivery: Delivery, { line }: Exchange) =>
  line.request.clientOrderId !== undefined && textsOf(delivery).includes(line.request.clientOrderId);

/** True if a webhook of a kind identifies its record in a known way, or there are no webhooks of this kind. */
function namesItsRecord(record: RunRecord, kind: WebhookKind): boolean {
  const all = receivedOfKind(kind)(record);
  if (all.length === 0) return true;
  if (kind === 'staticAddressPayment') return namesOwnAddress(record);
  // A payment is recognized by its clientOrderId, but a body may leave that out.
  if (kind === 'payment') return all.some(({ delivery, origin }) => origin && namesKeyOf(delivery, origin));
  return all.some(({ delivery }) => announcementOf(delivery).id !== undefined);
}

/** A change while the receiver was down is announced when it listens again (WHK-07). */
export function arrivesLater(record: RunRecord, asked: Question): OracleResult {
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const { line, announcements, isComplete } = experiment;
    const moves = record.lost ? [] : expectedDeliveries(record);
    const faults = moves
      .filter((owed) => namesOfRecord(owed).has(line.match))
      .flatMap((owed) => wasAnnounced(record)(owed) ?? []);
    if (faults.some(({ code }) => code === 'notAnnounced' || code === 'disturbed')) return { faults };
    const isThere = ({ status }: AnnouncementAttempts) => line.webhook !== 'payment' || isFinalStatus(status);
    if (announcements.some(isThere)) return 'held';
    const wanted = `a ${line.webhook} webhook for a change while the receiver was down`;
    if (!isComplete && !wasListeningAfter(experiment)) return { wanted };
    if (!namesItsRecord(record, line.webhook)) return { wanted: `${wanted} that identifies it` };
    const what = `the deliveries of the ${line.webhook} webhook for ${line.match}, which changed while the receiver was down,`;
    return {
      faults: [
        unlessDisturbed(record, {
          code: 'differs',
          what,
          wanted: 'retries until the receiver listened again',
          seen: 'none came',
          exchanges: [],
        }),
      ],
    };
  });
}

/** The longest outage after which a delivery is still expected, ms. A schedule of retries that covers outages is longer. */
const outageMs = 3_600_000;

/** True if the receiver, which was planned to be down at first, listened again soon enough and until the end. */
function wasListeningAfter({ line: { state, listened, openedAt, dueAt } }: Experiment): boolean {
  const last = listened.at(-1);
  const isBack = last !== undefined && Date.parse(last.fromAt) - Date.parse(openedAt) <= outageMs;
  return state === 'void' && isBack && Date.parse(last.untilAt) >= Date.parse(dueAt) - roundMs;
}
