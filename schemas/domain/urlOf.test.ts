import { expect, test } from '@playwright/test';
import { urlOf } from './urlOf.ts';

test('reads an address, also one with letters beyond ASCII however often', () => {
  const address = 'https://bücher.example.com/zurück?bestellung=7';
  // Node compiles what is called often, and its own test of an address is wrong from then on.
  for (let time = 0; time < 50_000; time += 1)
    if (urlOf(address) === undefined) throw new Error(`unread after ${time} times`);
  expect(urlOf(address)?.hostname).toBe('xn--bcher-kva.example.com');
});

test('reads a relative address beside its base, and nothing else', () => {
  expect(urlOf('/a?b#c', 'https://example.com/d')?.href).toBe('https://example.com/a?b#c');
  for (const none of ['/a', 'https://', 'no address', '', undefined]) expect(urlOf(none)).toBeUndefined();
});
