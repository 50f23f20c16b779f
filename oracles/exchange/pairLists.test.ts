import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import type { OracleResult } from '../core/result.ts';
import { limitsAgree, pairsMatch, ratesAgree } from './pairLists.ts';
import type { RateArgs } from './pairPrices.ts';

type Fields = Record<string, unknown>;

const limitOf = (fields: Fields = {}): Fields => ({ symbolPair: 'ABCXYZ', minLimit: 1, maxLimit: 5, ...fields });
const rateOf = (fields: Fields = {}): Fields => ({
  ...{ pair: 'ABCXYZ', baseAsset: 'ABC', quoteAsset: 'XYZ', bid: 1.9, ask: 2.1, scale: 2, roundingMode: 'HALF_EVEN' },
  ...fields,
});

const limitsList = (...answer: Fields[]): SampleExchange => ({ operation: 'GET /v1/user/exchange/limits', answer });
const ratesList = (...answer: Fields[]): SampleExchange => ({ operation: 'GET /v1/user/exchange/rates', answer });
const oneLimit = (fields: Partial<SampleExchange>): SampleExchange => ({
  operation: 'GET /v1/user/exchange/limits/{symbolPair}',
  ...fields,
});
const oneRate = (fields: Partial<SampleExchange>): SampleExchange => ({
  operation: 'GET /v1/user/exchange/rates/{symbolPair}',
  ...fields,
});

const said = (ruled: OracleResult) =>
  'faults' in ruled ? [...new Set(ruled.faults.map(({ code }) => code))] : ruled.state;

const args = { before: 'p0-1', singles: [{ pair: 'ABCXYZ', exchange: 'p0-2' }], after: 'p0-3' };

async function limits(single: Partial<SampleExchange>, late: Fields[] = [limitOf()], early: Fields[] = [limitOf()]) {
  const record = await recordOfExchanges(
    limitsList(...early),
    oneLimit(single),
    limitsList(...late),
    ratesList(rateOf()),
  );
  return said(limitsAgree(record, { ...args, rates: 'p0-4' }));
}

test('a single limit equals that of the list, unless the list itself has changed', async () => {
  expect(await limits({ answer: limitOf() })).toBe('held');
  expect(await limits({ answer: limitOf({ maxLimit: 6 }) })).toEqual(['differs']);
  expect(await limits({ answer: limitOf({ minLimit: null }) })).toEqual(['differs']);
  expect(await limits({ answer: limitOf({ maxLimit: 6 }) }, [limitOf({ maxLimit: 6 })])).toBe('held');
  expect(await limits({ answer: '{"symbolPair":"ABCXYZ","minLimit":1.0,"maxLimit":5e0}' })).toBe('held');
  expect(await limits({ status: 404, answer: {} })).toEqual(['notAccepted']);
  expect(await limits({ status: 404, answer: {} }, [])).toBe('held');
  expect(await limits({ failure: 'reset' })).toEqual(['transport']);
  expect(await limits({ answer: limitOf({ minLimit: '1' }) })).toContain('schema');
});

test('a single limit is not compared with a list that moved at any time of the run', async () => {
  const moving = async (...others: SampleExchange[]) => {
    const one = oneLimit({ answer: limitOf({ maxLimit: 6 }) });
    const tale = [limitsList(limitOf()), one, limitsList(limitOf()), ratesList(rateOf()), ...others];
    return said(limitsAgree(await recordOfExchanges(...tale), { ...args, rates: 'p0-4' }));
  };
  expect(await moving(limitsList(limitOf({ maxLimit: 6 })))).toBe('held');
  expect(await moving(limitsList(limitOf({ minLimit: 2 })))).toEqual(['differs']);
  expect(await moving({ ...limitsList(), status: 502 })).toEqual(['differs']);
});

test('a symbolPair is base and quote concatenated', async () => {
  const spelt = (symbolPair: string) => {
    const spelling = [limitOf({ symbolPair })];
    return limits({ answer: limitOf() }, spelling, spelling);
  };
  for (const symbolPair of ['ABC/XYZ', 'XYZABC', 'abcxyz', 'ABC-XYZ'])
    expect(await spelt(symbolPair), symbolPair).toEqual(['differs']);
  for (const symbolPair of ['ABCXYZ', 'DEFGHI']) expect(await spelt(symbolPair), symbolPair).toBe('held');
});

async function rates(single: Partial<SampleExchange>, late: Fields[] = [rateOf()]) {
  const record = await recordOfExchanges(ratesList(rateOf()), oneRate(single), ratesList(...late));
  return said(ratesAgree(record, args));
}

