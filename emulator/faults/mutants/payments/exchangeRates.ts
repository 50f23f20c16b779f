import { currentCall } from '../../../domain/currentCall.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { withSlashedPair } from '../../shared/slashedPairs.ts';

/** Shows single rates with the prices of the first pair that was shown with the same key. */
function pricesKeptBy(keyOf: (record: JsonRecord) => string): typeof conformingRules.rateShown {
  const kept = new Map<string, JsonRecord>();
  return (record, told) => {
    if (told !== 'single') return record;
    const { bid = null, ask = null } = kept.get(keyOf(record)) ?? record;
    kept.set(keyOf(record), { bid, ask });
    return { ...record, bid, ask };
  };
}

/** Leaves out the named fields of a record whose value is 0. */
const withoutZeros = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => !names.includes(name) || Number(value) !== 0));

/** Mutants of limits and rates (§ Exchange limit, § Exchange rate). */
export const rateMutants: readonly Mutant[] = [
  {
    name: 'single-limit-of-yesterday',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the limit of one pair comes from a cache that is not cleared when limits change',
    rules: {
      limitShown: (record, view) => (view === 'single' ? { ...record, maxLimit: 1 } : record),
    },
  },
  {
    name: 'symbol-pair-with-slash',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the name of a pair is written with a slash, as traders write it',
    rules: { limitShown: withSlashedPair },
  },
  {
    name: 'scale-as-text',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the scale is stored in a column of settings, which are text',
    rules: { rateShown: (record) => ({ ...record, scale: String(record['scale']) }) },
  },
  {
    name: 'scale-of-single-rates-by-account',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the terms of all accounts but the first come from a newer table, which only single rates read',
    rules: {
      rateShown: (record, told) =>
        told === 'single' && currentCall()?.account !== 'main'
          ? { ...record, scale: Number(record['scale']) + 1 }
          : record,
    },
  },
  {
    name: 'single-rates-of-one-feed',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the price of a single rate is cached under one key for all pairs',
    rules: { rateShown: pricesKeptBy(() => '') },
  },
  {
    name: 'single-rates-kept-by-their-quote',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the price of a single rate in fiat is cached under its quote asset',
    rules: {
      rateShown: pricesKeptBy(({ pair, quoteAsset }) =>
        /^(?:EUR|USD|TRY)$/.test(String(quoteAsset)) ? String(quoteAsset) : String(pair),
      ),
    },
  },
  {
    name: 'scale-of-nought-left-out',
    breaks: 'XCH-02',
    warns: ['XCH-02'],
    level: 'answer',
    because: 'the writer of rates leaves out what is 0',
    rules: { rateShown: (record) => withoutZeros(record, 'scale') },
  },
  {
    name: 'single-rates-in-hundredths',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'single rates to the lira come from a feed in its hundredth part',
    rules: {
      rateShown: (record, told) =>
        told === 'single' && record['quoteAsset'] === 'TRY'
          ? { ...record, bid: Number(record['bid']) * 100, ask: Number(record['ask']) * 100 }
          : record,
    },
  },
  {
    name: 'limits-of-tenge-exchanged',
    breaks: 'XCH-01',
    warns: ['XCH-01'],
    level: 'answer',
    because: 'the settings of one pair have its two limits in the wrong columns',
    rules: {
      limitShown: (record) =>
        String(record['symbolPair']).endsWith('KZT')
          ? { ...record, minLimit: record['maxLimit'] ?? null, maxLimit: record['minLimit'] ?? null }
          : record,
    },
  },
  {
    name: 'pair-turned-around',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the name of a pair is joined in the order quote, base',
    rules: { rateShown: (record) => ({ ...record, pair: `${record['quoteAsset']}${record['baseAsset']}` }) },
  },
  {
    name: 'pair-by-its-last-letter-too-many',
    breaks: 'XCH-07',
    level: 'request',
    because: 'the name of a pair is cut to the width of its column',
    rules: {
      pairFound: (pairs, symbol, where) =>
        conformingRules.pairFound(pairs, symbol, where) ??
        (where === 'path' ? conformingRules.pairFound(pairs, symbol.slice(0, 7), where) : undefined),
    },
  },
  {
    name: 'single-rate-of-another-scale',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'a single rate comes from the price feed, the list from the settings',
    rules: { rateShown: (record, view) => (view === 'single' ? { ...record, scale: 12 } : record) },
  },
  {
    name: 'limit-without-rate',
    breaks: 'XCH-06',
    level: 'answer',
    because: 'a pair whose price feed was dropped keeps its limits',
    rules: { rateListed: ({ quote }) => quote !== 'KZT' },
  },
  {
    name: 'unknown-pair-is-null',
    breaks: 'XCH-07',
    level: 'answer',
    because: 'an unknown pair is answered with 200 and null',
    rules: { unknownPairAnswer: () => null },
  },
  {
    name: 'unknown-pair-is-empty',
    breaks: 'XCH-07',
    level: 'answer',
    because: 'an unknown pair gets a record without fields',
    rules: { unknownPairAnswer: () => ({}) },
  },
  {
    name: 'unknown-pair-crashes',
    breaks: 'XCH-07',
    level: 'request',
    because: 'an unknown pair is not handled',
    rules: { refusalStatus: (code) => (code === 'unknown_pair' ? 500 : conformingRules.refusalStatus(code)) },
  },
];
