import { expect, test } from '@playwright/test';
import { horizonOf } from './horizon.ts';

const hours = (ms: number) => ms / 3_600_000;

test('an experiment waits for the last retry and, if the clock is moved, for one more', () => {
  expect(hours(horizonOf({}, { isPlayed: false }))).toBeCloseTo(2_763 / 60, 5);
  expect(hours(horizonOf({}, { isPlayed: true }))).toBeCloseTo(2_763 / 60 + 48, 5);
});

test('the target file can declare another schedule', () => {
  const webhook = { publicUrl: '', kinds: [], listen: { host: '', port: 0 }, retryMinutes: [1, 2] };
  expect(hours(horizonOf({ webhook }, { isPlayed: false }))).toBeCloseTo(13 / 60, 5);
});
