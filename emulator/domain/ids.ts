/** An identifier prefix of § General conventions, or INT for an integration, which only search uses. */
export type Prefix = 'PMT' | 'ORD' | 'PMD' | 'OWN' | 'CCO' | 'CAP' | 'CAPD' | 'CASB' | 'UBADR' | 'TKN' | 'INT';

/** True if a text is an identifier with this prefix; hex digits in either case. */
export const isId = (text: string, prefix: Prefix): boolean =>
  text.startsWith(`${prefix}-`) &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text.slice(prefix.length + 1));
