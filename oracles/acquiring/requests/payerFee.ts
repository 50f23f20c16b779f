import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { otherwise } from '../origins/creation.ts';
import { feeOn } from './conversion.ts';
import { listedFee, listedRates, optionsOfProjects, sides } from './listedTerms.ts';

/** A request of a FIXED_PRICE checkout whose end user pays the fee: its price without a fee, what is to be paid, and the fees that may be meant. */
export interface PayerRequest extends AcquiringSighting {
  price: Decimal;
  pay: Decimal;
  fees: readonly Decimal[];
}

const payersIn = ({ target }: RunRecord) =>
  new Set(target?.projects?.flatMap(({ id, feePaidBy }) => (feePaidBy === 'payer' ? [id] : [])));

/** Returns why a run may have no such requests. */
export const withoutPayers = (record: RunRecord): Fault | undefined =>
  payersIn(record).size > 0
    ? undefined
    : { code: 'notApplicable', reason: 'the target file names no project whose end users pay the fee', exchanges: [] };

const half = decimal('0.5');

/** True if two amounts differ by less than half of each fee. */
const isNear = (one: Decimal, other: Decimal, fees: readonly Decimal[]) =>
  fees.every((fee) => one.minus(other).abs().lt(fee.times(half)));

/**
 * Returns a request with its price and fees, if the deposit options list them. A target that hides the fee may hide it in the rate, so a converted price counts only
 * if it is that of each listed rate.
 */
function payerRequest(record: RunRecord, sighting: AcquiringSighting): PayerRequest[] {
  const { value, exchange, source } = sighting;
  const project = textField(exchange.json, 'projectId') ?? '';
  const isOfPayer = source === 'nested' && textField(exchange.json, 'type') === 'FIXED_PRICE';
  const [amount, pay] = [numberIn(value, 'requestAmount'), numberIn(value, 'payAmount')];
  if (!isOfPayer || !payersIn(record).has(project) || !amount?.gt(0) || !pay) return [];
  const [currency, amountIn] = [textField(value, 'currency') ?? '', textField(value, 'requestAmountIn') ?? ''];
  const asset = `${textField(value, 'blockchain')}_${currency}`;
  const options = optionsOfProjects(record).get(project) ?? [];
  const price = amountIn === currency ? amount : numberIn(value, 'requestAmountConverted');
  const fees = options.flatMap((one) =>
    sides.flatMap((whose) => {
      const fee = listedFee(one, whose, asset);
      return (fee && price && feeOn(fee, price)) ?? [];
    }),
  );
  if (!price || fees.length === 0) return [];
  const exact =
    amountIn === currency ? [amount] : listedRates(options, asset, amountIn).map((rate) => amount.div(rate));
  const isPlain = exact.length > 0 && exact.every((one) => isNear(one, price, fees));
  return isPlain ? [{ ...sighting, price, pay, fees }] : [];
}

/** Returns the requests of FIXED_PRICE checkouts in projects whose end users pay the fee. */
export const payerRequestsIn = memoizedByRecord((record: RunRecord): PayerRequest[] =>
  requestsIn(record).flatMap((one) => payerRequest(record, one)),
);

/** The listed fee is on top of what such a request asks for, also a fee that is hidden; its exact amount is judged where it is shown (REQ-11). */
export function addsFee(request: PayerRequest): Fault[] {
  const { price, pay, fees } = request;
  if (fees.some((fee) => isNear(pay.minus(price), fee, [fee]))) return [];
  const [fee] = fees;
  const wanted = fee
    ? `${price.plus(fee).toFixed()} (the price ${price.toFixed()} and the fee ${fee.toFixed()})`
    : 'the price and its fee';
  return [otherwise(request, 'payAmount', wanted)];
}
