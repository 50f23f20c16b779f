/** Well-formed addresses of two families of blockchains; both are well-known contracts. */
const ofEvm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const ofTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Defects of a pay-out in coins (OUT-04): its address does not belong to its chain. */
export const payoutAddressFaults = ['an address of another chain', 'an address that lacks its last character'] as const;

/** Returns addresses that are invalid on the chain of a valid address, by their defect. */
export function invalidAddresses(valid: string): Readonly<Record<string, string>> {
  return {
    'an address of another chain': valid.startsWith('0x') ? ofTron : ofEvm,
    'an address that lacks its last character': valid.slice(0, -1),
  } satisfies Record<(typeof payoutAddressFaults)[number], string>;
}
