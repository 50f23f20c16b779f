import { isFiat } from '../../schemas/domain/currencies.ts';
import { formats } from '../../schemas/domain/formats.ts';
import { decimal, type Exact } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { amountIn } from '../answers/searchPage.ts';
import { hasFormat, type ShownObject } from '../core/contractShape.ts';
import { distinctStates } from '../core/history.ts';
import { creationFault } from '../core/newRecord.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { accepted } from '../general/acceptance.ts';

/** Returns the order type of a payment with another word about it, as a key; undefined if the payment has no order type. */
export function orderTypeWith(payment: PaymentSighting, word: string | undefined): string | undefined {
  const type = textField(payment.value, 'orderType');
  return type === undefined ? undefined : [type, ...(word ? [word] : [])].join(' ');
}

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

/** A payment in an answer, or in a webhook, which has no source. */
type ShownPayment = ShownObject & { source?: PaymentSighting['source'] };

/** Returns what a payment must have instead of its blockchain; undefined if nothing else. */
function otherBlockchain(currency: string, blockchain: string, isNamed: boolean): string | undefined {
  if (isFiat(currency)) return 'null or absent';
  if (currency === 'BTC') return blockchain === 'BITCOIN' || isNamed ? undefined : 'BITCOIN';
  return blockchain === 'BITCOIN' ? `a blockchain of ${currency}` : undefined;
}

/**
 * A fiat payment has no blockchain, BITCOIN is only for BTC, and BTC has no other one, unless a list of the target names it (PAY-04). One that is absent decides
 * nothing.
 */
export function hasBlockchainOfItsCurrency(
  { value, where, exchange }: ShownPayment,
  isNamed: (currency: string, blockchain: string) => boolean = () => true,
): Fault | undefined {
  const [currency, blockchain] = [textField(value, 'currency') ?? '', textField(value, 'blockchain')];
  const wanted =
    blockchain === undefined ? undefined : otherBlockchain(currency, blockchain, isNamed(currency, blockchain));
  if (!wanted) return undefined;
  return {
    code: 'notListed',
    where: `${where}/blockchain (${currency})`,
    wanted,
    seen: `the text ${blockchain}`,
    exchanges: [exchange.id],
  };
}

/**
 * Reports payments in coins without a blockchain, where others in their currency have one in the same view (PAY-04): null is said of fiat alone. A view may show none
 * at all.
 */
export function chainlessFaults(payments: readonly PaymentSighting[]): Fault[] {
  const inCoins = payments.filter(
    ({ value }) =>
      textField(value, 'method') === 'CRYPTOCOIN' &&
      textField(value, 'orderType') !== 'EXCHANGE' &&
      !isFiat(textField(value, 'currency') ?? ''),
  );
  const groups = grouped(inCoins, ({ source, value }) => `${source} ${textField(value, 'currency')}`);
  return [...groups.values()].flatMap((group): Fault[] => {
    const lacking = group.filter(({ value }) => textField(value, 'blockchain') === undefined);
    const [first] = lacking;
    if (!first || lacking.length === group.length) return [];
    const seen = `none there, and one in ${group.length - lacking.length} of ${group.length} payments in ${textField(first.value, 'currency')}`;
    return [{ code: 'leftOut', where: `${first.where}/blockchain`, seen, exchanges: [first.exchange.id] }];
  });
}

/** True if any read of a payment shows a bank account to pay to: it may be assigned a moment after the creation. */
const showsBankAccount = (record: RunRecord, id: string | undefined) =>
  record.payments.some(({ value }) => textField(value, 'id') === id && field(value, 'payinBankAccount') !== undefined);

/** True if no pay-in in the currency of this one is paid by a page: a code or an account to pay to, which may be in fields of the target's own, needs none. */
function hasNoPage(record: RunRecord, payin: Exact | undefined): boolean {
  const isAlike = (value: Exact | undefined) =>
    ['method', 'currency'].every((name) => textField(value, name) === textField(payin, name));
  const alike = record.payments.filter(({ source, value }) => source === 'create' && isAlike(value));
  return alike.every(({ value }) => field(value, 'payUrl') === undefined);
}

/** A pay-in by redirect has an absolute payUrl (PAY-10b). One that shows a bank account to pay to needs none. */
export function hasPayUrl(record: RunRecord, { exchange }: { exchange: string }): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'a pay-in created to read its payUrl' });
  const seen = field(sent.json, 'payUrl');
  const isByAccount = textField(sent.json, 'method') === 'VA_QR' && seen === undefined;
  if (isByAccount && showsBankAccount(record, textField(sent.json, 'id'))) return toResult([exchange], []);
  const reason = 'no pay-in of this method and currency is paid by a redirect';
  if (isByAccount && hasNoPage(record, sent.json))
    return faultResult({ code: 'notApplicable', reason, exchanges: [exchange] });
  if (typeof seen === 'string' && formats['absolute-url'](seen)) return toResult([exchange], []);
  return faultResult({
    code: 'notAtCreation',
    where: 'payUrl',
    wanted: 'an absolute URL',
    seen: excerpt(seen ?? 'nothing'),
    exchanges: [exchange],
  });
}

