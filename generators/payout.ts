/** An address of another family of blockchains, well-formed there: both are contracts that everybody knows. */
const ofEvm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const ofTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Addresses that are none on the chain of a sound one, with what is wrong with each (OUT-04). */
export function badAddresses(sound: string): { why: string; address: string }[] {
  return [
    { why: 'an address of another chain', address: sound.startsWith('0x') ? ofTron : ofEvm },
    { why: 'an address that lacks its last character', address: sound.slice(0, -1) },
    { why: 'no address at all', address: 'nowhere' },
  ];
}
