import { isFiat } from '../../schemas/domain/currencies.ts';
import { formats } from '../../schemas/domain/formats.ts';
import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { amountIn } from '../answers/searchPage.ts';
import { hasFormat } from '../core/contractShape.ts';
import { ordersIn, sightingsOf } from '../core/creationEffect.ts';
import { creationFault } from '../core/newRecord.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { accepted } from '../general/acceptance.ts';

/** Describes the sign of a payment's amount in a word (PAY-05). */
export function signOf({ value }: PaymentSighting): string {
  const amount = amountIn(value);
  if (!amount) return 'no number';
  return amount.isZero() ? 'zero' : amount.isNegative() ? 'negative' : 'positive';
}

/** A pay-in starts NEW or PENDING (PAY-10a). */
export function isNewOrPending(sighting: PaymentSighting): Fault | undefined {
  const status = textField(sighting.value, 'status');
  return status === 'NEW' || status === 'PENDING' ? undefined : creationFault(sighting, 'status', 'NEW or PENDING');
}

/** externalId and balanceAfterPayment are null or absent at first (PAY-10a). */
export function isUnsetAtCreation(sighting: PaymentSighting): Fault[] {
  return ['externalId', 'balanceAfterPayment']
    .filter((name) => field(sighting.value, name) !== undefined)
    .map((name) => creationFault(sighting, name, 'null or absent'));
}

/** A fiat payment has no blockchain, and BITCOIN is only for BTC (PAY-04). */
export function hasBlockchainOfItsCurrency(sighting: PaymentSighting): Fault | undefined {
  const { value, where, exchange } = sighting;
  const [currency, blockchain] = [textField(value, 'currency') ?? '', textField(value, 'blockchain')];
  if (blockchain === undefined) return undefined;
  const wanted = isFiat(currency)
    ? 'null or absent'
    : blockchain === 'BITCOIN' && currency !== 'BTC'
      ? `a blockchain of ${currency}`
      : undefined;
  if (wanted === undefined) return undefined;
  return {
    code: 'notListed',
    where: `${where}/blockchain (${currency})`,
    wanted,
    seen: blockchain,
    exchanges: [exchange.id],
  };
}

/** A pay-in by redirect has an absolute payUrl (PAY-10b). One that shows a bank account to pay to needs none. */
export function hasPayUrl(record: RunRecord, { exchange }: { exchange: string }): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'a pay-in created to read its payUrl' });
  const seen = field(sent.json, 'payUrl');
  const isByAccount = textField(sent.json, 'method') === 'VA_QR' && field(sent.json, 'payinBankAccount') !== undefined;
  if (seen === undefined && isByAccount) return toResult([exchange], []);
  if (typeof seen === 'string' && formats['absolute-url'](seen)) return toResult([exchange], []);
  return faultResult({
    code: 'notAtCreation',
    where: 'payUrl',
    wanted: 'an absolute URL',
    seen: excerpt(seen ?? 'nothing'),
    exchanges: [exchange],
  });
}

/** The page of a pay-in opens for its payer, who has no credential (PIN-08). A failure on another host is not the target's fault. */
export function opensForPayer(record: RunRecord, { page, made }: { page: string; made: string }): OracleResult {
  const opened = record.exchange(page);
  const { status = 0 } = opened;
  const exchanges = [made, page];
  if (status >= 200 && status < 400) return toResult(exchanges, []);
  const { host } = new URL(opened.line.request.origin ?? 'http://nowhere.invalid');
  const isTheirs = record.runs.some(({ target }) => new URL(target.baseUrl).host === host);
  return faultResult(
    isTheirs
      ? { code: 'notAccepted', what: 'the page of a pay-in, opened by its payer,', seen: opened.seen, exchanges }
      : {
          code: 'notApplicable',
          reason: `the page is on ${host}, which does not open from here: ${opened.seen}`,
          exchanges,
        },
  );
}

/** Learns whether a pay-in has a payUrl, which the interface does not say (PAY-10c). */
export function payUrlIs(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'a pay-in created to read its payUrl' });
  return learned(key, field(sent.json, 'payUrl') === undefined ? 'none' : 'set', [exchange]);
}

/** A partial payment shows the processed amount, with any sign (PAY-13). */
export function paidInPart(
  record: RunRecord,
  { exchange, requested, processed }: { exchange: string; requested: string; processed: string },
): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'a read of the payment' });
  const status = textField(sent.json, 'status');
  const payment = textField(sent.json, 'id') ?? 'the payment';
  if (status !== 'PARTIAL_SUCCESS')
    return faultResult({
      code: 'notReached',
      payment,
      wanted: 'PARTIAL_SUCCESS',
      seen: status ?? 'no status',
      exchanges: [exchange],
    });
  const amount = amountIn(sent.json ?? null);
  if (amount?.abs().eq(decimal(processed))) return toResult([exchange], []);
  const wanted = `the processed amount ${processed} of ${requested}`;
  return faultResult({
    code: 'notListed',
    where: `${payment} amount`,
    wanted,
    seen: amount?.toFixed() ?? 'none',
    exchanges: [exchange],
  });
}

