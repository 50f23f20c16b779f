import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import {
  grouped,
  type PaymentSighting,
  paymentsIn,
  type RunRecord,
  textField,
} from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { announcementOf } from '../received/announcement.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { clockOfDelivery, furtherReceived, receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { originById, originOfDelivery } from '../received/origins.ts';
import { type ExpectedDelivery, isToldLater, movesOfPayment } from './expected.ts';

/** A transition of a payment of a further account, which has an address of its own for its webhooks. */
export interface FurtherDelivery extends ExpectedDelivery {
  account: string;
}

/** The payments of further accounts as their own answers showed them, by account and id. */
const furtherPayments = memoizedByRecord((record): ReadonlyMap<string, readonly PaymentSighting[]> => {
  const shown = record.exchanges.filter(({ line }) => line.request.account !== undefined).flatMap(paymentsIn);
  return grouped(shown, ({ exchange, value }) => `${exchange.line.request.account} ${textField(value, 'id') ?? ''}`);
});

/** True if the payment webhooks of an account were sent to its own address when an exchange was sent. */
const wasRegistered = ({ webhooks }: RunRecord, account: string, { sentNs }: Exchange): boolean =>
  webhooks.further.registrations.some(
    (one) => one.ok && one.account === account && one.webhook === 'payment' && BigInt(one.atNs) <= sentNs,
  );

/** Returns the transitions of payments of further accounts that reads of these accounts saw, and whose webhook is due (LIF-03). */
export const furtherDeliveries = memoizedByRecord((record): FurtherDelivery[] =>
  [...furtherPayments(record)].flatMap(([key, sightings]) => {
    const [account = '', id = ''] = key.split(' ');
    const created = sightings.find(({ source }) => source === 'create')?.exchange;
    if (!created || id === '' || !wasRegistered(record, account, created)) return [];
    const moves = movesOfPayment(id, [...sightings], created);
    return moves.filter(({ from, to }) => isDeliveryDue(record, from, to)).map((one) => ({ ...one, account }));
  }),
);

/**
 * A transition of a payment of a further account was announced at the address of this account (LIF-03). If nothing came there in the whole run, somebody else may
 * have registered another address, which no control API shows by account; then only an announcement at our other address is evidence.
 */
export function wasAnnouncedThere(record: RunRecord) {
  return (owed: FurtherDelivery): Fault | undefined => {
    const { account, kind, id, status, from, to } = owed;
    const exchanges = [from.id, to.id];
    const there = furtherReceived(record)
      .filter((one) => one.line.account === account)
      .map(announcementOf);
    const own = there.filter((one) => one.id === id);
    const moves = furtherDeliveries(record).filter((one) => one.id === id && one.account === account);
    if (own.some((one) => one.status === status) || isToldLater(owed, moves, own)) return undefined;
    const isElsewhere = () => receivedDeliveries(record).some(({ delivery }) => announcementOf(delivery).id === id);
    if (there.length === 0 && !isElsewhere())
      return { code: 'noEvidence', wanted: `a webhook at the address of the account ${account}`, exchanges };
    return unlessDisturbed(record, { code: 'notAnnounced', record: id, kind, status, exchanges });
  };
}

/** A delivery, and the account whose record it announces if that is not the account at whose address it arrived. */
export interface AddressedDelivery {
  delivery: Delivery;
  /** An exchange that showed the record to another account. */
  elsewhere: Exchange | undefined;
}

/** Returns the exchange that created the record of a delivery for the account under test. Two accounts may use one clientOrderId, so it does not tell a payment. */
function ownOrigin(record: RunRecord, delivery: Delivery): Exchange | undefined {
  const { kind, id = '' } = announcementOf(delivery);
  return kind === 'payment' ? originById(record, kind, id) : originOfDelivery(record, delivery);
}

/** Returns the deliveries of a run in which several accounts have addresses of their own; empty if only one has (WHK-13). */
export const deliveriesOfAccounts = memoizedByRecord((record): AddressedDelivery[] => {
  const { further } = record.webhooks;
  if (!further.registrations.some(({ ok }) => ok)) return [];
  const foreign = grouped([...furtherPayments(record).values()].flat(), ({ value }) => textField(value, 'id') ?? '');
  const own = receivedDeliveries(record).map(({ delivery }): AddressedDelivery => {
    const { kind, id = '' } = announcementOf(delivery);
    const [shown] = kind === 'payment' && !originById(record, kind, id) ? (foreign.get(id) ?? []) : [];
    return { delivery, elsewhere: shown?.exchange };
  });
  const others = furtherReceived(record).map((delivery) => ({ delivery, elsewhere: ownOrigin(record, delivery) }));
  return [...own, ...others].filter(
    ({ delivery, elsewhere }) => !elsewhere || elsewhere.clock === clockOfDelivery(delivery),
  );
});

/** A webhook goes to the address that the account of its record has set (WHK-13). */
export function isOfItsAccount({ delivery, elsewhere }: AddressedDelivery): Fault | undefined {
  if (!elsewhere) return undefined;
  const nameOf = (account: string | undefined) => `the account ${account ?? 'under test'}`;
  return {
    code: 'differs',
    what: `the destination of ${delivery.seen}`,
    wanted: `the address that ${nameOf(elsewhere.line.request.account)} has set`,
    seen: `that of ${nameOf(delivery.line.account)}`,
    exchanges: [delivery.id, elsewhere.id],
  };
}
