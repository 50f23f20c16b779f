import { expect, test } from '@playwright/test';
import type { Selection } from '../../traffic/requirements/selection.ts';
import type { Target } from '../../traffic/target/target.ts';
import { canMoveClock, mustNotMoveClock } from './controlActions.ts';

const selection: Selection = { profile: 'nightly', tier: 'active', day: '2026-01-01' };
const shard = { ...selection, shard: { index: 1, of: 2 } };
const control = { url: 'http://127.0.0.1:1', token: 't' };

function target(facts: { kind: Target['kind']; clock?: boolean }, parts: Partial<Target> = { control }) {
  return { facts, ...parts } as Target;
}

test('a run moves the clock that a target file of any kind declares, but not in a shard and not without a control API', () => {
  for (const kind of ['emulator', 'sandbox', 'vendor', 'production'] as const) {
    const declared = target({ kind, clock: true });
    expect(canMoveClock(declared, selection), kind).toBe(true);
    expect(canMoveClock(declared, shard), kind).toBe(false);
    expect(mustNotMoveClock(declared, shard), kind).toBe(true);
    expect(canMoveClock(target({ kind, clock: true }, {}), selection), kind).toBe(false);
    expect(canMoveClock(target({ kind }), selection), kind).toBe(kind === 'emulator');
  }
});
