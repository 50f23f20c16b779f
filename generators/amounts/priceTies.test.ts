import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { amountForTie, amountsOutsidePairLimits, nearnesses, type TieCase, tieCases } from './priceTies.ts';

/** Sample rates of such services: least amount, price, scale. */
const shown = [
  ['0.0001', '64980.5', 6],
  ['0.0001', '65019.5', 6],
  ['0.001', '3398.2', 6],
  ['0.001', '3401.8', 6],
  ['10', '0.1412', 6],
  ['10', '0.1416', 6],
  ['1', '0.9997', 6],
  ['1', '1.0003', 6],
  ['0.0001', '59801', 2],
  ['0.0001', '59919', 2],
  ['1', '0.9197', 2],
  ['1', '0.9223', 2],
  ['1', '1.0011', 2],
  ['1', '41.05', 2],
  ['1', '16432.5', 0],
] as const;

const pricingOf = ([least, price, scale]: readonly [string, string, number]) => ({
  ...{ least: decimal(least), price: decimal(price), scale, most: decimal('500000') },
});

/** Returns the part of a product that the scale cannot write, in units of its last digit, and that digit's parity. */
function partOf(amount: Decimal, price: Decimal, scale: number) {
  const units = amount.times(price).times(decimal('10').pow(scale));
  const wholeUnits = roundTo(units, 0, 'DOWN');
  return { part: units.minus(wholeUnits), isEven: wholeUnits.mod(2).isZero() };
}

const isAsWanted: Readonly<Record<TieCase, (part: Decimal, isEven: boolean) => boolean>> = {
  'a tie after an even digit': (part, isEven) => part.eq('0.5') && isEven,
  'a tie after an odd digit': (part, isEven) => part.eq('0.5') && !isEven,
  'just below a tie': (part) => part.gt(0) && part.lt('0.5'),
  'just above a tie': (part) => part.gt('0.5') && part.lt(1),
};

for (const tieCase of tieCases)
  test(`an amount for ${tieCase} has that property for every sample pair`, () => {
    for (const one of shown) {
      const { price, scale, ...pricing } = pricingOf(one);
      const amount = amountForTie(tieCase, { price, scale, ...pricing });
      if (!amount) continue;
      const { part, isEven } = partOf(amount, price, scale);
      expect(isAsWanted[tieCase](part, isEven), `${amount.toFixed()} at ${price.toFixed()}: ${part.toFixed()}`).toBe(
        true,
      );
    }
  });

test('most sample pairs have amounts for all four ties, near the least amount', () => {
  const found = shown.map((one) => tieCases.map((tieCase) => amountForTie(tieCase, pricingOf(one))));
  const complete = found.filter((amounts) => amounts.every((amount) => amount !== undefined));
  expect(complete.length).toBeGreaterThan(8);
  const dollar = tieCases.map((tieCase) => amountForTie(tieCase, pricingOf(['1', '1.0003', 6]))?.toFixed());
  expect(dollar).toEqual(['1.015', '1.005', '1.008', '1.002']);
});

test('every amount found is within the limits and decimals, and has the wanted property', () => {
  const figure = (most: number, places: number) =>
    fc.integer({ min: 1, max: most }).map((units) => decimal(String(units)).div(decimal('10').pow(places)));
  const prices = fc.integer({ min: 0, max: 6 }).chain((places) => figure(10_000_000, places));
  const leasts = fc.integer({ min: 0, max: 4 }).chain((places) => figure(100_000, places));
  const scales = fc.integer({ min: 0, max: 8 });
  const drawn = fc.record({ price: prices, least: leasts, scale: scales, telling: fc.constantFrom(...tieCases) });
  fc.assert(
    fc.property(drawn, ({ price, least, scale, telling }) => {
      const most = least.times(50);
      const amount = amountForTie(telling, { price, scale, least, most });
      if (!amount) return;
      const { part, isEven } = partOf(amount, price, scale);
      expect(isAsWanted[telling](part, isEven)).toBe(true);
      expect(amount.gte(least) && amount.lte(most)).toBe(true);
      expect(amount.decimalPlaces()).toBeLessThanOrEqual(Math.max(scale, least.decimalPlaces()));
    }),
  );
});

test('a price that the scale can always write has no tie', () => {
  expect(amountForTie('just below a tie', pricingOf(['1', '2', 2]))).toBeUndefined();
});

test('amounts outside the limits miss them by one unit', () => {
  const said = (minLimit: string, maxLimit?: string) =>
    amountsOutsidePairLimits({
      minLimit: decimal(minLimit),
      ...(maxLimit !== undefined && { maxLimit: decimal(maxLimit) }),
    }).map(({ amount }) => amount.value);
  expect(said('0.0001', '5')).toEqual(['0', '-0.0001', '0.000025', '6']);
  expect(said('10', '500000')).toEqual(['0', '-10', '9', '500001']);
  expect(said('1')).toEqual(['0', '-1', '0.25']);
});

test('amounts may be closer to a limit than a rate has decimals', () => {
  const limits = { minLimit: decimal('1'), maxLimit: decimal('5'), scale: 3 };
  const near = nearnesses.map((one) =>
    amountsOutsidePairLimits(limits, one)
      .slice(2)
      .map(({ amount }) => amount.value),
  );
  const below = ['0.25', '0.99', '0.999', '0.9999', '0.99999999'];
  const above = ['6', '5.01', '5.001', '5.001', '5.001'];
  expect(near).toEqual(below.map((amount, nth) => [amount, above[nth]]));
});

test('amounts closer than the scale are marked, and none of them is above a maximum', () => {
  const of = (minLimit: string, scale?: number) =>
    nearnesses.map((one) =>
      amountsOutsidePairLimits(
        { minLimit: decimal(minLimit), maxLimit: decimal('500000'), ...(scale !== undefined && { scale }) },
        one,
      ).map(({ amount, isFine }) => `${amount.value}${isFine ? ' fine' : ''}`),
    );
  expect(of('10', 0).map((one) => one.slice(2))).toEqual([
    ['9', '500001'],
    ['9.99 fine', '500001'],
    ['9', '500001'],
    ['9.9 fine', '500001'],
    ['9.99999999 fine', '500001'],
  ]);
  expect(of('0.0001', 2)[4]).toEqual(['0', '-0.0001', '0.00009999 fine', '500000.01']);
  expect(of('10')[2]).toEqual(['0', '-10', '9.999999 fine', '500001']);
});

test('an amount that equals a limit as a double is left out', () => {
  const limits = { minLimit: decimal('1000000000000'), maxLimit: decimal('9007199254740993000'), scale: 4 };
  for (const one of nearnesses)
    for (const { amount } of amountsOutsidePairLimits(limits, one))
      expect([1_000_000_000_000, 9_007_199_254_740_993_000]).not.toContain(Number(amount.value));
});
