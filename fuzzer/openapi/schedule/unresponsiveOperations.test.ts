import { expect, test } from '@playwright/test';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { TriedCase } from '../executor/caseExecutor.ts';
import { UnresponsiveOperations } from './unresponsiveOperations.ts';

const write = 'POST /v1/user/exchange';

const lost = (failure: 'timeout' | 'reset'): TriedCase => {
  const exchange = new Exchange(exchangeLine('f0-1', { answer: {}, operation: write, path: '/', failure }));
  return { exchange, exchanges: [exchange], results: [] };
};

test('an operation whose writes hang twice gets no more requests', () => {
  const silent = new UnresponsiveOperations([]);
  expect([lost('reset'), lost('timeout'), lost('reset')].map((tried) => silent.after(write, tried))).not.toContain(
    true,
  );
  expect(silent.after(write, lost('timeout'))).toBe(true);
  expect(silent.keys).toEqual([write]);
  expect(silent.has('POST /other')).toBe(false);
});
