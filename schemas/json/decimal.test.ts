import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { decimal, isExactNumber, isRoundingMode, parseExact, type RoundingMode, roundTo } from './exact.ts';

const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

function scaled(value: bigint, places: number): string {
  const text = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`;
}

test('sums and products equal those of integers', () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      expect(
        decimal(scaled(a, 18))
          .plus(decimal(scaled(b, 18)))
          .eq(decimal(scaled(a + b, 18))),
      ).toBe(true);
      expect(
        decimal(scaled(a, 18))
          .times(decimal(scaled(b, 18)))
          .eq(decimal(scaled(a * b, 36))),
      ).toBe(true);
    }),
  );
});

test('a JSON number and its text give the same decimal', () => {
  const parsed = parseExact('0.1');
  const tenth = 'value' in parsed && isExactNumber(parsed.value) ? decimal(parsed.value) : undefined;
  expect(String(tenth?.plus(decimal('0.2')))).toBe('0.3');
});

test('an amount is written without an exponent', () => {
  expect(String(decimal('1e-18'))).toBe('0.000000000000000001');
  expect(String(decimal('1e30'))).toBe(`1${'0'.repeat(30)}`);
});

for (const text of ['', 'abc', '0x1f', 'Infinity', 'NaN', '1_000', '1,5', ' 1', '.5', '+1'])
  test(`${JSON.stringify(text)} is no decimal`, () => expect(() => decimal(text)).toThrow(RangeError));

test('hostile numbers stay cheap', () => {
  const long = decimal('7'.repeat(1_000_000));
  expect(long.times(long).isFinite()).toBe(true);
  const huge = decimal('1e999999999');
  expect(String(roundTo(huge.plus(1), 2, 'HALF_EVEN')).length).toBeLessThan(200);
  expect(decimal('1e-999999999').plus(1).eq(1)).toBe(true);
});

for (const text of [
  '1e-400000000',
  '-1e-400000000',
  '1e400000000',
  '-7.5e99999999999999999999',
  `1${'0'.repeat(5_000)}`,
  '0.1e-9999999999999999999',
])
  test(`${text.slice(0, 30)} is bounded, keeps its side of 0 and of 1, and keeps its text`, () => {
    const value = decimal(text);
    const isHuge = !text.includes('e-');
    const side = text.startsWith('-') ? -1 : 1;
    expect([value.isFinite(), value.isZero(), value.abs().gt(1), value.s]).toEqual([true, false, isHuge, side]);
    for (const one of [value.plus(1), value.times(3), value.div(3), value.minus(decimal('0.5')), value.negated()])
      expect(one.toFixed().length).toBeLessThan(1_000);
    expect(10n ** BigInt(Math.max(0, value.decimalPlaces()))).toBeGreaterThan(0n);
    for (const written of [value.toFixed(), String(value)]) expect(written).toBe(text.length > 100 ? '1e+400' : text);
  });

test('zero times any power of ten is zero', () => {
  for (const text of ['0e400000000', '-0.000e-400000000', '0']) expect(decimal(text).isZero()).toBe(true);
});

const rounded: Record<RoundingMode, string[]> = {
  HALF_EVEN: ['2', '-2', '2', '4', '1', '-1'],
  HALF_UP: ['2', '-2', '3', '4', '1', '-1'],
  HALF_DOWN: ['1', '-1', '2', '3', '1', '-1'],
  UP: ['2', '-2', '3', '4', '2', '-2'],
  DOWN: ['1', '-1', '2', '3', '1', '-1'],
  CEILING: ['2', '-1', '3', '4', '2', '-1'],
  FLOOR: ['1', '-2', '2', '3', '1', '-2'],
};
const subjects = ['1.5', '-1.5', '2.5', '3.5', '1.1', '-1.1'];

for (const [mode, wanted] of Object.entries(rounded))
  test(`${mode} rounds according to its name`, () => {
    if (!isRoundingMode(mode)) throw new Error(mode);
    expect(subjects.map((subject) => String(roundTo(decimal(subject), 0, mode)))).toEqual(wanted);
  });

test('rounding moves a value by less than one unit of its scale', () => {
  const modes = fc.constantFrom(...(Object.keys(rounded) as RoundingMode[]));
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 18 }), modes, (value, scale, mode) => {
      const exact = decimal(scaled(value, 18));
      const result = roundTo(exact, scale, mode);
      expect(result.decimalPlaces()).toBeLessThanOrEqual(scale);
      expect(
        result
          .minus(exact)
          .abs()
          .lt(decimal(`1e-${scale}`)),
      ).toBe(true);
    }),
  );
});

test('no other word is a rounding mode', () => {
  for (const word of ['half_even', 'UNNECESSARY', 'toString', '']) expect(isRoundingMode(word)).toBe(false);
});
