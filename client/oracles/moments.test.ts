import { expect, test } from '@playwright/test';
import { LosslessNumber } from 'lossless-json';
import { sameMoment } from './moments.ts';

const sent = '2026-01-01T10:00:00.123456789Z';
const number = (text: string) => new LosslessNumber(text);

test('a time in another form, in another zone or with fewer digits is the same', () => {
  for (const handed of [
    sent,
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00:00.12Z',
    '2026-01-01T12:00:00.124+02:00',
    '2026-01-01 10:00:00.123456',
    '2026-01-01 10:00:00.123456789 +0000 UTC',
    '2026-01-01T10:00Z',
    'Thu, 01 Jan 2026 10:00:00 GMT',
    '1767261600',
    number('1767261600123'),
    number('1767261600.123456'),
    number('1767261600123456789'),
  ])
    expect(sameMoment(sent, handed), String(handed)).toBe(true);
});

test('another second, another millisecond and what is no time are not the same', () => {
  for (const handed of [
    '2026-01-01T12:00:00.123Z',
    '2026-01-01T10:00:02Z',
    '2026-01-01T10:00:00.012Z',
    '2026-01-01T10:00:00.123+02:00',
    number('1767261600000'),
    number('0'),
    'Invalid Date',
    true,
    undefined,
  ])
    expect(sameMoment(sent, handed), String(handed)).toBe(false);
});
