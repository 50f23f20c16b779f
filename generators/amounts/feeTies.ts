import { LosslessNumber } from 'lossless-json';
import { decimal, roundTo } from '../../schemas/json/exact.ts';
import type { Fees, Limits } from './amounts.ts';

/** The number of amounts to try above the least one; the spent amount stays near it. */
const mostTried = 2_000;

/** An amount without a tie lies this many units above the least one, so that it fills its decimals. */
const untiedUnits = 1_237;

/** True if a fee is halfway between two amounts that the scale can write, and the last digit of the lower amount has the given parity. */
function isTie(fee: ReturnType<typeof decimal>, scale: number, parity: 0 | 1): boolean {
  const units = fee.times(decimal('10').pow(scale));
  const whole = roundTo(units, 0, 'DOWN');
  return units.minus(whole).eq(decimal('0.5')) && whole.mod(2).eq(parity);
}

/**
 * Returns amounts near the least one whose fees show the rounding mode. Each fee is halfway between two amounts that the scale can write; the lower amount ends
 * in an even digit for one fee, and in an odd digit for the other. If the fees of the method have no tie, uses the least amount, and one that fills its decimals.
 */
export function feeTieAmounts({ scale, minLimit, percent, fixed }: Limits & Fees, least: unknown): LosslessNumber[] {
  const start = roundTo(minLimit ?? decimal(String(least)), scale, 'UP');
  const unit = decimal('10').pow(-scale);
  const tried = Array.from({ length: mostTried }, (_, index) => start.plus(unit.times(index)));
  const feeOf = (amount: typeof start) => amount.times(percent).div(100).plus(fixed);
  const untied = [start, start.plus(unit.times(untiedUnits))] as const;
  const ties = ([0, 1] as const).map(
    (parity) => tried.find((amount) => isTie(feeOf(amount), scale, parity)) ?? untied[parity],
  );
  return ties.map((amount) => new LosslessNumber(amount.toFixed()));
}
