import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { bytes, type Random } from './random.ts';

type Family = 'evm' | 'tron' | 'bitcoin' | 'solana' | 'ton';

/** The address family of each blockchain that the service knows. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  ETHEREUM: 'evm',
  POLYGON: 'evm',
  BASE: 'evm',
  BSC: 'evm',
  ARBITRUM: 'evm',
  OPTIMISM: 'evm',
  TRON: 'tron',
  BITCOIN: 'bitcoin',
  SOLANA: 'solana',
  TON: 'ton',
};

const base58check = createBase58check(sha256);
const BITCOIN_VERSIONS = [0x00, 0x05, 0x6f, 0xc4];
const TRON_VERSION = 0x41;

const wellFormed: Record<Family, (address: string) => boolean> = {
  evm: (address) => {
    const digits = address.slice(2);
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
    return digits === digits.toLowerCase() || digits === digits.toUpperCase() || address === checksummed(digits);
  },
  tron: (address) => {
    const raw = decoded(() => base58check.decode(address));
    return raw.length === 21 && raw[0] === TRON_VERSION;
  },
  bitcoin: (address) => isSegwit(address) || isLegacy(address),
  solana: (address) => decoded(() => base58.decode(address)).length === 32,
  ton: (address) => /^[EU]Q[\w-]{46}$/.test(address),
};

const fresh: Record<Family, (random: Random) => string> = {
  evm: (random) => checksummed(Buffer.from(bytes(random, 20)).toString('hex')),
  tron: (random) => base58check.encode(Uint8Array.of(TRON_VERSION, ...bytes(random, 20))),
  bitcoin: (random) => bech32.encode('bc', [0, ...bech32.toWords(bytes(random, 20))]),
  solana: (random) => base58.encode(bytes(random, 32)),
  // The emulator does not verify the checksum of a TON address, because only a wallet would read the checksum.
  ton: (random) =>
    `UQ${Buffer.from([...bytes(random, 32), ...bytes(random, 3)])
      .toString('base64url')
      .slice(0, 46)}`,
};

/** True if an address has the format and checksum of its blockchain; false for an unknown blockchain. */
export function isAddress(address: string, blockchain: string): boolean {
  const family = FAMILIES[blockchain];
  return family !== undefined && address.length <= 100 && wellFormed[family](address);
}

/** Creates a well-formed address of a blockchain. Throws for a blockchain that is not in FAMILIES. */
export function newAddress(random: Random, blockchain: string): string {
  const family = FAMILIES[blockchain];
  if (family === undefined) throw new Error(`no address family for blockchain ${blockchain}: add it to FAMILIES`);
  return fresh[family](random);
}

/** Applies EIP-55: a letter of the address becomes upper-case if the hash of the lower-case address has a digit of 8 or more at the same place. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'latin1'))).toString('hex');
  return `0x${[...lower].map((digit, place) => (Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

function isLegacy(address: string): boolean {
  const raw = decoded(() => base58check.decode(address));
  return raw.length === 21 && BITCOIN_VERSIONS.includes(raw[0] ?? -1);
}

function isSegwit(address: string): boolean {
  const [version, code] = /^(bc|tb)1q/i.test(address) ? [0, bech32] : [1, bech32m];
  if (!/^(bc|tb)1[a-z0-9]+$/i.test(address)) return false;
  return (
    decoded(() => {
      const { words } = code.decode(address as `${string}1${string}`);
      const program = code.fromWords(words.slice(1));
      return words[0] === version && [20, 32].includes(program.length) ? program : new Uint8Array();
    }).length > 0
  );
}

function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch {
    return new Uint8Array();
  }
}
