import { decimal } from '../../schemas/json/exact.ts';
import {
  type Creation,
  field,
  grouped,
  type PaymentSighting,
  type RunRecord,
  textField,
} from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { numberIn, ratesIn } from '../answers/exchangeLists.ts';
import { sightingsOf } from '../core/creationEffect.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { paymentsByAccount } from './furtherAccounts.ts';

const exchangeOrder = 'POST /v1/user/exchange';

/** The operations that answer the id of an order in plain text. */
const plainOrders: readonly string[] = ['POST /v1/user/payments/payout', exchangeOrder];

/** Returns a fault of the record of an order, compared with what its creation says. */
function otherFault(
  { exchange }: Creation,
  seen: PaymentSighting,
  { field, wanted }: { field: string; wanted: string },
): Fault {
  return {
    code: 'disagreement',
    payment: exchange.line.request.clientOrderId ?? exchange.request,
    field,
    here: `${wanted} by create`,
    there: `${textField(seen.value, field)} by ${seen.source}`,
    exchanges: [exchange.id, seen.exchange.id],
  };
}

/** The order id in the answer to a pay-out or an exchange order is the orderId of a payment with its clientOrderId, if any shows one (PAY-11). */
export function orderIdsAgree(record: RunRecord): Fault[] {
  const [main] = paymentsByAccount(record);
  return record.creations.flatMap((creation): Fault[] => {
    const { exchange, id, clientOrderId } = creation;
    const { operation = '' } = exchange.line;
    const isElsewhere = (key: string) => main?.usesOf(key).some(({ line }) => line.operation !== operation) ?? false;
    if (!plainOrders.includes(operation) || id === undefined || clientOrderId === undefined) return [];
    // If another operation used the same id, a view may show the payment of that operation instead.
    if (isElsewhere(clientOrderId)) return [];
    const sightings = sightingsOf(record, clientOrderId).filter(({ value }) => textField(value, 'orderId'));
    const [seen] = sightings;
    if (!seen || sightings.some(({ value }) => textField(value, 'orderId') === id)) return [];
    return [otherFault(creation, seen, { field: 'orderId', wanted: id })];
  });
}

/** True if the symbol of a pair, base and quote concatenated, begins or ends with a currency. */
const isOfPair = (symbolPair: string, currency: string) =>
  symbolPair.startsWith(currency) || symbolPair.endsWith(currency);

/** Returns the base asset of each pair that the rates of the run list: USDTUSD alone does not say where it ends. */
const baseAssets = memoizedByRecord(
  (record): ReadonlyMap<string, string> =>
    new Map(
      record
        .of('GET /v1/user/exchange/rates')
        .filter(({ class: kind }) => kind === 'accepted')
        .flatMap(ratesIn)
        .map(({ pair, base }) => [pair, base]),
    ),
);

/** What the records of an exchange order cannot show: another kind of order, a currency that is not of its pair, or the id of another request. */
function wrongFields(creation: Creation, seen: PaymentSighting): Fault[] {
  const { exchange, clientOrderId } = creation;
  const symbolPair = textField(exchange.sent, 'symbolPair') ?? '';
  const [orderType, currency, key] = ['orderType', 'currency', 'clientOrderId'].map((name) =>
    textField(seen.value, name),
  );
  const isOther = {
    orderType: orderType === 'PAYIN' || orderType === 'PAYOUT',
    currency: currency !== undefined && !isOfPair(symbolPair, currency),
    clientOrderId: key !== undefined && clientOrderId !== undefined && key !== clientOrderId,
  };
  const wanted = { orderType: 'EXCHANGE', currency: `one of ${symbolPair}`, clientOrderId: clientOrderId ?? '' };
  return (['orderType', 'currency', 'clientOrderId'] as const)
    .filter((field) => isOther[field])
    .map((field) => otherFault(creation, seen, { field, wanted: wanted[field] }));
}

/** An exchange order whose payment in the base asset has succeeded, and whether it shows the amount that was ordered, as exactly as it is written. */
interface ShownDeal {
  creation: Creation;
  seen: PaymentSighting;
  side: string;
  isAsOrdered: boolean;
}

/** Amounts are shown with at least so many decimals. */
const leastShownPlaces = 2;

function shownDealsIn(record: RunRecord): ShownDeal[] {
  const byOrder = grouped(record.payments, ({ value }) => textField(value, 'orderId') ?? '');
  return record.creations.flatMap((creation): ShownDeal[] => {
    const { sent, line } = creation.exchange;
    const [pair = '', side] = ['symbolPair', 'side'].map((name) => textField(sent, name));
    const [ordered, base] = [numberIn(sent, 'amount'), baseAssets(record).get(pair)];
    const seen = byOrder
      .get(creation.id ?? ' ')
      ?.findLast(({ value }) => textField(value, 'status') === 'SUCCESS' && textField(value, 'currency') === base);
    const shown = seen && numberIn(seen.value, 'amount')?.abs();
    if (line.operation !== exchangeOrder || line.purpose === 'defect' || !side || !ordered || !base || !seen || !shown)
      return [];
    const unit = decimal('10').pow(-Math.max(leastShownPlaces, shown.decimalPlaces()));
    return [{ creation, seen, side, isAsOrdered: ordered.minus(shown).abs().lt(unit) }];
  });
}

/** Reports exchange orders whose payment shows another amount than was ordered, where that of most orders of the same side shows it (XCH-04c). */
export function otherAmounts(record: RunRecord): Fault[] {
  return [...grouped(shownDealsIn(record), ({ side }) => side).values()].flatMap((deals): Fault[] => {
    const others = deals.filter(({ isAsOrdered }) => !isAsOrdered);
    if (deals.length < 3 * others.length) return [];
    return others.map(({ creation, seen }) => {
      const wanted = excerpt(field(creation.exchange.sent, 'amount') ?? null);
      return {
        ...otherFault(creation, seen, { field: 'amount', wanted }),
        there: `${excerpt(field(seen.value, 'amount') ?? null)} by ${seen.source}`,
      };
    });
  });
}

/** The payments with the order id of an exchange order show it as one (PAY-11). A target need not show exchange orders at all. */
export function exchangesAsOrdered(record: RunRecord): Fault[] {
  const byOrder = grouped(record.payments, ({ value }) => textField(value, 'orderId') ?? '');
  return record.creations
    .filter(({ exchange }) => exchange.line.operation === exchangeOrder)
    .flatMap((creation) => (byOrder.get(creation.id ?? ' ') ?? []).flatMap((seen) => wrongFields(creation, seen)));
}
