import { type Decimal, decimal, type RoundingMode, roundTo } from '../../schemas/json/exact.ts';

/** What became of an order before its balance is read again. */
export type OrderScenario = 'held' | 'paid out' | 'failed' | 'paid in';

/** The fee of a payment in the methods list, as decimals (§ Payment method). */
export interface Fees {
  percent: string;
  fixed: string;
  /** The minimum fee, if the list has one. */
  least?: string;
  scale: number;
}

const modes: readonly RoundingMode[] = ['HALF_EVEN', 'HALF_UP', 'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR'];

/** An interpretation of the fee: the balance drop it implies, and its rounding mode if rounding matters. */
export interface FeeInterpretation {
  name: string;
  mode?: RoundingMode;
  drop: Decimal;
}

/**
 * Returns the balance drop for each interpretation of the fee. The interface leaves open whether the fee is added to the amount, taken off it, or charged
 * elsewhere; the fee is charged only once.
 */
export function feeInterpretations(
  scenario: OrderScenario,
  amount: Decimal,
  { percent, fixed, least = '0', scale }: Fees,
): FeeInterpretation[] {
  const sum = amount.times(decimal(percent)).div(100).plus(decimal(fixed));
  const exact = sum.lt(decimal(least)) ? decimal(least) : sum;
  const rounded = modes.map((mode) => ({ mode, fee: roundTo(exact, scale, mode) }));
  const fees: { mode?: RoundingMode; fee: Decimal }[] = [...rounded, { fee: exact }];
  const none = decimal('0');
  const withFee = (name: string, dropOf: (fee: Decimal) => Decimal) =>
    fees.map(({ mode, fee }) => ({ name, ...(mode && { mode }), drop: dropOf(fee) }));
  const feeOnTop = withFee('on top', (fee) => amount.plus(fee));
  const table: Readonly<Record<OrderScenario, FeeInterpretation[]>> = {
    held: [{ name: 'nothing is held', drop: none }, { name: 'not in the amount held', drop: amount }, ...feeOnTop],
    'paid out': [{ name: 'not on top', drop: amount }, ...feeOnTop],
    failed: [{ name: 'returned', drop: none }, ...withFee('kept', (fee) => fee)],
    'paid in': [{ name: 'not taken off', drop: amount.negated() }, ...withFee('taken off', (fee) => fee.minus(amount))],
  };
  return table[scenario];
}
