import { expect, test } from '@playwright/test';
import { containsWord } from './containsWord.ts';

const bodies = [
  { body: '{"clientOrderId":"K-1"}', is: true },
  { body: 'K-1', is: true },
  { body: '{"clientOrderId":"K-10"}', is: false },
  { body: '{"clientOrderId":"AK-1"}', is: false },
  { body: '{"comment":"K-12","clientOrderId":"K-1"}', is: true },
  { body: 'ü"K-1"ü', is: true },
  { body: '', is: false },
];

for (const { body, is } of bodies)
  test(`${body || 'nothing'} ${is ? 'holds' : 'does not hold'} K-1, as text and as bytes`, () => {
    expect(containsWord('K-1', body)).toBe(is);
    expect(containsWord('K-1', Buffer.from(body))).toBe(is);
  });
