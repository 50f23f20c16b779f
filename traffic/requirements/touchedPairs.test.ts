import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { temporaryFolder } from '../../tests/support/product/temporaryFolder.ts';
import type { DimensionValue } from './dimensions.ts';
import { TouchedPairs } from './touchedPairs.ts';

const values: readonly DimensionValue[] = [
  { name: 'operation', value: 'POST /v1/user/exchange' },
  { name: 'pair', value: 'BTCUSDT' },
  { name: 'side', value: 'BUY' },
];

test('a request touches each pair of its values once', () => {
  const touched = new TouchedPairs();
  expect(touched.newIn(values)).toBe(3);
  touched.note(values);
  expect(touched.newIn(values)).toBe(0);
  expect(touched.newIn([...values.slice(0, 2), { name: 'side', value: 'SELL' }])).toBe(2);
});

test('what was touched is read again, and a file of anybody else is refused', () => {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'target.touched.json');
    const touched = new TouchedPairs();
    touched.note(values);
    touched.store(file);
    expect(TouchedPairs.in(file).newIn(values)).toBe(0);
    expect(TouchedPairs.in(undefined).newIn(values)).toBe(3);
    writeFileSync(file, '{"pairs": 1}');
    expect(() => TouchedPairs.in(file)).toThrow(/pairs of values/);
  } finally {
    folder.remove();
  }
});
