import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { openAddressesIn, placeKey } from '../../acquiring/bundles/openAddresses.ts';
import { riseOf } from '../../answers/balances.ts';
import { isUndisturbed, momentsAtOnce, type QuietMoment, quietMomentsIn } from '../../balances/quietMoments.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { creditFault, creditOf, type Paid } from './credits.ts';
import { addressTermsOf } from './deposits.ts';
import { keyOf, paymentsByPaid } from './enoughPaid.ts';

/** A payment to a static address that the final reads made, which ended in SUCCESS, and by how much its balance rose. */
interface LateDeposit {
  paid: Paid;
  rose: Decimal;
}

/** A payment to a static address, and the payment that a read after it shows. */
interface Shown {
  paid: Omit<Paid, 'exchanges'>;
  by: PaymentSighting;
}

/** Returns what a transfer paid to a static address, if a read in the moment shows it as SUCCESS. */
function shownIn(record: RunRecord, { before, after }: QuietMoment, args: QuietMoment['args']): Shown | undefined {
  const { asset = '', address = '', amount = '' } = args as { asset?: string; address?: string; amount?: string };
  const place = openAddressesIn(record).get(placeKey(asset, address));
  const terms = place && addressTermsOf(place.exchange, asset);
  if (!terms) return undefined;
  const like = paymentsByPaid(record).get(keyOf(asset, decimal(amount))) ?? [];
  const by = like.findLast(({ exchange }) => exchange.sentNs > before.receivedNs && exchange.receivedNs < after.sentNs);
  // Of two payments of one amount nobody can say which one was credited.
  const isOnly = by && like.every(({ value }) => idOf({ value }) === idOf(by));
  return isOnly && textField(by.value, 'status') === 'SUCCESS' ? { paid: { terms, asset, amount }, by } : undefined;
}

const idOf = ({ value }: Pick<PaymentSighting, 'value'>): string => textField(value, 'id') ?? '';

/** Returns by how much a balance rose in a moment in which only these payments were made. */
const roseIn = (record: RunRecord, moment: QuietMoment, shown: readonly Shown[]): Decimal | undefined => {
  const [first] = shown;
  const reads = { before: moment.before.id, after: moment.after.id };
  return first && isUndisturbed(record, moment, new Set(shown.map(({ by }) => idOf(by))))
    ? riseOf(record, reads, currencyOf(first.paid.asset))
    : undefined;
};

const evidenceOf = ({ before, after }: QuietMoment, shown: readonly Shown[]): string[] => [
  before.id,
  ...shown.map(({ by }) => by.exchange.id),
  after.id,
];

function depositIn(record: RunRecord, moment: QuietMoment): LateDeposit[] {
  const shown = shownIn(record, moment, moment.args);
  const rose = shown && roseIn(record, moment, [shown]);
  return rose ? [{ paid: { ...shown.paid, exchanges: evidenceOf(moment, [shown]) }, rose }] : [];
}

/** Reports payments in one coin that were made at once, and raised its balance by no more than one of them alone, although their fees leave more. */
function lostAtOnce(record: RunRecord, moment: QuietMoment): Fault[] {
  const all = [moment.args, ...moment.beside].map((args) => shownIn(record, moment, args));
  const shown = all.flatMap((one) => one ?? []);
  const isOneCoin = new Set(shown.map(({ paid }) => currencyOf(paid.asset))).size === 1;
  const rose = shown.length === all.length && isOneCoin ? roseIn(record, moment, shown) : undefined;
  if (!rose) return [];
  const exchanges = evidenceOf(moment, shown);
  const least = shown.reduce((sum, { paid }) => sum.plus(creditOf({ ...paid, exchanges }).least), decimal('0'));
  const most = shown.map(({ paid }) => decimal(paid.amount)).reduce((one, other) => (one.gt(other) ? one : other));
  if (rose.gt(most) || !least.gt(most)) return [];
  const what = `the credit of ${shown.map(({ paid }) => `${paid.amount} ${paid.asset}`).join(' and ')}, paid at once,`;
  return [{ code: 'differs', what, wanted: `about ${least.toFixed()} or more`, seen: rose.toFixed(), exchanges }];
}

function faultOf({ paid, rose }: LateDeposit): Fault | undefined {
  const { least } = creditOf(paid);
  if (rose.gt(0) || !least.gt(0)) return creditFault(paid, rose);
  const what = `the credit of ${paid.amount} ${paid.asset} to a static address, which ended in SUCCESS,`;
  return {
    code: 'differs',
    what,
    wanted: `at least ${least.toFixed()}`,
    seen: rose.toFixed(),
    exchanges: paid.exchanges,
  };
}

/**
 * Each payment to a static address that the final reads made while nothing else moved money, and that ended in SUCCESS, was credited less its fees (§ Static
 * address, values; SAB-14), also where two were made at once. The network fee is an estimate, so that much less than it leads one to expect is a warning, and nothing at all breaks the rule.
 */
export function depositsCredited(record: RunRecord, _args: Record<string, never>): OracleResult {
  const credits = quietMomentsIn(record).flatMap((moment) => depositIn(record, moment));
  const reason = 'the final reads paid nothing to a static address while nothing else moved money';
  if (credits.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    credits.flatMap(({ paid }) => paid.exchanges),
    [
      ...credits.flatMap((one) => faultOf(one) ?? []),
      ...momentsAtOnce(record).flatMap((one) => lostAtOnce(record, one)),
    ],
  );
}
