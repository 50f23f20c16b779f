import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { faultResult, learned, type OracleResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';
import { feeOn } from '../requests/conversion.ts';

/** A fixed-price checkout between two reads of the acquiring rates, and the read of the deposit options of its project. */
export interface EstimateArgs {
  exchange: string;
  key: string;
  before: readonly string[];
  after: readonly string[];
  options: string;
}

/** The values that an estimate may be calculated from. */
interface Basis {
  amount: Decimal;
  rate: Decimal;
  payerFee: (base: Decimal) => Decimal;
  merchantFee: (base: Decimal) => Decimal;
}

/** The possible formulas of an estimate, in the order in which the check tries them. Each formula has the number of its terms that a target may round. */
const ways: Readonly<Record<string, readonly [exact: (basis: Basis) => Decimal, parts: number]>> = {
  'amount / rate': [({ amount, rate }) => amount.div(rate), 1],
  'amount / rate, payer fee added': [
    ({ amount, rate, payerFee }) => amount.div(rate).plus(payerFee(amount.div(rate))),
    2,
  ],
  'amount / rate, merchant fee added': [
    ({ amount, rate, merchantFee }) => amount.div(rate).plus(merchantFee(amount.div(rate))),
    2,
  ],
  'amount x rate': [({ amount, rate }) => amount.times(rate), 1],
};

function numbersIn(value: Exact | undefined): Map<string, Decimal> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([name, one]): [string, Decimal][] => (isExactNumber(one) ? [[name, decimal(one)]] : [])),
  );
}

function rateAt(record: RunRecord, exchanges: readonly string[], pair: readonly [string, string]): Decimal | undefined {
  const [base, quote] = pair;
  return exchanges
    .map((id) => record.exchange(id).json)
    .filter((json) => textField(json, 'baseAsset') === base && textField(json, 'quoteAsset') === quote)
    .flatMap((json) => numberIn(json, 'rate') ?? [])[0];
}

/** Returns the rates of a pair before and after the checkout. Returns only one rate if the two are equal. */
function ratesAround(record: RunRecord, { before, after }: EstimateArgs, pair: readonly [string, string]): Decimal[] {
  const [first, last] = [rateAt(record, before, pair), rateAt(record, after, pair)];
  if (!first?.gt(0) || !last?.gt(0)) return [];
  return first.eq(last) ? [first] : [first, last];
}

function feesOf(options: Exact | undefined, whose: string, asset: string) {
  const part = (name: string) => numberIn(field(options, `${whose}${name}PlatformFees`), asset);
  const fee = { total: undefined, fixed: part('Fixed'), percent: part('Percent') };
  return (base: Decimal) => feeOn(fee, base) ?? decimal('0');
}

/**
 * Returns the name of the formula that gives an estimate; `scale` is the largest number of decimals in any estimate. Returns nothing if the rate changed and
 * neither rate explains the estimate.
 */
function wayOf(estimate: Decimal, scale: number, bases: readonly Basis[]): string[] {
  const unit = decimal('10').pow(-scale);
  const isNear = (exact: Decimal, parts: number) => estimate.minus(exact).abs().lt(unit.times(parts));
  const found = Object.entries(ways).find(([, [exact, parts]]) => bases.some((basis) => isNear(exact(basis), parts)));
  if (found) return [found[0]];
  return bases.length === 1 ? ['no relation found'] : [];
}

/** Learns how estimatedPayAmounts follow from the acquiring rates and the fees (CHK-07). interface.md does not show the formula. */
export function estimatesBy(record: RunRecord, args: EstimateArgs): OracleResult {
  const { exchange, key, options } = args;
  const made = record.exchange(exchange);
  if (made.class !== 'accepted') return accepted(record, { exchange, what: 'a FIXED_PRICE checkout' });
  const estimates = numbersIn(field(made.json, 'estimatedPayAmounts'));
  if (estimates.size === 0) return learned(key, 'not shown as numbers', [exchange]);
  const price = field(made.sent, 'fixedAmount');
  const [amount, currency = ''] = [numberIn(price, 'amount'), textField(price, 'currency')];
  const scale = Math.max(...[...estimates.values()].map((estimate) => estimate.decimalPlaces()));
  const listed = record.exchange(options).json;
  const words = [...estimates].flatMap(([asset, estimate]) => {
    if (!amount) return [];
    const [payerFee, merchantFee] = [feesOf(listed, 'payer', asset), feesOf(listed, 'merchant', asset)];
    const rates = ratesAround(record, args, [currencyOf(asset), currency]);
    const bases = rates.map((rate) => ({ amount, rate, payerFee, merchantFee }));
    return wayOf(estimate, scale, bases);
  });
  const exchanges = [exchange, ...args.before, ...args.after];
  if (words.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'an acquiring rate that stays the same while a checkout is created',
      exchanges,
    });
  return learned(key, [...new Set(words)].sort().join('; '), exchanges);
}
