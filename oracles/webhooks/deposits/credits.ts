import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { noFigureFault } from '../../answers/balanceFields.ts';
import { riseOf } from '../../answers/balances.ts';
import { absenceWaitNs } from '../../core/creationEffect.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { type Deposit, type DepositArgs, deliveriesFor, depositOf, missingTerms, statusesOf } from './deposits.ts';

/** The network fee is given as an estimate, without a bound: it may be 0, and a deduction of more than twice the estimate is only worth a warning. */
const mostEstimates = 2;

/** What a credit is judged by: what was paid, and the fees of the address. */
export type Paid = Pick<Deposit, 'terms' | 'asset' | 'amount' | 'exchanges'>;

/** Returns the largest credit for a deposit, and the smallest that its estimate leads one to expect. */
export function creditOf({ terms, amount }: Paid): { least: Decimal; most: Decimal } {
  const { percentFee, fixedFee, networkFeeEstimate } = terms;
  const paid = decimal(amount);
  const most = paid.minus(paid.times(percentFee).div(100)).minus(fixedFee);
  const least = most.minus(networkFeeEstimate.times(mostEstimates));
  return { least, most };
}

/** The largest tolerance for rounding: credits have at least two decimals, and the last one may be off by one unit. */
const unit = decimal('0.01');

/** Returns what is wrong with a credit: more than the fees leave, or much less than the estimate leads one to expect. */
export function creditFault(deposit: Paid, rose: Decimal): Fault | undefined {
  const { least, most } = creditOf(deposit);
  const slack =
    most.decimalPlaces() > rose.decimalPlaces() ? decimal('10').pow(-Math.max(2, rose.decimalPlaces())) : decimal('0');
  const off = slack.gt(unit) ? unit : slack;
  const what = `the credit of ${deposit.amount} ${deposit.asset} to a static address`;
  const { exchanges } = deposit;
  if (rose.gt(most.plus(off)))
    return { code: 'differs', what, wanted: `at most ${most.toFixed()}`, seen: rose.toFixed(), exchanges };
  if (rose.lt(least.minus(off)))
    return { code: 'beyondEstimate', what, wanted: `at least ${least.toFixed()}`, seen: rose.toFixed(), exchanges };
  return undefined;
}

const writes = new Set(['POST /v1/user/payments/payin', 'POST /v1/user/payments/payout', 'POST /v1/user/exchange']);

/** True if nothing else in this run could have moved a balance between the two reads. */
function isAlone(record: RunRecord, { before, after, terms }: Deposit): boolean {
  const from = record.exchange(before).sentNs - absenceWaitNs(record);
  const to = record.exchange(after).receivedNs;
  const isWithin = (ns: bigint) => ns >= from && ns <= to;
  const isOwn = ({ what, args }: RunRecord['controlActions'][number]) =>
    what === 'clock' || (args as { address?: string }).address === terms.address;
  const pulled = record.controlActions.filter((one) => isWithin(BigInt(one.atNs)) && !isOwn(one));
  const sent = record.exchanges.filter((one) => writes.has(one.line.operation ?? '') && isWithin(one.sentNs));
  return pulled.length === 0 && sent.length === 0;
}

type Rule = (deposit: Deposit, rose: Decimal) => Fault | undefined;

/**
 * Applies a rule to the balance rises of some deposits of one amount: held if one rise is right, broken if several rises are wrong although nothing else in the
 * run moved the balance.
 */
function ofOneAmount(record: RunRecord, rounds: readonly DepositArgs[], rule: Rule): OracleResult {
  const deposits = rounds.map((round) => depositOf(record, round));
  const exchanges = rounds.flatMap(({ bundle, before, after }) => [bundle, before, after]);
  const [first] = rounds;
  if (!first || deposits.some((one) => one === undefined))
    return missingTerms(first ?? { bundle: '', asset: '', amount: '', before: '', after: '' });
  const shown = deposits.flatMap((deposit) => {
    const rose = deposit && riseOf(record, deposit, currencyOf(deposit.asset));
    return deposit && rose ? [{ deposit, fault: rule(deposit, rose) }] : [];
  });
  const currency = currencyOf(first.asset);
  if (shown.length === 0) return faultResult(noFigureFault(record, exchanges, [currency]));
  if (shown.some(({ fault }) => fault === undefined)) return toResult(exchanges, []);
  const alone = shown.filter(({ deposit }) => isAlone(record, deposit));
  if (alone.length > 1)
    return toResult(
      exchanges,
      alone.flatMap(({ fault }) => fault ?? []),
    );
  const wanted = `two payments to a static address while nothing else moved ${currency}`;
  return faultResult({ code: 'noEvidence', wanted, exchanges });
}

