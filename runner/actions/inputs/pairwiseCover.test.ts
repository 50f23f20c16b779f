import { expect, test } from '@playwright/test';
import { array, assert, integer, property } from 'fast-check';
import { type Dimensions, pairwiseCover, rowName } from './pairwiseCover.ts';

const sized = (sizes: readonly number[]): Dimensions =>
  Object.fromEntries(sizes.map((size, at) => [`d${at}`, Array.from({ length: size }, (_, value) => `${at}.${value}`)]));

/** Returns the pairs of values of two dimensions that a list of rows lacks. */
function lacking(dimensions: Dimensions, rows: readonly Readonly<Record<string, string>>[]): string[] {
  const names = Object.keys(dimensions);
  return names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .flatMap((other) =>
        (dimensions[one] ?? []).flatMap((a) =>
          (dimensions[other] ?? []).flatMap((b) =>
            rows.some((row) => row[one] === a && row[other] === b) ? [] : [`${a} with ${b}`],
          ),
        ),
      ),
  );
}

test('every two values of two dimensions meet, in few rows, which are the same each time', () => {
  const sizes = array(integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });
  assert(
    property(sizes, (all) => {
      const dimensions = sized(all);
      const rows = pairwiseCover(dimensions);
      expect(lacking(dimensions, rows)).toEqual([]);
      expect(rows.length).toBeLessThanOrEqual(Math.max(1, ...all) ** 2 * 2);
      expect(pairwiseCover(dimensions)).toEqual(rows);
      expect(new Set(rows.map(rowName)).size).toBe(rows.length);
    }),
    { numRuns: 60 },
  );
});

test('rows that mean nothing are left out, and what they would have covered is covered elsewhere', () => {
  const dimensions = { kind: ['pay-in', 'exchange'], method: ['card', 'none'], gap: ['0', '1'] } as const;
  const rows = pairwiseCover(dimensions, ({ kind, method }) => (kind === 'exchange') === (method === 'none'));
  expect(rows.map(rowName).sort()).toEqual([
    'exchange, none, 0',
    'exchange, none, 1',
    'pay-in, card, 0',
    'pay-in, card, 1',
  ]);
});

test('every two values that a fitting row brings together meet, however many rows do not fit', () => {
  const dimensions = {
    order: ['pay-in', 'pay-out', 'exchange'],
    again: ['same', 'amount', 'comment', 'method', 'scheme'],
    first: ['in progress', 'failed', 'lapsed', 'paid'],
  } as const;
  const fits = (row: Readonly<Record<keyof typeof dimensions, string>>) =>
    row.order !== 'exchange' || (row.first === 'in progress' && row.again !== 'comment');
  const rows = pairwiseCover(dimensions, fits);
  expect(rows.every(fits)).toBe(true);
  const impossible = ['exchange with comment', ...['failed', 'lapsed', 'paid'].map((end) => `exchange with ${end}`)];
  expect(lacking(dimensions, rows).toSorted()).toEqual(impossible.toSorted());
});
