import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ControlActionLine } from '../../../traffic/journal/journalTypes.ts';
import { grouped, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { textsOf } from '../received/announcement.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { wasReceiving } from '../received/registrations.ts';
import { deliveriesOfRun } from './deposits.ts';
import { sentIn } from './enoughPaid.ts';

/** True if a webhook for what a control action caused must have come: the run was registered for it before, and listened long enough afterwards. */
function isHeard(record: RunRecord, all: readonly Exchange[], { ok, askedNs, atNs }: ControlActionLine): boolean {
  const before = all.findLast(({ receivedNs }) => receivedNs <= BigInt(askedNs ?? atNs));
  const after = all.find(({ sentNs }) => sentNs >= BigInt(atNs));
  return (
    ok &&
    before !== undefined &&
    after !== undefined &&
    wasReceiving(record, 'staticAddressPayment', before) &&
    isDeliveryDue(record, before, after)
  );
}

/**
 * Returns a fault for each static address that was paid to more often than its webhooks name payments: equal payments are payments of their own (§ Webhook
 * kinds, static address payment). An address without a webhook, or with one that names no payment, says nothing here.
 */
export function untoldDeposits(record: RunRecord): Fault[] {
  const all = record.exchanges
    .filter(({ line }) => !line.request.account)
    .toSorted((a, b) => Number(a.sentNs - b.sentNs));
  const sent = sentIn(record).filter(({ least, action }) => least && isHeard(record, all, action));
  return [...grouped(sent, ({ address }) => address)].flatMap(([address, transfers]): Fault[] => {
    const own = deliveriesOfRun(record).filter((delivery) =>
      textsOf(delivery).some((text) => text.toLowerCase() === address.toLowerCase()),
    );
    const named = own.map((delivery) => textsOf(delivery).find((text) => text.startsWith('PMT-')));
    const told = new Set(named);
    if (told.size === 0 || told.has(undefined) || told.size >= transfers.length) return [];
    const what = `the payments that webhooks name for the static address ${address}`;
    const wanted = `${transfers.length}, as many as were made`;
    const exchanges = own.map(({ id }) => id);
    return [unlessDisturbed(record, { code: 'differs', what, wanted, seen: `${told.size}`, exchanges })];
  });
}
