import { expect, test } from '@playwright/test';
import { parseExact } from '../../schemas/json/exact.ts';
import { hostileQueries, hostileTexts } from './hostile.ts';

const validBody =
  '{"amount":105.82306278,"currency":"EUR","method":"CC_VISAMC","comment":"conformance","firstName":"Anna"}';

const parsed = (text: string) => {
  const result = parseExact(text);
  return 'value' in result ? JSON.stringify(result) : undefined;
};

for (const { why, text } of hostileTexts) {
  test(`${why}: differs from the valid body, and is the same each time`, () => {
    expect(text(validBody)).not.toBe(validBody);
    expect(text(validBody)).toBe(text(validBody));
    expect(parsed(text(validBody))).not.toBe(parsed(validBody));
  });
}

test('no two hostile texts or their reasons are alike', () => {
  expect(new Set(hostileTexts.map(({ text }) => text(validBody))).size).toBe(hostileTexts.length);
  expect(new Set(hostileTexts.map(({ why }) => why)).size).toBe(hostileTexts.length);
});

test('hostile texts fit into a megabyte, and the broken or deep ones are so', () => {
  for (const { text } of hostileTexts) expect(Buffer.byteLength(text(validBody))).toBeLessThan(1024 * 1024);
  const of = (word: string) => hostileTexts.find(({ why }) => why.includes(word))?.text(validBody) ?? '';
  expect(() => JSON.parse(of('broken off'))).toThrow();
  expect(of('deep nesting').match(/\{/g)?.length).toBeGreaterThan(1_000);
  expect(of('beyond every range')).toMatch(/"amount":1e\d{9}[,}]/);
  expect(of('twice').match(/"amount"/g)).toHaveLength(2);
});

test('no two hostile queries are alike', () => {
  expect(new Set(hostileQueries.map((query) => JSON.stringify(query))).size).toBe(hostileQueries.length);
});
