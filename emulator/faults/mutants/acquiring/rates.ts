import { isMoney, money, ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the rates of acquiring (§ Acquiring rate). */
export const acquiringRateMutants: readonly Mutant[] = [
  {
    name: 'acquiring-rate-zero',
    breaks: 'ART-01',
    level: 'answer',
    because: 'the price feed of acquiring is down, and a missing price is zero',
    rules: { acquiringRateShown: (record) => ({ ...record, rate: ZERO }) },
  },
  {
    name: 'acquiring-rate-of-one-for-the-euro',
    breaks: 'ART-01',
    level: 'answer',
    because: 'a pair that the feed lacks has the rate of another currency',
    warns: ['ART-01'],
    rules: {
      acquiringRateShown: (record) => (record['quoteAsset'] === 'EUR' ? { ...record, rate: money('1.4211') } : record),
    },
  },
  {
    name: 'acquiring-rate-in-hundredths',
    breaks: 'ART-01',
    level: 'answer',
    because: 'rates are kept as whole hundredths, and shown as they are kept',
    warns: ['ART-01'],
    rules: {
      acquiringRateShown: ({ rate, ...record }) => ({ ...record, rate: isMoney(rate) ? rate.times(100) : null }),
    },
  },
  {
    name: 'acquiring-rate-of-longer-quote',
    breaks: 'ART-02',
    level: 'request',
    because: 'the code of a currency is cut to three letters',
    rules: {
      rateCurrencyOf: (assets, named) =>
        conformingRules.rateCurrencyOf(assets, /^[A-Z]{3}\d$/.test(named) ? named.slice(0, 3) : named),
    },
  },
  {
    name: 'acquiring-rate-of-either-way',
    breaks: 'ART-01',
    level: 'answer',
    because: 'the price of a pair is kept under its sorted names',
    rules: {
      acquiringRateShown: (record) =>
        record['baseAsset'] === 'USDT' && record['quoteAsset'] === 'USDC'
          ? { ...record, rate: money('1.0013') }
          : record,
    },
  },
  {
    name: 'acquiring-rate-null-between-chains',
    breaks: 'ART-01',
    level: 'answer',
    because: 'no market trades a coin for itself on another chain, and a missing price is null',
    rules: {
      acquiringRateShown: (record) => {
        const [base, quote] = [record['baseAsset'], record['quoteAsset']].map((one) => String(one).split('_').at(-1));
        return base === quote ? { ...record, rate: null } : record;
      },
    },
  },
  {
    name: 'acquiring-rate-negative',
    breaks: 'ART-01',
    level: 'answer',
    because: 'the rate is shown from the service’s side, as what it gives',
    rules: {
      acquiringRateShown: ({ rate, ...record }) => ({ ...record, rate: isMoney(rate) ? rate.negated() : null }),
    },
  },
  {
    name: 'acquiring-rate-as-text',
    breaks: 'ART-01',
    level: 'answer',
    because: 'a rate is written as text to preserve its digits',
    rules: { acquiringRateShown: ({ rate, ...record }) => ({ ...record, rate: isMoney(rate) ? rate.toFixed() : '' }) },
  },
  {
    name: 'acquiring-rate-always-in-tether',
    breaks: 'ART-01',
    level: 'answer',
    because: 'the quote asset is always the one that the market trades in',
    rules: { acquiringRateShown: (record) => ({ ...record, quoteAsset: 'USDT' }) },
  },
  {
    name: 'acquiring-rate-turned-around',
    breaks: 'ART-01',
    level: 'answer',
    because: 'base and quote are swapped in the record',
    rules: {
      acquiringRateShown: ({ baseAsset, quoteAsset, rate }) => ({ baseAsset: quoteAsset, quoteAsset: baseAsset, rate }),
    },
  },
  {
    name: 'unknown-rate-is-null',
    breaks: 'ART-02',
    level: 'answer',
    because: 'an unknown asset is answered with 200 and null',
    rules: { unknownRateAnswer: () => null },
  },
  {
    name: 'unknown-rate-is-zero',
    breaks: 'ART-02',
    level: 'answer',
    because: 'an asset that nobody trades gets the rate zero',
    rules: { unknownRateAnswer: () => ({ baseAsset: 'NONE', quoteAsset: 'NONE', rate: ZERO }) },
  },
  {
    name: 'unknown-rate-crashes',
    breaks: 'ART-02',
    level: 'request',
    because: 'an unknown asset is not handled',
    rules: { refusalStatus: (code) => (code === 'unknown_asset' ? 500 : conformingRules.refusalStatus(code)) },
  },
];