/** True for a pay-in that is host-to-host: only those by card are (§ Payments, rule 5), whatever others say. */
export const isDirect = (payin: Exact | undefined): boolean =>
  field(payin, 'h2H') === true && textField(payin, 'method') === 'CC_VISAMC';

/** True for an accepted pay-in by card or virtual account, other than host-to-host. */
const isRedirected = ({ class: kind, line, json }: Exchange) =>
  kind === 'accepted' &&
  line.operation === 'POST /v1/user/payments/payin' &&
  ['CC_VISAMC', 'VA_QR'].includes(textField(json, 'method') ?? '') &&
  !isDirect(json);

/** Reports pay-ins that send their payers to one address. A page may know its payer by other means, so that it warns. */
function sharedUrls(created: readonly Exchange[]): Fault[] {
  const urls = grouped(created, ({ json }) => textField(json, 'payUrl') ?? '');
  urls.delete('');
  return [...urls].flatMap(([url, some]): Fault[] => {
    const payments = [...new Set(some.flatMap(({ json }) => textField(json, 'id') ?? []))];
    const [first, second] = payments;
    if (first === undefined || second === undefined) return [];
    return [{ code: 'sharedUrl', url, first, second, exchanges: some.map(({ id }) => id) }];
  });
}

/** Reports the payUrl of a payment in any view that nobody could be redirected to. */
function brokenUrls({ payments }: RunRecord): Fault[] {
  return distinctStates(payments).flatMap(({ value, where, exchange }): Fault[] => {
    const seen = field(value, 'payUrl');
    if (seen === undefined || (typeof seen === 'string' && formats['absolute-url'](seen))) return [];
    const shown = { where: `${where}/payUrl`, seen: excerpt(seen), exchanges: [exchange.id] };
    return [{ code: 'schema', keyword: 'format', wanted: 'an absolute URL', ...shown }];
  });
}

/** Every pay-in by redirect of the run has an absolute payUrl, whatever its body had, and no view shows another kind of text (PAY-10b). */
export function havePayUrls(record: RunRecord): OracleResult {
  // The answer to a second use of an id may show the first payment as it is by then.
  const first = new Map(record.exchanges.toReversed().map((one) => [one.line.request.clientOrderId ?? one.id, one]));
  const created = [...first.values()].filter(isRedirected);
  const results = created.map(({ id }) => hasPayUrl(record, { exchange: id }));
  const faults = results.flatMap((result) => (result.state === 'broken' ? result.faults : []));
  return toResult(
    results.flatMap(({ exchanges }) => exchanges),
    [...faults, ...sharedUrls(created), ...brokenUrls(record)],
  );
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

/** True if the control API refused to move a payment: it need not offer every status, and the payment may have ended meanwhile. */
const wasMoveRefused = ({ controlActions }: RunRecord, payment: string) =>
  controlActions.some(({ what, ok }) => !ok && what === `payments/${payment}/settle`);

/** A partial payment shows the processed amount, with any sign (PAY-13). */
export function paidInPart(
  record: RunRecord,
  { exchange, requested, processed }: { exchange: string; requested: string; processed: string },
): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'a read of the payment' });
  const status = textField(sent.json, 'status');
  const payment = textField(sent.json, 'id') ?? 'the payment';
  if (status !== 'PARTIAL_SUCCESS' && wasMoveRefused(record, payment))
    return faultResult({ code: 'noEvidence', wanted: `${payment} moved to PARTIAL_SUCCESS`, exchanges: [exchange] });
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

/** The statuses of a payment that has not failed and waits for nothing, so that there is no reason to tell. */
const unexplained: readonly string[] = ['NEW', 'PENDING', 'SUCCESS'];

/** A payment that has not failed shows no "failure reason text" (PAY-17), which only warns: the field is described, not bound to a status. */
export function hasNoNeedlessReason({ value, exchange }: ShownPayment): Fault | undefined {
  const [status = '', reason] = [textField(value, 'status'), textField(value, 'reason')];
  if (reason === undefined || reason === '' || !unexplained.includes(status)) return undefined;
  const payment = textField(value, 'id') ?? 'a payment';
  return { code: 'reasonOfNoFailure', payment, status, seen: excerpt(reason), exchanges: [exchange.id] };
}
