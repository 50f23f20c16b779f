import { type Decimal, decimal, type Exact, type ExactObject, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { distinctStates } from '../../core/history.ts';
import type { Echo } from '../echoes.ts';
import { disagreementFault, sameAddress } from '../viewAgreement.ts';

const orderTypes: Readonly<Record<string, string>> = {
  'POST /v1/user/payments/payin': 'PAYIN',
  'POST /v1/user/payments/payout': 'PAYOUT',
};

/** What a request determines of its payment, with the method of the list that it names, if that is certain. */
interface Asked {
  body: Exact;
  orderType: string;
  method: ExactObject | undefined;
}

/** The fields by which a body names a method, by the names of the list. */
const naming = { id: 'paymentMethodId', currency: 'currency', methodKey: 'method', blockchain: 'blockchain' };

/** Returns the method that a body names; undefined if no method or more than one fits. */
function methodNamed(record: RunRecord, body: Exact, orderType: string): ExactObject | undefined {
  const fits = record.methods.filter(
    ({ value }) =>
      textField(value, 'orderType') === orderType &&
      Object.entries(naming).every(
        ([own, name]) => (textField(body, name) ?? textField(value, own)) === textField(value, own),
      ),
  );
  const ids = new Set(fits.map(({ value }) => textField(value, 'id')));
  return ids.size === 1 ? fits.at(-1)?.value : undefined;
}

/** A cross payout is written in other fields, and has further payments. */
const isCross = (body: Exact) => ['crossPayoutAsset', 'asset'].some((name) => field(body, name) !== undefined);

function askedBy(record: RunRecord, { line, sent }: Exchange): Asked | undefined {
  const orderType = orderTypes[line.operation ?? ''];
  if (orderType === undefined || sent === undefined || isCross(sent)) return undefined;
  return { body: sent, orderType, method: methodNamed(record, sent, orderType) };
}

/** Returns the name of the receiver: the one sent, or the first and the last name joined by a space (§ Payments, pay-out body, EUR only). */
function receiverOf(body: Exact, method: ExactObject | undefined): string | undefined {
  const [first, last] = ['firstName', 'lastName'].map((name) => textField(body, name));
  const isEuro = (textField(body, 'currency') ?? textField(method, 'currency')) === 'EUR';
  const built = isEuro && first !== undefined && last !== undefined ? `${first} ${last}` : undefined;
  return textField(body, 'receiverName') ?? built;
}

/** A bank may write names in capitals, and a view may mask them. */
const sameName = (a: Exact, b: Exact) =>
  /[*•]/.test(`${a}${b}`) || String(a).toUpperCase().normalize() === String(b).toUpperCase().normalize();

/** How the values of a field are compared, if they may be written in several ways. */
const comparisons: Readonly<Record<string, (a: Exact, b: Exact) => boolean>> = {
  payoutCryptoAddress: sameAddress,
  receiverName: sameName,
};

/** Returns the fields that a payment of this request must show, if it shows them. */
function fieldsOf({ body, orderType, method }: Asked): Record<string, Exact | undefined> {
  const isPayout = orderType === 'PAYOUT';
  return {
    orderType,
    currency: textField(body, 'currency') ?? textField(method, 'currency'),
    method: textField(body, 'method') ?? textField(method, 'methodKey'),
    blockchain: textField(body, 'blockchain') ?? textField(method, 'blockchain'),
    ...(isPayout && { payoutCryptoAddress: textField(body, 'cryptoAddress'), receiverName: receiverOf(body, method) }),
    ...(isPayout && field(body, 'cardNumber') === undefined && { payoutCardNumber: undefined }),
  };
}

/** Fields of a destination: a pay-out that was asked for none shows none. */
const destinations: ReadonlySet<string> = new Set(['payoutCryptoAddress', 'payoutCardNumber']);

function fieldFaults(asked: Asked, { exchange }: Echo, sighting: PaymentSighting): Fault[] {
  const { value } = sighting;
  return Object.entries(fieldsOf(asked)).flatMap(([name, wanted]) => {
    const shown = field(value, name);
    if (wanted === undefined && destinations.has(name) && shown !== undefined && shown !== '')
      return [unasked(name, sighting, exchange)];
    if (wanted === undefined) return [];
    const request = { source: 'request' as const, exchange, value: { id: value['id'] ?? null, [name]: wanted } };
    return disagreementFault(name, [request, sighting], comparisons[name]) ?? [];
  });
}

const unasked = (name: string, { value, source, exchange }: PaymentSighting, request: Exchange): Fault => ({
  code: 'disagreement',
  payment: textField(value, 'id') ?? request.request,
  field: name,
  here: 'nothing by request',
  there: `${excerpt(field(value, name) ?? null)} by ${source}`,
  exchanges: [request.id, exchange.id],
});

/**
 * Returns the test of a shown amount, with any sign: exactly as sent if the method's scale has room for its decimals, as far as a double holds it; else cut or
 * rounded to the scale, and never to nothing.
 */
function isAmountOf(sent: Decimal, method: ExactObject | undefined): (shown: Decimal) => boolean {
  const scale = field(method, 'scale');
  const places = sent.decimalPlaces();
  const room = isExactNumber(scale) ? Number(scale) : undefined;
  if (room === undefined || places > room) {
    const unit = decimal('10').pow(-(room ?? Math.max(0, places - 1)));
    return (shown) => !shown.isZero() && shown.minus(sent).abs().lt(unit);
  }
  return (shown) => shown.eq(sent) || Number(shown.toFixed()) === Number(sent.toFixed());
}

function amountFault(
  { body, method }: Asked,
  { exchange }: Echo,
  { value, ...seen }: PaymentSighting,
): Fault | undefined {
  const [sent, shown] = [field(body, 'amount'), field(value, 'amount')];
  if (!isExactNumber(sent) || !isExactNumber(shown) || textField(value, 'status') === 'PARTIAL_SUCCESS')
    return undefined;
  if (isAmountOf(decimal(sent), method)(decimal(shown).abs())) return undefined;
  return {
    code: 'disagreement',
    payment: textField(value, 'id') ?? exchange.request,
    field: 'amount',
    here: `${decimal(sent).toFixed()} as sent`,
    there: `${excerpt(shown)} by ${seen.source}`,
    exchanges: [...new Set([exchange.id, seen.exchange.id])],
  };
}

/**
 * Every view of a payment shows what its request determines (PAY-11): its kind, the currency, method and blockchain that the request or its method names, the
 * destination of a pay-out, and the amount, which only PARTIAL_SUCCESS changes (§ Payment, rule 2). A view may leave out optional fields.
 */
export function showsRequest(record: RunRecord): (echo: Echo) => Fault[] {
  return (echo) => {
    const asked = askedBy(record, echo.exchange);
    if (!asked) return [];
    return distinctStates(echo.shown).flatMap((sighting) => [
      ...fieldFaults(asked, echo, sighting),
      ...[amountFault(asked, echo, sighting) ?? []].flat(),
    ]);
  };
}
