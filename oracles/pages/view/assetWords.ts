import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';

/** What people call a blockchain, by the first word of its name in the interface. */
const chainWords: Readonly<Record<string, RegExp>> = {
  ETHEREUM: /\bethereum\b/i,
  TRON: /\btron\b|\btrc[- ]?20\b/i,
  SOLANA: /\bsolana\b|\bspl\b/i,
  BSC: /\bbsc\b|\bbnb\b|\bbinance\b|\bbep[- ]?20\b/i,
  POLYGON: /\bpolygon\b|\bmatic\b/i,
  ARBITRUM: /\barbitrum\b/i,
  OPTIMISM: /\boptimism\b/i,
  BASE: /\bbase\b(?! (?:amount|currency|asset))/i,
  AVALANCHE: /\bavalanche\b|\bavax\b/i,
  TON: /\bton\b(?!ight)|\btoncoin\b/i,
  BITCOIN: /\bbitcoin\b/i,
};

/** Names that several blockchains share; they count only where no other name stands. */
const sharedWords: Readonly<Record<string, RegExp>> = { ETHEREUM: /\berc[- ]?20\b/i };

/** A coin whose short name also names its blockchain. */
const coinChains: Readonly<Record<string, string>> = { ETH: 'ETHEREUM', TRX: 'TRON', SOL: 'SOLANA', BTC: 'BITCOIN' };

/** Currencies by the names that people use for them. */
const currencyWords: Readonly<Record<string, RegExp>> = {
  USDT: /\bUSDT\b|\btether\b/i,
  USDC: /\bUSDC\b|\busd coin\b/i,
  DAI: /\bDAI\b/,
  BTC: /\bBTC\b/,
  ETH: /\bETH\b|\bether\b/,
  TRX: /\bTRX\b/,
  SOL: /\bSOL\b/,
  LTC: /\bLTC\b|\blitecoin\b/i,
};

const stable: ReadonlySet<string> = new Set(['USDT', 'USDC', 'DAI']);

const spaced = (text: string) => text.replaceAll('_', ' ');

const firstWord = (chain: string) => chain.split('_')[0] ?? chain;

const matching = (words: Readonly<Record<string, RegExp>>, text: string) =>
  Object.entries(words).flatMap(([name, is]) => (is.test(text) ? [name] : []));

/** The crypto currencies that a text names. A coin beside a stable currency names its blockchain. */
export function currenciesIn(text: string): string[] {
  const named = matching(currencyWords, spaced(text));
  const stables = named.filter((name) => stable.has(name));
  return stables.length > 0 ? stables : named;
}

/** The blockchains that a text names, each by the first word of its name in the interface. */
export function chainsIn(text: string): string[] {
  const plain = spaced(text);
  const named = matching(chainWords, plain);
  const coins = matching(currencyWords, plain);
  const ofCoins = coins.some((name) => stable.has(name)) ? coins.flatMap((name) => coinChains[name] ?? []) : [];
  const all = [...new Set([...named, ...ofCoins])];
  return all.length > 0 ? all : matching(sharedWords, plain);
}

/** Words that a text may also have for another reason. */
const ambiguous: ReadonlySet<string> = new Set(['BASE', 'TON', 'OPTIMISM']);

/** The blockchains that a text names by names that mean nothing else, not by a coin or a standard that several share. */
export const chainNamesIn = (text: string): string[] =>
  matching(chainWords, spaced(text)).filter((name) => !ambiguous.has(name));

/** True if a text names the blockchain of an asset. A testnet's own name is one more word. */
export const namesChainOf = (asset: string, text: string): boolean =>
  chainsIn(text).includes(firstWord(blockchainOf(asset)));

/** True if a text names the currency of an asset. */
export function namesCurrencyOf(asset: string, text: string): boolean {
  const currency = currencyOf(asset);
  return currenciesIn(text).includes(currency) || new RegExp(`\\b${currency}\\b`).test(spaced(text));
}

/** The first word of the blockchain of an asset. */
export const chainOf = (asset: string): string => firstWord(blockchainOf(asset));