test('a single rate equals that of the list, except for moving prices', async () => {
  expect(await rates({ answer: rateOf() })).toBe('held');
  expect(await rates({ answer: rateOf({ bid: 1.95, ask: 2.15 }) })).toBe('held');
  expect(await rates({ answer: rateOf({ scale: 3 }) })).toEqual(['differs']);
  expect(await rates({ answer: rateOf({ roundingMode: 'UP' }) })).toEqual(['differs']);
  expect(await rates({ answer: rateOf({ scale: 3 }) }, [rateOf({ scale: 3 })])).toBe('held');
  expect(await rates({ answer: rateOf({ pair: 'ABC/XYZ' }) })).toEqual(['differs']);
  expect(await rates({ answer: rateOf({ bid: 'much' }) })).toContain('schema');
});

test('a pair never has the prices of another one between two lists that agree on its own', async () => {
  const other = rateOf({ pair: 'ABCDEF', quoteAsset: 'DEF', bid: 7, ask: 8 });
  const seen = async (single: Fields, late = rateOf(), others = other) => {
    const record = await recordOfExchanges(
      ratesList(rateOf(), others),
      oneRate({ answer: single }),
      ratesList(late, others),
    );
    return said(ratesAgree(record, args));
  };
  expect(await seen(rateOf({ bid: 7, ask: 8 }))).toEqual(['differs']);
  expect(await seen(rateOf({ bid: 7, ask: 8 }), rateOf({ bid: 6, ask: 9 }))).toBe('held');
  expect(await seen(rateOf({ bid: 7, ask: 9 }))).toBe('held');
  const near = { bid: 1.91, ask: 2.11 };
  expect(await seen(rateOf(near), rateOf(), { ...other, ...near })).toBe('held');
});

test('a scale is a whole number, and a bid above its ask is reported as crossed', async () => {
  const odd = { scale: -1 };
  expect(await rates({ answer: rateOf(odd) }, [rateOf(odd)])).toEqual(['differs']);
  expect(await rates({ answer: rateOf({ bid: 3 }) })).toEqual(['crossed']);
});

test('an empty list decides nothing', async () => {
  const record = await recordOfExchanges(ratesList(), ratesList());
  expect(said(ratesAgree(record, { before: 'p0-1', singles: [], after: 'p0-2' }))).toEqual(['noEvidence']);
});

test('a pair in both outer lists is also in the one between', async () => {
  const matched = async (between: Fields[], late = [limitOf()]) => {
    const record = await recordOfExchanges(limitsList(limitOf()), ratesList(...between), limitsList(...late));
    return said(pairsMatch(record, { before: 'p0-1', between: 'p0-2', after: 'p0-3' }));
  };
  expect(await matched([rateOf(), rateOf({ pair: 'DEFXYZ' })])).toBe('held');
  expect(await matched([rateOf({ pair: 'DEFXYZ' })])).toEqual(['missed']);
  expect(await matched([], [])).toEqual(['noEvidence']);
});

test('an entry of a list that lacks a field which another has is reported', async () => {
  const { maxLimit: _maxLimit, ...open } = limitOf({ symbolPair: 'DEFGHI' });
  const lists = [limitOf(), open];
  expect(await limits({ answer: limitOf() }, lists, lists)).toEqual(['leftOut']);
});

test('limits that contradict themselves are reported', async () => {
  const odd = (...lists: Fields[]) => limits({ answer: lists[0] }, lists, lists);
  expect(await odd(limitOf({ minLimit: 6 }))).toEqual(['oddLimit']);
  expect(await odd(limitOf({ minLimit: -1 }))).toEqual(['oddLimit']);
  expect(await odd(limitOf(), limitOf({ maxLimit: 7 }))).toEqual(['oddLimit']);
  // The meaning of 0 as a maximum is not shown.
  expect(await odd(limitOf({ maxLimit: 0 }))).toBe('held');
  expect(await odd(limitOf(), limitOf())).toBe('held');
});

test('single prices far from those of every list count when they are far a second time', async () => {
  const seen = async (second: Fields, ...others: SampleExchange[]) => {
    const far = oneRate({ answer: rateOf({ bid: 19, ask: 21 }) });
    const again = oneRate({ answer: second });
    const list = ratesList(rateOf());
    const record = await recordOfExchanges(list, far, list, list, again, list, ...others);
    const once: RateArgs = { ...args };
    const twice = { before: 'p0-4', singles: [{ pair: 'ABCXYZ', exchange: 'p0-5' }], after: 'p0-6' };
    return [said(ratesAgree(record, once)), said(ratesAgree(record, { ...once, again: twice }))];
  };
  expect(await seen(rateOf({ bid: 19, ask: 21 }))).toEqual(['held', ['differs']]);
  expect(await seen(rateOf({ bid: 0.48, ask: 0.52 }))).toEqual(['held', ['differs']]);
  expect(await seen(rateOf({ bid: 1.95, ask: 2.15 }))).toEqual(['held', 'held']);
  expect(await seen(rateOf({ bid: 19, ask: 21 }), ratesList(rateOf({ bid: 19, ask: 21 })))).toEqual(['held', 'held']);
});
