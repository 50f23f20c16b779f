import type { Exchange } from '../../traffic/journal/exchange.ts';
import {
  type Creation,
  grouped,
  type PaymentSighting,
  type RunRecord,
  textField,
} from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { type AccountPayments, paymentsByAccount } from './furtherAccounts.ts';

/** A creation, and the sightings of its payment that should repeat what was sent: in the answer of the creation, and in reads with its clientOrderId or its order. */
export interface Echo {
  exchange: Exchange;
  sent: Readonly<Record<'clientOrderId' | 'comment', string | undefined>>;
  shown: readonly PaymentSighting[];
}

/**
 * True if a payment with the clientOrderId of this creation can only be what it asked for: no other operation used the id, and no other use was sent before its
 * answer. A use whose answer was lost may have made a payment too.
 */
const isSoleOrigin = ({ exchange }: Creation, uses: readonly Exchange[]): boolean =>
  uses.every(
    (one) => one === exchange || (one.line.operation === exchange.line.operation && one.sentNs > exchange.receivedNs),
  );

function echoesIn({ orders, payments, usesOf, sightingsOf }: AccountPayments): Echo[] {
  const answers = grouped(payments, (sighting) => sighting.exchange.id);
  // A pay-out whose id is shown changed is found by its order.
  const payouts = grouped(
    payments.filter(({ value }) => textField(value, 'orderType') === 'PAYOUT'),
    ({ value }) => textField(value, 'orderId') ?? '',
  );
  return orders.flatMap((order) => {
    const { exchange, id, clientOrderId } = order;
    const uses = clientOrderId === undefined ? [] : usesOf(clientOrderId);
    if (!isSoleOrigin(order, uses)) return [];
    const byOrder = exchange.line.operation === 'POST /v1/user/payments/payout' ? payouts.get(id ?? '') : undefined;
    const shown = [
      ...new Set([
        ...(answers.get(exchange.id) ?? []),
        ...(byOrder ?? []),
        ...(clientOrderId === undefined ? [] : sightingsOf(clientOrderId)),
      ]),
    ];
    const isShown = shown.some(({ value }) =>
      ['clientOrderId', 'comment'].some((name) => textField(value, name) !== undefined),
    );
    const comment = textField(exchange.sent, 'comment');
    return isShown ? [{ exchange, sent: { clientOrderId, comment }, shown }] : [];
  });
}

/** Returns the creations of every account whose clientOrderId or comment appears in some view, also those that were sent without clientOrderId. A view may leave out optional fields. */
export const echoesOf = (record: RunRecord): Echo[] => paymentsByAccount(record).flatMap(echoesIn);

/** True for a text without white space that a service may trim or collapse, and without controls. */
const isTrimmed = (text: string) => /^\P{C}*$/u.test(text) && !/^\s|\s{2}|\s$/.test(text);

/**
 * Returns how a shown text is compared with the one that was sent; undefined if it need not be the same. An id is a key, by which the client finds its order: a
 * target that takes it keeps each of its characters. A comment may be stored in another form if it has marks, or characters beyond the basic plane.
 */
function sameTextOf(field: string, sent: string): ((shown: string) => boolean) | undefined {
  if (!isTrimmed(sent)) return undefined;
  if (field === 'clientOrderId') return (shown) => shown === sent;
  const isPlain = /^[^\p{M}\u{10000}-\u{10ffff}]*$/u.test(sent);
  return isPlain ? (shown) => shown.normalize() === sent.normalize() : undefined;
}

/** An accepted clientOrderId and comment come back unchanged (PAY-16a). PAY-16b covers comments that are no plain texts. */
export function returnsUnchanged({ exchange, sent, shown }: Echo): Fault[] {
  return Object.entries(sent).flatMap(([field, here]) => {
    const same = here === undefined ? undefined : sameTextOf(field, here);
    if (here === undefined || !same) return [];
    const odd = shown.find(({ value }) => !same(textField(value, field) ?? here));
    const there = odd && textField(odd.value, field);
    if (!odd || there === undefined) return [];
    const exchanges = [...new Set([exchange.id, odd.exchange.id])];
    const payment = textField(odd.value, 'id') ?? exchange.request;
    return [{ code: 'disagreement', payment, field, here: excerpt(here), there: excerpt(there), exchanges }];
  });
}
