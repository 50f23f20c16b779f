import { expect, test } from '@playwright/test';
import { paymentLike, recordOf, runLine } from '../../../tests/support/records/records.ts';
import { experimentLine, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import type { ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import type { Question } from './experiments.ts';
import { retriesAfter } from './schedule.ts';

const attempt = (atMs: number): SampleDelivery => ({
  body: paymentLike({ id: 'PMT-1', status: 'SUCCESS' }),
  answer: { status: 201 },
  atMs,
});

const earlier: Partial<ExperimentLine> = { id: 'X-0', run: 'an earlier night', plan: [{ status: 201 }] };

const tonight: ExperimentLine = { ...experimentLine([attempt(0)]), plan: [{ status: 404 }], state: 'open' };

const asked: Question = { requirement: 'WHK-05', webhook: 'payment', plan: tonight.plan };

const stateOf = async (lines: readonly ExperimentLine[], profile: 'nightly' | 'full' = 'nightly') => {
  const run = { ...runLine, selection: { ...runLine.selection, profile } };
  return retriesAfter(await recordOf([run, ...lines]), asked).state;
};

test('an experiment of an earlier night is judged, though tonight tests another combination', async () => {
  expect(await stateOf([tonight])).toBe('undecided');
  expect(await stateOf([experimentLine([attempt(0)], earlier), tonight])).toBe('broken');
  expect(await stateOf([experimentLine([attempt(0), attempt(60_000)], earlier), tonight])).toBe('held');
});

test('an experiment counts only when due, for its own plan, and not in a full run', async () => {
  const lost = (more: Partial<ExperimentLine>) => experimentLine([attempt(0)], { ...earlier, ...more });
  expect(await stateOf([lost({ state: 'open' }), tonight])).toBe('undecided');
  expect(await stateOf([lost({ plan: [{ status: 200 }] }), tonight])).toBe('undecided');
  expect(await stateOf([lost({ run: runLine.run }), tonight])).toBe('undecided');
  expect(await stateOf([lost({}), tonight], 'full')).toBe('undecided');
});
