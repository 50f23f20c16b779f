/** A digest that proves the sender: its hash, and the header that carries it in hex. */
export interface KeyedDigest {
  readonly hash: string;
  readonly header: string;
}

/** The schemes of § Authentication that sign a request: hex HMAC over body and salt, keyed with the secret. */
export const keyedDigests = {
  signed: { hash: 'sha256', header: 'X-HMAC-SHA256-Signature' },
} as const satisfies Record<string, KeyedDigest>;

/** A scheme that signs a request. */
export type DigestScheme = keyof typeof keyedDigests;

/** The schemes that sign a request. */
export const digestSchemes = Object.keys(keyedDigests) as readonly DigestScheme[];

/** A scheme of § Authentication: `simple` sends the secret itself. */
export type HeaderScheme = 'simple' | DigestScheme;

/** The schemes of § Authentication. */
export const headerSchemes: readonly HeaderScheme[] = ['simple', ...digestSchemes];
