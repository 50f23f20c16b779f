import { expect, test } from '@playwright/test';
import { isTally, Tally } from './tally.ts';

test('a tally counts by kind and name, and is restored as it was stored', () => {
  const tally = new Tally<'seen' | 'sent'>();
  tally.add('seen', 'b');
  tally.add('seen', 'a', 2);
  tally.add('sent', 7);
  tally.atLeast('sent', 7, 5);
  tally.atLeast('sent', 7, 3);
  const stored = JSON.parse(JSON.stringify(tally.stored));
  expect(isTally(stored)).toBe(true);
  const again = new Tally<'seen' | 'sent'>(stored);
  expect(again.all).toEqual({ seen: { a: 2, b: 1 }, sent: { 7: 5 } });
  expect([again.count('sent', 7), again.count('sent', 8), again.has('seen', 'c')]).toEqual([5, 0, false]);
});

for (const wrong of [null, [], { a: 1 }, { a: [['b']] }, { a: [['b', -1]] }, { a: [[null, 1]] }])
  test(`${JSON.stringify(wrong)} is no stored tally`, () => expect(isTally(wrong)).toBe(false));
