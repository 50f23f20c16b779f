/** An address of another family of blockchains, well-formed there: both are contracts that everybody knows. */
const ofEvm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const ofTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** What is wrong with a pay-out in coins (OUT-04): its address is none of its chain, or the chain is not said. */
export const payoutAddressFaults = [
  'no blockchain',
  'an address of another chain',
  'an address that lacks its last character',
] as const;

/** Addresses that are none on the chain of a sound one, by what is wrong with each. */
export function invalidAddresses(sound: string): Readonly<Record<string, string>> {
  return {
    'an address of another chain': sound.startsWith('0x') ? ofTron : ofEvm,
    'an address that lacks its last character': sound.slice(0, -1),
  } satisfies Partial<Record<(typeof payoutAddressFaults)[number], string>>;
}
