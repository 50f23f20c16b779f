import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { passedBetween } from '../../core/movedClock.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { textsOf } from '../received/announcement.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { receivedOfKind } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { notReceivedFault, wasReceiving } from '../received/registrations.ts';

/** A sender that waits for each answer before it sends the next webhook needs this long for all slow answers, ns. */
const inTurnNs = 60_000_000_000n;

/** Returns the reads of a payment that show another status than the read before, in the order in which they were sent. */
function movesOf(record: RunRecord, id: string): Exchange[] {
  const reads = record.payments
    .filter(({ value, source }) => source === 'get' && textField(value, 'id') === id)
    .toSorted((a, b) => Number(a.exchange.sentNs - b.exchange.sentNs));
  const statuses = reads.map(({ value }) => textField(value, 'status'));
  return reads.flatMap(({ exchange }, index) =>
    index > 0 && statuses[index] !== statuses[index - 1] ? [exchange] : [],
  );
}

/**
 * Each move of a payment that reads show has a webhook of its own, however slowly the receiver answers (§ Webhook kinds, payment: each payment status transition;
 * WHK-07). Every delivery got an answer of 200 in time, so none of them is a retry; a duplicate only makes them more.
 */
export function announcesEachMove(record: RunRecord, { created }: { created: string }): OracleResult {
  const made = record.exchange(created);
  const id = textField(made.json, 'id') ?? '';
  const moves = movesOf(record, id);
  const last = moves.at(-1);
  const exchanges = [created, ...moves.map((one) => one.id)];
  if (record.live) return toResult(exchanges, []);
  if (!wasReceiving(record, 'payment', made)) return faultResult(notReceivedFault('payment'));
  const own = receivedOfKind('payment')(record)
    .map(({ delivery }) => delivery)
    .filter((delivery: Delivery) => textsOf(delivery).includes(id));
  const all = [...exchanges, ...own.map((one) => one.id)];
  if (last && own.length >= moves.length) return toResult(all, []);
  const isOver = last !== undefined && record.exchanges.some((one) => passedBetween(record, last, one) >= inTurnNs);
  if (own.length === 0 || !isOver || !isDeliveryDue(record, made, last))
    return faultResult({ code: 'noEvidence', wanted: 'a payment that moves often, and its webhooks', exchanges });
  const what = `the webhooks of a payment that moved ${moves.length} times while the receiver was slow`;
  const wanted = `at least ${moves.length}`;
  return faultResult(unlessDisturbed(record, { code: 'differs', what, wanted, seen: `${own.length}`, exchanges: all }));
}
