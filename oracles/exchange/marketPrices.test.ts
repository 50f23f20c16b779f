import { expect, test } from '@playwright/test';
import type { RoundingMode } from '../../schemas/json/exact.ts';
import { recordOfTrades, type SampleTrade, type SampleTrades } from '../../tests/support/records/tradeRecords.ts';
import {
  exchangeObservations,
  missingObservations,
  observedExchanges,
  pricesHold,
  roundsAsStated,
} from './marketPrices.ts';

const dealsOf = async (given: SampleTrades) => {
  const { record } = await recordOfTrades(given, 'traded');
  return { record, deals: observedExchanges(record) };
};

const codes = (faults: readonly { code: string }[]) => [...new Set(faults.map(({ code }) => code))];

const buy = (amount: string, quote: string): SampleTrade => ({ amount, base: amount, quote: `-${quote}` });
const sell = (amount: string, quote: string): SampleTrade => ({ amount, base: `-${amount}`, quote });

test('a price off the market warns if every order of the side has one', async () => {
  const priced = async (given: SampleTrades) => codes(pricesHold((await dealsOf(given)).deals));
  expect(await priced({ trades: [buy('10', '21'), buy('20', '38')] })).toEqual([]);
  expect(await priced({ trades: [buy('10', '21.5'), buy('20', '43')] })).toEqual(['offMarket']);
  expect(await priced({ trades: [buy('10', '21.5'), buy('20', '42')] })).toEqual([]);
  expect(await priced({ trades: [buy('10', '21.5'), buy('20', '42'), buy('10', '21.5')] })).toEqual(['offMarket']);
  expect(await priced({ trades: [buy('10', '21.5')] })).toEqual([]);
  expect(await priced({ side: 'SELL', trades: [sell('10', '18'), sell('20', '36')] })).toEqual(['offMarket']);
  expect(await priced({ trades: [{ ...buy('10', '21.5'), disturbed: true }] })).toEqual(['noEvidence']);
  expect(await priced({ figure: 'worth', trades: [buy('10', '21')] })).toEqual(['notApplicable']);
});

test('another order of the run at the same time disturbs, whether search shows it or not', async () => {
  const between = { operation: 'POST /v1/user/exchange', key: 'K-x', answer: 'ORD-9', atMs: 70 } as const;
  const { record } = await recordOfTrades({ trades: [buy('10', '21')] }, 'traded', [between]);
  expect(observedExchanges(record).map(({ isAlone }) => isAlone)).toEqual([false]);
  const { record: late } = await recordOfTrades({ trades: [buy('10', '21')] }, 'traded', [{ ...between, atMs: 900 }]);
  expect(observedExchanges(late).map(({ isAlone }) => isAlone)).toEqual([true]);
});

/** Amounts at an ask of 2.105 with two decimals: ties after an even and an odd digit, and values beside them. */
const rounded: Readonly<Record<RoundingMode, readonly [string, string, string, string]>> = {
  HALF_EVEN: ['2.10', '6.32', '8.42', '2.32'],
  HALF_UP: ['2.11', '6.32', '8.42', '2.32'],
  HALF_DOWN: ['2.10', '6.31', '8.42', '2.32'],
  UP: ['2.11', '6.32', '8.43', '2.32'],
  CEILING: ['2.11', '6.32', '8.43', '2.32'],
  DOWN: ['2.10', '6.31', '8.42', '2.31'],
  FLOOR: ['2.10', '6.31', '8.42', '2.31'],
};
const amounts = ['1', '3', '4.001', '1.101'] as const;

test('each rounding mode is distinguished from those that round otherwise', async () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const stated of Object.keys(rounded))
      for (const [mode, figures] of Object.entries(rounded)) {
        const trades = amounts.map((amount, at) => (side === 'BUY' ? buy : sell)(amount, figures[at] ?? ''));
        const prices = side === 'BUY' ? (['1.905', '2.105'] as const) : (['2.105', '2.305'] as const);
        const given = { side, prices, rate: { roundingMode: stated }, trades };
        const { deals } = await dealsOf(given);
        const same = (one: string, other: string) =>
          String(rounded[one as RoundingMode]) === String(rounded[other as RoundingMode]);
        // A falling balance may be rounded as a negative number, since its change is negative.
        const turned = { CEILING: 'FLOOR', FLOOR: 'CEILING' }[stated];
        const isConforming = same(stated, mode) || (side === 'BUY' && turned !== undefined && same(turned, mode));
        expect(codes(roundsAsStated(deals)), `${side} ${mode} where ${stated} is stated`).toEqual(
          isConforming ? [] : ['misrounded'],
        );
      }
});

test('more decimals than the scale warn, an unknown rounding mode does not', async () => {
  const at = async (quote: string, rate: Record<string, unknown> = {}) => {
    const { deals } = await dealsOf({ prices: ['1.905', '2.105'], rate, trades: [buy('3', quote)] });
    return codes(roundsAsStated(deals));
  };
  expect(await at('6.315')).toEqual(['misrounded']);
  expect(await at('6.31', { roundingMode: 'HALF_ODD' })).toEqual([]);
  expect(await at('6.31', { roundingMode: null })).toEqual([]);
  expect(await at('6.315', { scale: null })).toEqual([]);
});

test('rounding is not judged if the unrounded value is unknown', async () => {
  const prices = ['1.905', '2.105'] as const;
  const judged = async (one: SampleTrade) => codes(roundsAsStated((await dealsOf({ prices, trades: [one] })).deals));
  expect(await judged(buy('3', '6.21'))).toEqual(['notApplicable']);
  expect(await judged({ amount: '3', base: '1.5', quote: '-3' })).toEqual(['notApplicable']);
  expect(await judged({ ...buy('3', '6.31'), later: ['1.906', '2.106'] })).toEqual(['notApplicable']);
  expect(await judged({ ...buy('3', '6.31'), disturbed: true })).toEqual(['noEvidence']);
});

test('undisturbed orders show the asset of an amount and the price that was used', async () => {
  const learned = async (given: SampleTrades) =>
    exchangeObservations((await dealsOf(given)).record).map(({ key, value }) => `${key}: ${value}`);
  expect(await learned({ trades: [buy('10', '21')] })).toEqual(['BUY amount: in the base asset', 'BUY price: ask']);
  expect(await learned({ side: 'SELL', trades: [sell('10', '20')] })).toContain('SELL price: the middle');
  expect(await learned({ trades: [buy('10', '20.5')] })).toContain('BUY price: between bid and ask');
  expect(await learned({ trades: [{ amount: '10', base: '5', quote: '-10' }] })).toEqual([
    'BUY amount: in the quote asset',
  ]);
  expect(await learned({ trades: [{ ...buy('10', '21'), later: ['1.95', '2.15'] }] })).toEqual([
    'BUY amount: in the base asset',
  ]);
  expect(await learned({ trades: [{ ...buy('10', '21'), disturbed: true }] })).toEqual([]);
  const { deals } = await dealsOf({ trades: [buy('10', '50')] });
  expect(codes(missingObservations(deals))).toEqual(['notApplicable']);
});

test('an assertion with a lost exchange proves nothing', async () => {
  const { record, args } = await recordOfTrades({ trades: [buy('10', '21')] }, 'traded');
  const assertion = { kind: 'claim' as const, requirement: 'XCH-04a', oracle: 'traded' };
  const round = { ...args.rounds[0], created: 'p0-99' };
  record.add({ ...assertion, args: { ...args, rounds: [round] } });
  record.add({ ...assertion, oracle: 'crossPaidOut', args: { round, restored: 'p0-99' } });
  expect(observedExchanges(record)).toHaveLength(1);
});
