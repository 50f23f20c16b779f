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
const chainNamesIn = (text: string): string[] =>
  matching(chainWords, spaced(text)).filter((name) => !ambiguous.has(name));

/** True for a blockchain that has a name which means nothing else, so that a page without that name does not name it. */
export const isRecognized = (chain: string): boolean => chain in chainWords && !ambiguous.has(chain);

/** A label of a blockchain before its name. */
const label =
  /^\s*(?:block ?chain|chain|network|netzwerk|netz|réseau|red|rede|rete|sieć|ağ|сеть|мережа|желі)\s*[:：]\s*/i;

/** Words that may stand beside the name of a blockchain without saying more: what it is, its tokens and its coins. */
const besides =
  /\b(?:network|netzwerk|block ?chain|chain|mainnet|testnet|sepolia|nile|shasta|amoy|devnet|smart|one|pos|c|(?:trc|erc|bep)[- ]?20|spl|usdt|usdc|dai|btc|eth|trx|sol|bnb|pol)\b|[^\p{L}]+/giu;

/** Words of a sentence that warns of something, so that what it names is not what it asks for. */
const warning =
  /\b(?:not?|never|don't|nor|without|except|avoid|wrong|other|lose|loss|lost|unlike|instead|nicht|nie|kein\w*|ne|pas|jamais|nunca|não|non|nie|değil)\b|n['’]t\b|(?<!\p{L})(?:не|ни|никогда|кроме|ніколи|крім)(?!\p{L})/iu;

/**
 * Returns the blockchains that a text says to be the one to pay on: as a labelled value, alone in its cell, or right after the amount or the coin to send. A
 * warning names others.
 */
export function chainsToPayOn(text: string, currency: string): string[] {
  const plain = spaced(text);
  const value = plain.replace(label, '');
  const names = chainNamesIn(value);
  const rest = names.reduce((left, name) => left.replace(new RegExp(chainWords[name] ?? /$^/, 'gi'), ' '), value);
  if (names.length > 0 && rest.replace(besides, '') === '') return names;
  const after = new RegExp(
    `\\b${currency}\\b(?:[\\s(]+(?:\\p{Ll}{1,8}|Netzwerk)){0,3}[\\s(]+(\\p{Lu}\\p{L}+(?:[- ]?20)?)`,
    'gu',
  );
  const sentences = plain.split(/[.!?;](?=\s|$)/).filter((one) => !warning.test(one));
  return sentences.flatMap((one) => [...one.matchAll(after)].flatMap(([, name = '']) => chainNamesIn(name)));
}

/** True if a text names the blockchain of an asset. A testnet's own name is one more word. */
export const namesChainOf = (asset: string, text: string): boolean =>
  chainsIn(text).includes(firstWord(blockchainOf(asset)));

/** True if a text has a name of the blockchain of an asset, also one that several share, whatever else it names. */
export const namesOwnChain = (asset: string, text: string): boolean =>
  [...matching(chainWords, spaced(text)), ...matching(sharedWords, spaced(text))].includes(chainOf(asset));

/** True if a text names the currency of an asset. */
export function namesCurrencyOf(asset: string, text: string): boolean {
  const currency = currencyOf(asset);
  return currenciesIn(text).includes(currency) || new RegExp(`\\b${currency}\\b`).test(spaced(text));
}

/** The first word of the blockchain of an asset. */
export const chainOf = (asset: string): string => firstWord(blockchainOf(asset));
