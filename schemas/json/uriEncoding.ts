/** A text as a part of an address: what UTF-8 has no bytes for stands there as U+FFFD, where plain escaping throws. */
export const uriEncoded = (text: string): string => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
