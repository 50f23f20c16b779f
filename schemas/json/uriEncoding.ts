/** Percent-encodes a text for an address. A lone surrogate becomes U+FFFD; encodeURIComponent would throw. */
export const uriEncoded = (text: string): string => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
