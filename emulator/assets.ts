import { type Money, money } from './money.ts';

/** One crypto currency on one blockchain, as acquiring knows it: `<BLOCKCHAIN>_<CURRENCY>`. */
export interface Asset {
  readonly id: string;
  readonly blockchain: string;
  readonly currency: string;
  readonly name: string;
  readonly tokenStandard: string;
  readonly contractAddress: string;
  readonly minLimit: Money;
  readonly maxLimit: Money;
  readonly networkFeeEstimate: Money;
}

type Row = readonly [id: string, name: string, standard: string, contract: string, networkFee: string];

const ROWS: readonly Row[] = [
  ['ETHEREUM_USDT', 'Tether USD', 'ERC-20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', '1.2'],
  ['ETHEREUM_USDC', 'USD Coin', 'ERC-20', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '1.2'],
  ['TRON_USDT', 'Tether USD', 'TRC-20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0.9'],
  ['SOLANA_USDT', 'Tether USD', 'SPL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', '0.1'],
  ['SOLANA_USDC', 'USD Coin', 'SPL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '0.1'],
];

/** The assets of crypto acquiring (§ Crypto acquiring request). */
const ASSETS: readonly Asset[] = ROWS.map(([id, name, tokenStandard, contractAddress, networkFee]) => {
  const [blockchain = '', currency = ''] = id.split('_');
  return {
    id,
    blockchain,
    currency,
    name,
    tokenStandard,
    contractAddress,
    minLimit: money('1'),
    maxLimit: money('999999'),
    networkFeeEstimate: money(networkFee),
  };
});

/** The asset of an identifier, undefined when there is none. */
export const assetOf = (id: string): Asset | undefined => ASSETS.find((asset) => asset.id === id);

/** What one unit of a crypto currency is worth in a fiat one: the rates of § Acquiring rate and of conversions. */
const RATES: readonly (readonly [base: string, quote: string, rate: string])[] = [
  ['USDT', 'USD', '1.0054'],
  ['USDT', 'EUR', '0.9211'],
  ['USDC', 'USD', '1.0067'],
  ['USDC', 'EUR', '0.9223'],
  ['BTC', 'USD', '65012.4'],
  ['BTC', 'EUR', '59860.7'],
  ['BTC', 'USDT', '65000.1'],
  ['ETH', 'USD', '3400.9'],
  ['ETH', 'USDT', '3400.2'],
];

/** The fiat currencies in which acquiring amounts may be given. */
export const AMOUNT_CURRENCIES: readonly string[] = ['USD', 'EUR'];

/** The rate of a base in a quote; undefined when the service has none. A currency is worth 1 of itself. */
export function rateOf(base: string, quote: string): Money | undefined {
  if (base === quote) return ASSETS.some(({ currency }) => currency === base) ? money(1) : undefined;
  const row = RATES.find(([from, to]) => from === base && to === quote);
  return row && money(row[2]);
}
