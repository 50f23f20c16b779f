import { type Money, money } from './money.ts';

/** One crypto currency on one blockchain, as acquiring names it: `<BLOCKCHAIN>_<CURRENCY>`. */
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
  ['SOLANA_USDT', 'Tether USD', 'SPL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', '0.04'],
  ['SOLANA_USDC', 'USD Coin', 'SPL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '0.04'],
  ['POLYGON_USDC', 'USD Coin', 'ERC-20', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0.2'],
  ['TON_USDT', 'Tether USD', 'Jetton', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', '0.1'],
];

/** The assets of crypto acquiring (§ Crypto acquiring request). */
export const ASSETS: readonly Asset[] = ROWS.map(([id, name, tokenStandard, contractAddress, networkFee]) => {
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

/** The value of one unit of a crypto currency in another currency, for § Acquiring rate and for conversions. */
const RATES: readonly (readonly [base: string, quote: string, rate: string])[] = [
  ['USDT', 'USD', '1.0054'],
  ['USDT', 'EUR', '0.9211'],
  ['USDT', 'USDC', '0.9987'],
  ['USDC', 'USD', '1.0067'],
  ['USDC', 'EUR', '0.9223'],
  ['USDC', 'USDT', '1.0013'],
  ['BTC', 'USD', '65012.4'],
  ['BTC', 'EUR', '59860.7'],
  ['BTC', 'USDT', '65000.1'],
  ['ETH', 'USD', '3400.9'],
  ['ETH', 'USDT', '3400.2'],
];

/** Returns the currencies in which an amount of a crypto currency may be given: first the crypto currency itself, then every currency with a rate. */
export const amountCurrencies = (currency: string): string[] => [
  currency,
  ...RATES.filter(([base]) => base === currency).map(([, quote]) => quote),
];

/** The currencies in which a checkout may be priced: every currency with a rate for some asset. */
export const PRICE_CURRENCIES: ReadonlySet<string> = new Set(
  ASSETS.flatMap(({ currency }) => amountCurrencies(currency)),
);

/** The rate of a base currency in a quote currency; 1 for the same currency, undefined if the service has no rate. */
export function rateOf(base: string, quote: string): Money | undefined {
  if (base === quote) return ASSETS.some(({ currency }) => currency === base) ? money(1) : undefined;
  const row = RATES.find(([from, to]) => from === base && to === quote);
  return row && money(row[2]);
}
