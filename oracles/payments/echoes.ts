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

/** A creation, and the sightings of its payment that should repeat what was sent: in the answer of the creation, and in reads with its clientOrderId. */
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
  return orders.flatMap((order) => {
    const { exchange, clientOrderId } = order;
    if (clientOrderId === undefined || !isSoleOrigin(order, usesOf(clientOrderId))) return [];
    const shown = [...new Set([...(answers.get(exchange.id) ?? []), ...sightingsOf(clientOrderId)])];
    const isShown = shown.some(({ value }) =>
      ['clientOrderId', 'comment'].some((name) => textField(value, name) !== undefined),
    );
    const comment = textField(exchange.sent, 'comment');
    return isShown ? [{ exchange, sent: { clientOrderId, comment }, shown }] : [];
  });
}

/** Returns the creations of every account whose clientOrderId or comment appears in some view. A view may leave out optional fields. */
export const echoesOf = (record: RunRecord): Echo[] => paymentsByAccount(record).flatMap(echoesIn);

/**
 * True for a text that a service has no reason to change: without white space that it may trim or collapse, and without marks, controls and characters beyond
 * the basic plane, which it may store in another form.
 */
const isPlain = (text: string) => /^[^\p{C}\p{M}\u{10000}-\u{10ffff}]*$/u.test(text) && !/^\s|\s{2}|\s$/.test(text);

/** An accepted clientOrderId and comment come back unchanged (PAY-16a). PAY-16b and LIM-01c cover what is no plain text. */
export function returnsUnchanged({ exchange, sent, shown }: Echo): Fault[] {
  return Object.entries(sent).flatMap(([field, here]) => {
    if (here === undefined || !isPlain(here)) return [];
    const odd = shown.find(({ value }) => (textField(value, field) ?? here).normalize() !== here.normalize());
    const there = odd && textField(odd.value, field);
    if (!odd || there === undefined) return [];
    const exchanges = [...new Set([exchange.id, odd.exchange.id])];
    const payment = textField(odd.value, 'id') ?? exchange.request;
    return [{ code: 'disagreement', payment, field, here: excerpt(here), there: excerpt(there), exchanges }];
  });
}
