import { array, constantFrom, integer, sample, tuple } from 'fast-check';

/** Amounts at which binary floating point, 64-bit integers or a fixed number of decimals fail. */
export const hardAmounts: readonly string[] = [
  '0.1',
  '0.3',
  '0.30000000000000004',
  '0.00000001',
  '0.000000000000000001',
  '123456789.123456789123456789',
  '9007199254740993',
  '9223372036854775808',
  '1.005',
  '2.675',
  '105.82306278',
];

/** The same in the forms of JSON numbers that a service may write. */
export const hardNumbers: readonly string[] = [
  ...hardAmounts,
  '1e-8',
  '1E-18',
  '10.50',
  '-0.1',
  '1.0',
  '2.5e1',
  '-9007199254740993.5',
];

const digits = (least: number, most: number) =>
  array(integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''));

/** Returns drawn amounts: up to 16 digits before the point and up to 18 after it. */
export function drawnAmounts(seed: number, count: number): string[] {
  const amount = tuple(integer({ min: 1, max: 9 }), digits(0, 15), digits(1, 17), constantFrom('1', '3', '7', '9'));
  return sample(amount, { seed, numRuns: count }).map(
    ([first, whole, fraction, last]) => `${first}${whole}.${fraction}${last}`,
  );
}
