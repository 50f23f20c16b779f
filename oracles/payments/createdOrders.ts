import { isFailedPayment } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { hasShape } from '../core/contractShape.ts';
import { lateSearches, sightingsOf } from '../core/creationEffect.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { accepted } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { paymentsByAccount } from './furtherAccounts.ts';

/** An amount with too many decimals: as it was sent, and the nearest lower and higher amounts in the method's scale. */
export interface PreciseArgs {
  exchange: string;
  key: string;
  sent: string;
  below: string;
  above: string;
}

function shownAmount(record: RunRecord, exchange: string): Decimal | undefined {
  const { line } = record.exchange(exchange);
  const own = record.payments.filter((sighting) => sighting.exchange.id === exchange);
  const amounts = [...own, ...sightingsOf(record, line.request.clientOrderId ?? '')].map(({ value }) =>
    field(value, 'amount'),
  );
  const amount = amounts.find((value) => isExactNumber(value));
  return isExactNumber(amount) ? decimal(amount).abs() : undefined;
}

/** Learns what happens to an amount with more decimals than the method's scale, which interface.md does not say (MTD-09). */
export function decimalsGet(record: RunRecord, { exchange, key, sent, below, above }: PreciseArgs): OracleResult {
  const answer = record.exchange(exchange);
  const hindered = excuseFor(record, answer);
  if (hindered) return toResult([exchange], [hindered]);
  if (answer.class !== 'accepted') return learned(key, `${answer.class} (${answer.status})`, [exchange]);
  const shown = shownAmount(record, exchange);
  if (!shown && !record.live)
    return toResult(
      [],
      [{ code: 'noEvidence', wanted: `an amount in the answer to ${answer.request}`, exchanges: [exchange] }],
    );
  const becomes = { 'kept as sent': sent, 'rounded down': below, 'rounded up': above };
  const found = Object.entries(becomes).find(([, amount]) => shown?.eq(decimal(amount)));
  return learned(key, found?.[0] ?? 'taken as another amount', [exchange]);
}

/** The arguments of an assertion on one of the suite's orders: the exchange that created it, and its description. */
interface OrderArgs {
  exchange: string;
  what: string;
}

const made = (record: RunRecord, id: string): PaymentSighting[] =>
  sightingsOf(record, record.exchange(id).line.request.clientOrderId ?? '');

/** A pay-in was accepted and answered with a Payment that has the required fields, each of its type (PIN-01). */
export function answersPayment(record: RunRecord, args: OrderArgs): OracleResult {
  const sent = record.exchange(args.exchange);
  if (sent.class !== 'accepted') return accepted(record, args);
  const where = sent.line.operation ?? sent.request;
  if (isObject(sent.json)) {
    const faults = hasShape(record.contract, 'Payment')({ exchange: sent, where, value: sent.json });
    return toResult([sent.id], [faults ?? []].flat());
  }
  return faultResult({
    code: 'schema',
    where,
    keyword: 'type',
    wanted: 'a Payment',
    seen: sent.seen,
    exchanges: [sent.id],
  });
}

/** A pay-out was accepted, and search finds the order that its answer names (OUT-01). Only a search that began late enough proves that the order is missing. */
export function isFound(record: RunRecord, args: OrderArgs): OracleResult {
  const sent = record.exchange(args.exchange);
  if (sent.class !== 'accepted') return accepted(record, args);
  const order = sent.text.trim();
  const shown = made(record, args.exchange).filter(({ source }) => source === 'search');
  const found = shown.find(({ value }) => textField(value, 'orderId') === order);
  if (found) return toResult([sent.id, found.exchange.id], []);
  // The worker that sent the control request has already seen the order in search. This worker reads only its own journal.
  if (record.live) return toResult([sent.id], []);
  const { clientOrderId = '' } = sent.line.request;
  if (shown.length === 0 && lateSearches(record, clientOrderId, sent).length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: `a search for ${order} that began late enough`,
      exchanges: [sent.id],
    });
  return faultResult({ code: 'notFound', what: `${order}, which ${args.what} answered`, exchanges: [sent.id] });
}

/** A payment was accepted and did not end in failure (SBX-07, SBX-08). One that is still in progress at the deadline counts as working. */
export function works(record: RunRecord, args: OrderArgs): OracleResult {
  const sent = record.exchange(args.exchange);
  if (sent.class !== 'accepted') return accepted(record, args);
  const seen = made(record, args.exchange);
  const failed = seen.find(({ value }) => isFailedPayment(textField(value, 'status')));
  if (!failed) return toResult([sent.id, ...seen.slice(-1).map(({ exchange }) => exchange.id)], []);
  const fault: Fault = {
    code: 'notReached',
    payment: textField(failed.value, 'id') ?? args.what,
    wanted: 'SUCCESS',
    seen: textField(failed.value, 'status') ?? '',
    exchanges: [sent.id, failed.exchange.id],
  };
  return faultResult(fault);
}

