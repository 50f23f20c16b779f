import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from '@playwright/test';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { canonicalAddress, chainFamily, isAddressOf } from './addresses.ts';

const base58check = createBase58check(sha256);

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** The examples in EIP-55. */
const checksummed = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

for (const address of checksummed) {
  test(`${address} is an EVM address, also in one letter case, but not with one letter changed`, () => {
    const digits = address.slice(2);
    const at = digits.search(/[a-zA-Z]/);
    const letter = digits.charAt(at);
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    for (const valid of [digits, digits.toLowerCase(), digits.toUpperCase()])
      expect(isAddressOf('ETHEREUM', `0x${valid}`)).toBe(true);
    expect(isAddressOf('ETHEREUM', `0x${digits.slice(0, at)}${turned}${digits.slice(at + 1)}`)).toBe(false);
    expect(isAddressOf('ETHEREUM', `0x${digits.slice(1)}`)).toBe(false);
    expect(isAddressOf('ETHEREUM', digits)).toBe(false);
  });
}

const validAddresses: Record<string, readonly string[]> = {
  TRON: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  BITCOIN: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  ],
  SOLANA: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '11111111111111111111111111111111'],
};

for (const [blockchain, addresses] of Object.entries(validAddresses)) {
  for (const address of addresses) {
    test(`${address} is an address of ${blockchain} only`, () => {
      expect(isAddressOf(blockchain, address)).toBe(true);
      expect(isAddressOf(blockchain, `${address} `)).toBe(false);
      expect(isAddressOf('ETHEREUM', address)).toBe(false);
      for (const other of Object.keys(validAddresses).filter((name) => name !== blockchain))
        expect(isAddressOf(other, address)).toBe(false);
    });
  }
}

const invalidAddresses: Record<string, readonly string[]> = {
  TRON: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', '', 'T0OIl'],
  BITCOIN: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    // From the examples of BIP-350: version 0 in bech32m, version 1 in bech32, another prefix.
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  ],
  SOLANA: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1vx', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT', '0'],
};

for (const [blockchain, texts] of Object.entries(invalidAddresses)) {
  for (const text of texts) {
    test(`"${text}" is no address of ${blockchain}`, () => {
      expect(isAddressOf(blockchain, text)).toBe(false);
    });
  }
}

test('every address that a chain can generate is valid', () => {
  fc.assert(
    fc.property(bytes(20), bytes(32), (hash, key) => {
      expect(isAddressOf('TRON', base58check.encode(Uint8Array.of(0x41, ...hash)))).toBe(true);
      expect(isAddressOf('TRON', base58check.encode(Uint8Array.of(0x00, ...hash)))).toBe(false);
      for (const version of [0x00, 0x05, 0x6f, 0xc4])
        expect(isAddressOf('BITCOIN', base58check.encode(Uint8Array.of(version, ...hash)))).toBe(true);
      expect(isAddressOf('BITCOIN', bech32.encode('bc', [0, ...bech32.toWords(hash)]))).toBe(true);
      expect(isAddressOf('BITCOIN', bech32m.encode('bc', [1, ...bech32m.toWords(key)]))).toBe(true);
      expect(isAddressOf('SOLANA', base58.encode(key))).toBe(true);
    }),
  );
});

test('testnets use the address format of their chain, and an unknown chain is not judged', () => {
  const names = {
    ETHEREUM_SEPOLIA: 'evm',
    BSC_TESTNET: 'evm',
    'BNB Smart Chain': 'evm',
    polygon: 'evm',
    ARBITRUM_ONE: 'evm',
    TRON_NILE: 'tron',
    BITCOIN_TESTNET: 'bitcoin',
    BITCOIN_CASH: undefined,
    TON: undefined,
    constructor: undefined,
    '': undefined,
  };
  for (const [name, family] of Object.entries(names)) expect(chainFamily(name), name).toBe(family);
  expect(isAddressOf('TON', 'anything')).toBeUndefined();
  expect(isAddressOf('SOLANA', '1'.repeat(1_000_000))).toBe(false);
});

test('addresses are equal if they differ only in a letter case without meaning', () => {
  const [address = ''] = checksummed;
  const [tron = ''] = validAddresses['TRON'] ?? [];
  expect(canonicalAddress(address)).toBe(canonicalAddress(address.toLowerCase()));
  expect(canonicalAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatch(/^bc1qw/);
  expect(canonicalAddress(tron)).toBe(tron);
});
