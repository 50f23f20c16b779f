import { expect, test } from '@playwright/test';
import { creationOf } from '../../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../../tests/support/records/records.ts';
import { staysFilled } from './placed.ts';

const one = '- radio "USDT on Tron" [ref=e1]';
const two = `${one}\n- radio "USDC on Polygon" [ref=e2]`;

/** Judges a page by what it showed at some steps. */
const judged = async (...looks: readonly (readonly [step: string, seen: string])[]) => {
  const page = pageLineOf('p0-1', { way: 'widget', looks: looks.map(([step, seen]) => lookOf(step, seen)) });
  const record = await recordOf([exchangeLine('p0-1', creationOf('checkout')), page]);
  return staysFilled(record, { page: 'p0-v1', checkout: 'CCO-2' }).state;
};

test('a widget that was seen beside another is seen again when it was moved or placed anew', async () => {
  const placed = [
    ['opened', one],
    ['placed late', two],
  ] as const;
  expect(await judged(...placed, ['moved', two])).toBe('held');
  expect(await judged(...placed, ['moved', one])).toBe('broken');
  expect(await judged(...placed, ['placed before its id was set', one])).toBe('broken');
  // The last look counts, since a widget takes its time.
  expect(await judged(...placed, ['moved', one], ['moved', two])).toBe('held');
  // The other one may have ended meanwhile.
  expect(await judged(...placed, ['moved', '- radio "USDC on Polygon" [ref=e2]\n- text: Expired'])).toBe('held');
  // Where the widget was never seen, nothing is known.
  expect(await judged(['opened', one], ['placed late', one], ['moved', one])).toBe('undecided');
});