/** Applies a rule to the deposits of each amount: broken for one amount is broken. An amount of which too little was seen says nothing beside others. */
function ofRises(record: RunRecord, rounds: readonly DepositArgs[], rule: Rule): OracleResult {
  const ofAmounts = [...grouped(rounds, ({ asset, amount }) => `${amount} ${asset}`).values()];
  const results = ofAmounts.map((some) => ofOneAmount(record, some, rule));
  const decided = results.find(({ state }) => state === 'broken') ?? results.find(({ state }) => state === 'held');
  return decided ?? results[0] ?? ofOneAmount(record, rounds, rule);
}

/** The arguments of an assertion on the credit of deposits. */
export interface CreditArgs {
  rounds: readonly DepositArgs[];
}

/** The credit is the payment less percentFee, fixedFee and the network fee, for which an estimate is given (SAB-14). */
export function creditsNet(record: RunRecord, { rounds }: CreditArgs): OracleResult {
  return ofRises(record, rounds, creditFault);
}

/**
 * Applies a rule to the largest deposits, and to the others only if it does not hold for these. Of a small one the network fee, of which only an estimate is
 * shown, may leave nothing.
 */
function ofAmplest(record: RunRecord, rounds: readonly DepositArgs[], rule: Rule): OracleResult {
  const most = rounds.map(({ amount }) => decimal(amount)).reduce((a, b) => (b.gt(a) ? b : a), decimal('0'));
  const ample = ofRises(
    record,
    rounds.filter(({ amount }) => most.eq(amount)),
    rule,
  );
  return ample.state === 'held' ? ample : ofRises(record, rounds, rule);
}

/** Returns the currencies other than a deposit's own whose balances rose in the meantime. */
function othersRisen(record: RunRecord, deposit: Deposit): string[] {
  const { json } = record.exchange(deposit.after);
  const own = currencyOf(deposit.asset);
  const named = (Array.isArray(json) ? json : []).flatMap((one) => textField(one, 'currency') ?? []);
  return named.filter((currency) => currency !== own && riseOf(record, deposit, currency)?.gt(0));
}

/** A payment to a static address is credited in its own currency (SAB-15). */
export function staysUnconverted(record: RunRecord, { rounds }: CreditArgs): OracleResult {
  return ofAmplest(record, rounds, (deposit, rose) => {
    const others = othersRisen(record, deposit);
    if (rose.gt(0)) return undefined;
    const seen = others.length > 0 ? `the balance of ${others.join(', ')} rose` : 'it did not rise';
    const what = `the balance of ${currencyOf(deposit.asset)} after a payment of ${deposit.amount} ${deposit.asset}`;
    return { code: 'differs', what, wanted: 'risen', seen, exchanges: deposit.exchanges };
  });
}

/** A SUCCESS of an incoming payment credits the merchant's balance (LIF-15). */
export function creditsBalance(record: RunRecord, { rounds }: CreditArgs): OracleResult {
  const announced = rounds.flatMap((round) => {
    const deposit = depositOf(record, round);
    return deposit && statusesOf(deliveriesFor(record, deposit)).has('SUCCESS') ? [round] : [];
  });
  const exchanges = rounds.map(({ bundle }) => bundle);
  if (announced.length === 0)
    return record.live
      ? toResult(exchanges, [])
      : faultResult({
          code: 'noEvidence',
          wanted: 'a webhook with SUCCESS for a payment to a static address',
          exchanges,
        });
  return ofAmplest(record, announced, (deposit, rose) => {
    if (rose.gt(0)) return undefined;
    const what = `the balance of ${currencyOf(deposit.asset)} after a payment with SUCCESS`;
    return { code: 'differs', what, wanted: 'risen', seen: rose.toFixed(), exchanges: deposit.exchanges };
  });
}
