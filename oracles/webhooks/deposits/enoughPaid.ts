import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { ControlActionLine } from '../../../traffic/journal/journalTypes.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { openAddressesIn, placeKey } from '../../acquiring/bundles/openAddresses.ts';
import { assetOf } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { amountIn } from '../../answers/searchPage.ts';
import { memoized, memoizedByRecord } from '../../core/memoize.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { textsOf } from '../received/announcement.ts';
import { deliveriesOfRun } from './deposits.ts';

/** A transfer of the run, with the least amount that its static address takes; undefined for another address. */
interface Sent {
  action: ControlActionLine;
  asset: string;
  address: string;
  amount: Decimal;
  least: Decimal | undefined;
}

/** Returns the transfers that the run made by the control API, to whatever address. */
export function sentIn(record: RunRecord): Sent[] {
  const open = openAddressesIn(record);
  return record.controlActions.flatMap((action): Sent[] => {
    const { asset, address, amount } = action.args as { asset?: string; address?: string; amount?: string };
    if (action.what !== 'chain/transfers' || asset === undefined || address === undefined || amount === undefined)
      return [];
    const place = open.get(placeKey(asset, address));
    const least = place && numberIn(field(place.value, 'values'), 'minLimit');
    return [{ action, asset, address, amount: decimal(amount), least }];
  });
}

const idOf = ({ value }: PaymentSighting) => textField(value, 'id') ?? '';

const statusOf = ({ value }: PaymentSighting) => textField(value, 'status') ?? '';

/** Returns the payments that the webhooks of the run's own static addresses name. */
const announcedPayments = (record: RunRecord) =>
  new Set(
    deliveriesOfRun(record)
      .flatMap(textsOf)
      .filter((text) => text.startsWith('PMT-')),
  );

/** What must not become of the run's own payments to static addresses that reach the minimum, or that do not. */
interface Outcome {
  isOfIt: (amount: Decimal, least: Decimal) => boolean;
  wrong: 'FAILED' | 'SUCCESS';
  wanted: string;
}

/** Payments to static addresses by asset and amount: the ones that reads show, the number that the run made, and whether reads show any with another outcome. */
interface Listed {
  paid: ReadonlyMap<string, readonly PaymentSighting[]>;
  made: ReadonlyMap<string, number>;
  areListed: boolean;
}

/**
 * Returns the payments with the wrong outcome that are this run's and not another user's of the same amount. Webhooks tell which are. Without them, the reads must
 * show payments to static addresses of the run, and fewer of the amount with another outcome than the run made.
 */
function ownOfStatus(record: RunRecord, { paid, made, areListed }: Listed, wrong: Outcome['wrong']) {
  const named = announcedPayments(record);
  const isWrong = (one: PaymentSighting) => statusOf(one) === wrong;
  const others = (all: readonly PaymentSighting[]) =>
    new Set(all.map(idOf)).size - new Set(all.filter(isWrong).map(idOf)).size;
  return [...paid].flatMap(([key, all]) => {
    const isLacking = areListed && others(all) < (made.get(key) ?? 0);
    return all.filter((one) => isWrong(one) && (named.size > 0 ? named.has(idOf(one)) : isLacking));
  });
}

/** Names what was paid: an asset and an amount of it. */
export const keyOf = (asset: string, amount: Decimal) =>
  `${blockchainOf(asset)} ${currencyOf(asset)} ${amount.toFixed()}`;

/** Names what a payment shows as paid; empty if it shows no asset or no amount. */
const keyOfPaid = memoized((payment: PaymentSighting): string => {
  const [asset, amount] = [assetOf(payment), amountIn(payment.value)];
  return asset === undefined || amount === undefined ? '' : keyOf(asset, amount.abs());
});

/** The payments of a record by what they show as paid. */
export const paymentsByPaid = memoizedByRecord(
  ({ payments }) => grouped(payments, keyOfPaid),
  ({ payments }) => payments.length,
);

/** Judges the payments to static addresses whose amount, and asset, the run sent to nothing else. */
function neverEndWrongly(record: RunRecord, { isOfIt, wrong, wanted }: Outcome): OracleResult {
  const groups = grouped(sentIn(record), ({ asset, amount }) => keyOf(asset, amount));
  const meant = new Map(
    [...groups].filter(([, all]) => all.every(({ least, amount }) => least && isOfIt(amount, least))),
  );
  const listed = record.payments.filter((payment) => {
    const isDeposit =
      textField(payment.value, 'orderType') === 'PAYIN' && field(payment.value, 'clientOrderId') === undefined;
    return isDeposit && groups.has(keyOfPaid(payment));
  });
  const paid = listed.filter((payment) => meant.has(keyOfPaid(payment)));
  const areListed = listed.some((payment) => statusOf(payment) !== wrong || !meant.has(keyOfPaid(payment)));
  const made = new Map([...meant].map(([key, all]) => [key, all.length]));
  const own = ownOfStatus(record, { paid: grouped(paid, keyOfPaid), made, areListed }, wrong);
  const faults = own.map(({ value, where, exchange }): Fault => {
    const what = `${where}/status of ${amountIn(value)?.toFixed()} ${textField(value, 'currency')} to a static address`;
    return { code: 'differs', what, wanted, seen: wrong, exchanges: [exchange.id] };
  });
  return toResult([...new Set(paid.map(({ exchange }) => exchange.id))], faults.slice(0, 3));
}

/** No payment of at least values.minLimit to a static address fails (§ Static address bundle; SAB-14). */
export const enoughNeverFails = (record: RunRecord): OracleResult =>
  neverEndWrongly(record, {
    isOfIt: (amount, least) => amount.gte(least),
    wrong: 'FAILED',
    wanted: 'no failure, since it reached the minimum',
  });

/** No payment below values.minLimit to a static address succeeds, whatever the address was paid before (§ Static address bundle; SAB-14). */
export const tooLittleNeverSucceeds = (record: RunRecord): OracleResult =>
  neverEndWrongly(record, {
    isOfIt: (amount, least) => amount.lt(least),
    wrong: 'SUCCESS',
    wanted: 'FAILED, since it did not reach the minimum',
  });
