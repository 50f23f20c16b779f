import { expect, test } from '@playwright/test';
import { viewNodes } from './viewNodes.ts';
import { wayBackIn } from './wayBack.ts';

const led = (...lines: readonly string[]) =>
  wayBackIn(viewNodes(lines.join('\n')), ['shop.example', 'pay.example'])?.ref;

const link = (name: string, url: string, ref: string) => `- link "${name}" [ref=${ref}]:\n  - /url: ${url}`;

test('what leads back is no shop for programs, no terms, and no other host where there is something else', () => {
  const store = link('App Store', 'https://apps.example/pay', 'e1');
  expect(led(store, '- button "Back to the shop" [ref=e2]')).toBe('e2');
  expect(led(store)).toBeUndefined();
  expect(led(link('Return policy', '/returns', 'e1'), '- button "Return" [ref=e2]')).toBe('e2');
  expect(led(link('Visit our shop', 'https://other.example/', 'e1'), '- button "Return" [ref=e2]')).toBe('e2');
  expect(led(link('Visit our shop', 'https://other.example/', 'e1'))).toBeUndefined();
});

test('a link that says that it leads back is followed, wherever it leads', () => {
  expect(led(link('Back to the shop', 'https://other.example/', 'e1'))).toBe('e1');
  expect(led(link('Back to the shop', 'https://shop.example/', 'e1'))).toBe('e1');
});
