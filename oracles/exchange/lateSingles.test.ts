import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { singlesAgreeLater } from './lateSingles.ts';

const limit = (maxLimit: number) => ({ symbolPair: 'ABC/XYZ', minLimit: 1, maxLimit });
const list = (maxLimit: number, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/exchange/limits',
  answer: [limit(maxLimit)],
  atMs,
});

/** Returns what is said of a single limit that is read between two lists. */
async function said(single: Partial<SampleExchange>, [early, late] = [5, 5]) {
  const one: SampleExchange = {
    operation: 'GET /v1/user/exchange/limits/{symbolPair}',
    path: '/v1/user/exchange/limits/ABC%2FXYZ',
    purpose: 'sweep',
    atMs: 1_000,
    ...single,
  };
  return singlesAgreeLater(await recordOfExchanges(list(early ?? 5, 0), one, list(late ?? 5, 2_000)), { of: 'limits' })
    .state;
}

test('XCH-01 a single limit after a pause is that of the lists around it', async () => {
  expect(await said({ answer: limit(5) })).toBe('held');
  expect(await said({ answer: limit(1) })).toBe('broken');
  expect(await said({ status: 404, answer: {} })).toBe('broken');
});

test('XCH-01 limits that move between the lists, and reads of tests, are not judged here', async () => {
  expect(await said({ answer: limit(6) }, [5, 6])).toBe('held');
  expect(await said({ answer: limit(1), purpose: 'probe' })).toBe('undecided');
});

test('XCH-01 each list of the run names a pair by its base and its quote asset, whenever it is read', async () => {
  const rates: SampleExchange = {
    operation: 'GET /v1/user/exchange/rates',
    answer: [{ pair: 'ABCXYZ', baseAsset: 'ABC', quoteAsset: 'XYZ', bid: 1, ask: 1 }],
  };
  const named = (symbolPair: string): SampleExchange => ({ ...list(5, 9_000), answer: [{ ...limit(5), symbolPair }] });
  const of = async (symbolPair: string) => {
    const result = singlesAgreeLater(await recordOfExchanges(rates, named('ABCXYZ'), named(symbolPair)), {
      of: 'limits',
    });
    return 'faults' in result ? result.faults.map((fault) => 'seen' in fault && fault.seen) : [];
  };
  expect(await of('ABC/XYZ')).toEqual(['ABC/XYZ']);
  expect(await of('ABCXYZ')).toEqual([false]);
});
