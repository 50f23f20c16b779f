import { expect, test } from '@playwright/test';
import type { Run } from '../../../traffic/journal/run.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { hearsWebhooks } from './batchReceiver.ts';

const run = { selection: { profile: 'nightly', tier: 'active', day: '2026-01-01' } } as Run;
const target = {
  baseUrl: 'http://127.0.0.1:1',
  control: { url: 'http://127.0.0.1:1/control' },
  facts: { clock: true },
  credentials: [{ secret: 's' }],
  ...{ paths: {}, projects: [] },
} as unknown as Target;

test('a campaign hears webhooks where the control API registers all of them and moves the clock', () => {
  expect(hearsWebhooks(run, target)).toBe(true);
});

for (const [what, other] of [
  ['has no control API', { control: undefined }],
  ['keeps its clock', { facts: {} }],
  ['has a kind of webhook that only its operator registers', { webhook: { kinds: ['massPayoutOrder'] } }],
] as const)
  test(`a campaign hears no webhooks of a target that ${what}`, () => {
    expect(hearsWebhooks(run, { ...target, ...other } as unknown as Target)).toBe(false);
  });

test('a campaign that only reads, and a discreet one, hear no webhooks', () => {
  expect(hearsWebhooks({ ...run, selection: { ...run.selection, tier: 'passive' } }, target)).toBe(false);
  expect(hearsWebhooks({ ...run, isDiscreet: true }, target)).toBe(false);
});
