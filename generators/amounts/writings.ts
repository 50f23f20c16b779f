import { type Arbitrary, constant, constantFrom, integer, oneof } from 'fast-check';
import { type Decimal, roundTo } from '../../schemas/json/exact.ts';

/** Returns an amount with the digits that it is written with. */
export type Writing = (amount: Decimal) => Decimal;

const leading =
  (digits: number): Writing =>
  (amount) =>
    amount.toSignificantDigits(digits, 0);

/** Its first digit stays, so that it does not become many times as large. */
const placed =
  (places: number): Writing =>
  (amount) =>
    roundTo(amount, Math.max(places, -amount.e), 'UP');

const whole: Writing = (amount) => amount;

/**
 * Generates how a drawn amount is written: with few digits, as people write it, with any number of decimals, or with every one that its method allows. Of amounts in
 * coins almost half have every one: a night sends only some, and whoever keeps fewer decimals must show it on any night.
 */
export const writingOf = ({ scale }: { scale: number }): Arbitrary<Writing> =>
  oneof(
    { weight: 2, arbitrary: constantFrom(2, 3).map(leading) },
    { weight: scale > 2 ? 4 : 1, arbitrary: integer({ min: 0, max: Math.max(0, scale - 1) }).map(placed) },
    { weight: scale > 2 ? 5 : 3, arbitrary: constant(whole) },
  );
