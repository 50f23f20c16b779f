import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';

/** Groups of blockchains that share an address format. */
type ChainFamily = 'evm' | 'tron' | 'bitcoin' | 'solana';

/** The address format of each known blockchain, by the first word of its name. */
const families: Readonly<Record<string, ChainFamily>> = {
  ETH: 'evm',
  ETHEREUM: 'evm',
  SEPOLIA: 'evm',
  HOLESKY: 'evm',
  BSC: 'evm',
  BNB: 'evm',
  BINANCE: 'evm',
  POLYGON: 'evm',
  MATIC: 'evm',
  AMOY: 'evm',
  ARBITRUM: 'evm',
  OPTIMISM: 'evm',
  BASE: 'evm',
  AVALANCHE: 'evm',
  TRON: 'tron',
  TRX: 'tron',
  BITCOIN: 'bitcoin',
  BTC: 'bitcoin',
  SOLANA: 'solana',
  SOL: 'solana',
};

/** The blockchains whose address format is known, by the first word of their names. */
export const knownBlockchains: readonly string[] = Object.keys(families);

/** Words after the first that do not change the address format: BITCOIN_TESTNET uses the format of BITCOIN, but BITCOIN_CASH is another chain. */
const sameChain =
  /^(?:MAINNET|TESTNET|DEVNET|SEPOLIA|HOLESKY|AMOY|FUJI|NILE|SHASTA|SIGNET|SMART|CHAIN|NETWORK|ONE|POS|C|\d+)$/;

/** Returns the address format of a blockchain, the same for its testnets; undefined if the blockchain is unknown. */
export function chainFamily(blockchain: string): ChainFamily | undefined {
  const [first = '', ...others] = blockchain.toUpperCase().split(/[\s_-]+/);
  if (!Object.hasOwn(families, first) || !others.every((word) => sameChain.test(word))) return undefined;
  return families[first];
}

/** Returns the decoded value, or undefined if the decoder throws. */
function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

const base58check = createBase58check(sha256);

/** True for a version byte and a hash of 20 bytes with a valid checksum. */
function isHashOf(versions: readonly number[], text: string): boolean {
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && versions.includes(bytes[0] ?? -1);
}

/** Writes the checksum of a hexadecimal address as mixed case (EIP-55): a letter is upper case if the hash has a digit of 8 or more there. */
function withChecksum(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits.toLowerCase())));
  return [...digits.toLowerCase()]
    .map((digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit))
    .join('');
}

function isEvmAddress(text: string): boolean {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined) return false;
  // An address in a single case carries no checksum.
  return [digits.toLowerCase(), digits.toUpperCase(), withChecksum(digits)].includes(digits);
}

const bitcoinPrefixes = ['bc', 'tb', 'bcrt'];

/** True for a witness program: version 0 in bech32 with 20 or 32 bytes, a later version in bech32m with 2 to 40. */
function isWitness(text: string): boolean {
  if (!bitcoinPrefixes.some((prefix) => text.toLowerCase().startsWith(`${prefix}1`))) return false;
  const old = decoded(() => bech32.decode(text as `${string}1${string}`));
  const { words } = old ?? decoded(() => bech32m.decode(text as `${string}1${string}`)) ?? { words: [] };
  const [version = -1, ...program] = words;
  const bytes = decoded(() => bech32.fromWords(program))?.length ?? 0;
  if (old) return version === 0 && (bytes === 20 || bytes === 32);
  return version >= 1 && version <= 16 && bytes >= 2 && bytes <= 40;
}

/** Versions of keys and scripts on the main chain, then on its testnets. */
const bitcoinVersions = [0x00, 0x05, 0x6f, 0xc4];

const isAddress: Readonly<Record<ChainFamily, (text: string) => boolean>> = {
  evm: isEvmAddress,
  tron: (text) => isHashOf([0x41], text),
  bitcoin: (text) => isHashOf(bitcoinVersions, text) || isWitness(text),
  solana: (text) => decoded(() => base58.decode(text))?.length === 32,
};

/** No address is longer than this, and decoding a longer text takes a long time. */
const mostCharacters = 90;

/** Normalises an address for comparison: hexadecimal and bech32 addresses are the same in either case. */
export function canonicalAddress(text: string): string {
  return /^(?:0x[0-9a-f]{40}|(?:bc|tb|bcrt)1[0-9a-z]+)$/i.test(text) ? text.toLowerCase() : text;
}

/** True if a text is a well-formed address of a blockchain; undefined if the blockchain is unknown. */
export function isAddressOf(blockchain: string, text: string): boolean | undefined {
  const family = chainFamily(blockchain);
  return family && text.length <= mostCharacters && isAddress[family](text);
}
