import { expect, test } from '@playwright/test';
import { hasOwnClock, type TargetFacts } from './targetFacts.ts';

const kinds: readonly TargetFacts['kind'][] = ['emulator', 'sandbox', 'vendor', 'production'];

test('a target of any kind has a clock of its own if its file says so, and an emulator unless its file denies it', () => {
  for (const kind of kinds) {
    expect(hasOwnClock({ kind, clock: true }), kind).toBe(true);
    expect(hasOwnClock({ kind, clock: false }), kind).toBe(false);
    expect(hasOwnClock({ kind }), kind).toBe(kind === 'emulator');
  }
});