/** In every payment, an externalId that is set is a string (PAY-08). */
export function externalIdsAreText(record: RunRecord): OracleResult {
  const set = record.payments.filter(({ value }) => field(value, 'externalId') !== undefined);
  const exchanges = set.map(({ exchange }) => exchange.id);
  if (set.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'a payment with an externalId', exchanges: [] });
  const faults = set.flatMap((sighting) => hasFormat('Payment', 'externalId', record.contract)(sighting) ?? []);
  return toResult(exchanges, faults);
}

/** A creation, and the sightings of its payment that should repeat what was sent: in the answer of the creation, and in reads with its clientOrderId. */
export interface Echo {
  exchange: Exchange;
  sent: Readonly<Record<'clientOrderId' | 'comment', string | undefined>>;
  shown: readonly PaymentSighting[];
}

/** Returns the creations whose clientOrderId or comment appears in some view. A view may leave out optional fields. */
export function echoesOf(record: RunRecord): Echo[] {
  const answers = grouped(record.payments, (sighting) => sighting.exchange.id);
  const orders = ordersIn(record);
  const first = new Map(orders.toReversed().map(({ exchange, clientOrderId }) => [clientOrderId, exchange]));
  return orders.flatMap(({ exchange, clientOrderId }) => {
    // A second use of an id may be answered with the payment of the first one.
    if (clientOrderId === undefined || first.get(clientOrderId) !== exchange) return [];
    // If a pay-out and an exchange order share an id, a view does not show which of them a payment belongs to.
    const isOfOne = orders.every(
      (one) => one.clientOrderId !== clientOrderId || one.exchange.line.operation === exchange.line.operation,
    );
    if (!isOfOne) return [];
    const comment = textField(exchange.sent, 'comment');
    const answer = answers.get(exchange.id) ?? [];
    const shown = [...answer, ...sightingsOf(record, clientOrderId)];
    const isShown = shown.some(({ value }) =>
      ['clientOrderId', 'comment'].some((name) => textField(value, name) !== undefined),
    );
    return isShown ? [{ exchange, sent: { clientOrderId, comment }, shown }] : [];
  });
}

/** True for a text in ASCII without white space that a service may trim or collapse, so without spaces at the ends and without double spaces. */
const isPlain = (text: string) => /^[ -~]*$/.test(text) && !/^ | {2}| $/.test(text);

/** An accepted clientOrderId and comment come back unchanged (PAY-16a). Only plain ASCII is judged here; PAY-16b and LIM-01c cover the rest. */
export function returnsUnchanged({ exchange, sent, shown }: Echo): Fault[] {
  return Object.entries(sent).flatMap(([field, here]) => {
    if (here === undefined || !isPlain(here)) return [];
    const odd = shown.find(({ value }) => (textField(value, field) ?? here) !== here);
    const there = odd && textField(odd.value, field);
    if (!odd || there === undefined) return [];
    const exchanges = [...new Set([exchange.id, odd.exchange.id])];
    const payment = textField(odd.value, 'id') ?? exchange.request;
    return [{ code: 'disagreement', payment, field, here: excerpt(here), there: excerpt(there), exchanges }];
  });
}

/**
 * A NEW or PENDING payment shows the amount that was sent, with any sign (PAY-11). Decimals beyond those of the currency may be cut or rounded, and a payment
 * in another currency is converted. The interface does not say in which of its two currencies an exchange is shown, or whether it appears as two payments.
 */
export function showsAmount({ exchange, shown }: Echo): Fault[] {
  const body = exchange.sent;
  const [amount, currency] = [field(body, 'amount'), textField(body, 'currency')];
  if (!isExactNumber(amount)) return [];
  const sent = decimal(amount);
  const places = sent.decimalPlaces();
  const tolerated = places === 0 ? decimal('0') : decimal('10').pow(1 - places);
  const odd = shown.find(({ value }) => {
    const seen = field(value, 'amount');
    const isOpen = ['NEW', 'PENDING'].includes(textField(value, 'status') ?? '');
    const isExchange = textField(value, 'orderType') === 'EXCHANGE';
    const isSame = !isExchange && (currency === undefined || textField(value, 'currency') === currency);
    return isOpen && isSame && isExactNumber(seen) && decimal(seen).abs().minus(sent).abs().gt(tolerated);
  });
  if (!odd) return [];
  const exchanges = [...new Set([exchange.id, odd.exchange.id])];
  const payment = textField(odd.value, 'id') ?? exchange.request;
  const there = excerpt(field(odd.value, 'amount') ?? null);
  return [{ code: 'disagreement', payment, field: 'amount', here: `${sent.toFixed()} as sent`, there, exchanges }];
}
