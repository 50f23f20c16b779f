import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of limits and rates (§ Exchange limit, § Exchange rate). */
export const rateMutants: readonly Mutant[] = [
  {
    name: 'single-limit-of-yesterday',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the limit of one pair comes from a cache that is not emptied when limits change',
    rules: {
      limitShown: (record, told) => (told === 'single' ? { ...record, maxLimit: 1 } : record),
    },
  },
  {
    name: 'symbol-pair-with-slash',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the name of a pair is written as traders write it',
    rules: {
      limitShown: (record) => ({
        ...record,
        symbolPair: String(record['symbolPair']).replace(/(USDT|[A-Z]{3})$/, '/$1'),
      }),
    },
  },
  {
    name: 'scale-as-text',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the scale is kept in a column of settings, which are texts',
    rules: { rateShown: (record) => ({ ...record, scale: String(record['scale']) }) },
  },
  {
    name: 'pair-turned-around',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the name of a pair is put together from quote and base',
    rules: { rateShown: (record) => ({ ...record, pair: `${record['quoteAsset']}${record['baseAsset']}` }) },
  },
  {
    name: 'single-rate-of-another-scale',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'one rate is told from the price feed, the list from the settings',
    rules: { rateShown: (record, told) => (told === 'single' ? { ...record, scale: 12 } : record) },
  },
  {
    name: 'limit-without-rate',
    breaks: 'XCH-06',
    level: 'answer',
    because: 'a pair whose price feed was given up keeps its limits',
    rules: { rateListed: ({ quote }) => quote !== 'KZT' },
  },
  {
    name: 'unknown-pair-is-null',
    breaks: 'XCH-07',
    level: 'answer',
    because: 'what is not found is answered 200 with null',
    rules: { unknownPairAnswer: () => null },
  },
  {
    name: 'unknown-pair-is-empty',
    breaks: 'XCH-07',
    level: 'answer',
    because: 'an unknown pair gets a record without any field',
    rules: { unknownPairAnswer: () => ({}) },
  },
  {
    name: 'unknown-pair-crashes',
    breaks: 'XCH-07',
    level: 'request',
    because: 'nobody thought of a pair that is not there',
    rules: { refusalStatus: (code) => (code === 'unknown_pair' ? 500 : conformingRules.refusalStatus(code)) },
  },
];
