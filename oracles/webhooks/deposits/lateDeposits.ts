import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { openAddressesIn, placeKey } from '../../acquiring/bundles/openAddresses.ts';
import { riseOf } from '../../answers/balances.ts';
import { isUndisturbed, type QuietMoment, quietMomentsIn } from '../../balances/quietMoments.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { creditFault, creditOf, type Paid } from './credits.ts';
import { addressTermsOf } from './deposits.ts';
import { keyOf, keyOfPaid } from './enoughPaid.ts';

/** A payment to a static address that the final reads made, which ended in SUCCESS, and by how much its balance rose. */
interface LateDeposit {
  paid: Paid;
  rose: Decimal;
}

function depositIn(record: RunRecord, moment: QuietMoment): LateDeposit[] {
  const {
    asset = '',
    address = '',
    amount = '',
  } = moment.args as { asset?: string; address?: string; amount?: string };
  const place = openAddressesIn(record).get(placeKey(asset, address));
  const terms = place && addressTermsOf(place.exchange, asset);
  if (!terms) return [];
  const like = record.payments.filter((one) => keyOfPaid(one) === keyOf(asset, decimal(amount)));
  const shown = like.findLast(
    ({ exchange }) => exchange.sentNs > moment.before.receivedNs && exchange.receivedNs < moment.after.sentNs,
  );
  const id = textField(shown?.value, 'id') ?? '';
  // Of two payments of one amount nobody can say which one was credited.
  const isOnly = like.every(({ value }) => textField(value, 'id') === id);
  if (!shown || !isOnly || textField(shown.value, 'status') !== 'SUCCESS') return [];
  if (!isUndisturbed(record, moment, new Set([id]))) return [];
  const reads = { before: moment.before.id, after: moment.after.id };
  const rose = riseOf(record, reads, currencyOf(asset));
  return rose
    ? [{ paid: { terms, asset, amount, exchanges: [reads.before, shown.exchange.id, reads.after] }, rose }]
    : [];
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
 * address, values; SAB-14). The network fee is an estimate, so that much less than it leads one to expect is a warning, and nothing at all breaks the rule.
 */
export function depositsCredited(record: RunRecord, _args: Record<string, never>): OracleResult {
  const credits = quietMomentsIn(record).flatMap((moment) => depositIn(record, moment));
  const reason = 'the final reads paid nothing to a static address while nothing else moved money';
  if (credits.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    credits.flatMap(({ paid }) => paid.exchanges),
    credits.flatMap((one) => faultOf(one) ?? []),
  );
}
