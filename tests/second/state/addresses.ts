import { randomBytes } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, createBase58check } from '@scure/base';
import { randomHex } from '../core/ids.ts';
import type { AddressFamily } from './assets.ts';

const base58check = createBase58check(sha256);

const MAKERS: Record<AddressFamily, () => string> = {
  EVM: () => `0x${randomHex(20)}`,
  TRON: () => base58check.encode(Uint8Array.of(0x41, ...randomBytes(20))),
  SOLANA: () => base58.encode(randomBytes(32)),
  BITCOIN: () => bech32.encode('tb', [0, ...bech32.toWords(randomBytes(20))]),
};

/** A fresh address of a family of blockchains. */
export function newAddress(family: AddressFamily): string {
  return MAKERS[family]();
}

/** The form in which addresses are compared: hex addresses do not mind letter case. */
export function addressKey(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}