/** A FROZEN payment moves on, since the status is not final (PAY-18). `frozen` and `after` are two reads of it. */
export function leavesFrozen(record: RunRecord, args: { frozen: string; after: string; status: string }): OracleResult {
  const [frozen, after] = [record.exchange(args.frozen), record.exchange(args.after)];
  const unread = [frozen, after].find(({ class: kind }) => kind !== 'accepted');
  if (unread) return faultResult({ code: 'noEvidence', wanted: 'a read of the payment', exchanges: [unread.id] });
  // The payment may have left FROZEN before it was read.
  if (textField(frozen.json, 'status') !== 'FROZEN')
    return faultResult({
      code: 'noEvidence',
      wanted: 'a read of the payment while it was FROZEN',
      exchanges: [frozen.id],
    });
  const seen = textField(after.json, 'status') ?? 'no status';
  if (seen === args.status) return toResult([frozen.id, after.id], []);
  const payment = textField(after.json, 'id') ?? 'the payment';
  return faultResult({ code: 'notReached', payment, wanted: args.status, seen, exchanges: [after.id] });
}

/** A host-to-host pay-in shows h2H true and no payUrl (PAY-15). */
export function isHostToHost(record: RunRecord, args: OrderArgs): OracleResult {
  const sent = record.exchange(args.exchange);
  if (sent.class !== 'accepted') return accepted(record, args);
  const wanted: Record<string, readonly [isSo: boolean, wanted: string]> = {
    h2H: [field(sent.json, 'h2H') === true, 'true'],
    payUrl: [field(sent.json, 'payUrl') === undefined, 'null or absent'],
    ...asSent(sent),
  };
  return toResult([sent.id], fieldFaults(sent, wanted));
}

/** What a host-to-host pay-in shows of its body, where it shows it: amount, currency and clientOrderId. Its path is not documented, so no other check compares them. */
function asSent({ sent, json }: Exchange): Record<string, readonly [isSo: boolean, wanted: string]> {
  const isSame = (name: string) => {
    const [own, shown] = [field(sent, name), field(json, name)];
    if (own === undefined || shown === undefined) return true;
    return isExactNumber(own) && isExactNumber(shown) ? decimal(own).eq(decimal(shown)) : own === shown;
  };
  return Object.fromEntries(
    ['amount', 'currency', 'clientOrderId'].map((name) => [
      name,
      [isSame(name), `${excerpt(field(sent, name) ?? null)}, as sent`],
    ]),
  );
}

const payins = '/v1/user/payments/payin';

/** Returns the ids of the pay-ins that were made at the documented path, if host-to-host pay-ins have another one. */
const ordinaryPayins = (payments: readonly PaymentSighting[], path: string): ReadonlySet<string> => {
  const made = payments.filter(({ source, exchange }) => source === 'create' && exchange.line.request.path === payins);
  return new Set(path === payins ? [] : made.flatMap(({ value }) => textField(value, 'id') ?? []));
};

/** Returns the views of payments that say to be host-to-host and cannot be: H2H pay-ins are by card (§ Payments, rule 5), and made at their own path. */
function falselyDirect(record: RunRecord, path: string): PaymentSighting[] {
  const shown = paymentsByAccount(record).flatMap(({ payments }) => payments);
  const ordinary = ordinaryPayins(shown, path);
  const isOther = ({ value }: PaymentSighting) =>
    textField(value, 'method') !== 'CC_VISAMC' ||
    textField(value, 'orderType') === 'PAYOUT' ||
    ordinary.has(textField(value, 'id') ?? '');
  return shown.filter((one) => field(one.value, 'h2H') === true && isOther(one));
}

/** Every accepted host-to-host pay-in of the run says so and shows no payUrl, and no other payment says so (PAY-15). */
export function areHostToHost(record: RunRecord, { path }: { path: string }): OracleResult {
  const made = record.exchanges.filter(({ class: kind, line: { request } }) => {
    return kind === 'accepted' && request.method === 'POST' && request.path === path;
  });
  const results = made.map(({ id }) => isHostToHost(record, { exchange: id, what: 'a host-to-host pay-in' }));
  const others = falselyDirect(record, path);
  return toResult(
    made.map(({ id }) => id),
    [
      ...results.flatMap((result) => (result.state === 'broken' ? result.faults : [])),
      ...others.map(({ where, exchange }): Fault => {
        const wanted = 'null or absent, since this is no host-to-host pay-in';
        const place = { where: `${where}/h2H`, exchanges: [exchange.id] };
        return { code: 'schema', keyword: 'not', wanted, seen: 'true', ...place };
      }),
    ],
  );
}

/** A submitted card is answered with action, status and transactionId, each a string (PIN-10). Of several ways to submit it, the first accepted one counts. */
export function answersCard(
  record: RunRecord,
  { exchange: first, others = [] }: { exchange: string; others?: readonly string[] },
): OracleResult {
  const taken = [first, ...others].find((id) => record.exchange(id).class === 'accepted');
  const exchange = taken ?? first;
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what: 'the card of a host-to-host pay-in' });
  const texts = ['action', 'status', 'transactionId'].map(
    (name) => [name, [typeof field(sent.json, name) === 'string', 'a text'] as const] as const,
  );
  return toResult([exchange], fieldFaults(sent, Object.fromEntries(texts)));
}

function fieldFaults(sent: Exchange, wanted: Record<string, readonly [isSo: boolean, wanted: string]>): Fault[] {
  return Object.entries(wanted).flatMap(([name, [isSo, words]]) =>
    isSo
      ? []
      : [
          {
            code: 'notAtCreation' as const,
            where: `${sent.request} ${name}`,
            wanted: words,
            seen: excerpt(field(sent.json, name) ?? 'nothing'),
            exchanges: [sent.id],
          },
        ],
  );
}
