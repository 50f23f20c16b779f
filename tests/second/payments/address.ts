import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** True when decoding a text neither throws nor gives nothing. */
function decodes(decode: () => unknown): boolean {
  try {
    return Boolean(decode());
  } catch {
    return false;
  }
}

/** True for the hash of a key or script after a byte of version. */
const isVersioned = (address: string) => decodes(() => base58check.decode(address).length === 21);

const CHECKS: Record<string, (address: string) => boolean> = {
  ETHEREUM: (address) => /^0x[0-9a-f]{40}$/i.test(address),
  TRON: (address) => address.startsWith('T') && isVersioned(address),
  BITCOIN: (address) =>
    isVersioned(address) || [bech32, bech32m].some((form) => decodes(() => form.decodeUnsafe(address as `${string}1`))),
};

/** True when a text is an address of a blockchain, as far as its form tells. */
export function isAddressOn(blockchain: string | undefined, address: string): boolean {
  return CHECKS[blockchain ?? '']?.(address) ?? true;
}
