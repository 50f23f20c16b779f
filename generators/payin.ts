/** Bank codes that sources name for IDR, without agreeing which belong to pay-ins and which to pay-outs (§ Payments, both bodies). */
export const bankCodes: readonly string[] = ['CIMB', 'BNI', 'BCA', 'PERMATA', 'BT', 'I1', 'M1', 'RI', 'QRIS'];

/** Values that are in no list of interface.md, by field; XTS is the currency code that ISO 4217 keeps for tests. */
export const unlisted: readonly { name: 'currency' | 'method'; value: string }[] = [
  { name: 'currency', value: 'XTS' },
  { name: 'method', value: 'CARRIER_PIGEON' },
];

/** Texts beyond ASCII, by what is new in each; a comment that has them all costs one POST. */
export const beyondAscii: Readonly<Record<string, string>> = {
  'Latin letters with marks': 'Zoë Łódź',
  Cyrillic: 'Платёж',
  Arabic: 'دفع',
  'Chinese characters': '付款',
  'symbols of the basic plane': '€ ☂',
  'characters beyond the basic plane': '𝄞 😀',
  'combining marks': 'e\u0301',
};
