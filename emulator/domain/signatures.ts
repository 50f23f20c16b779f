/** How one scheme signs a request: the hash of its HMAC, and the header with the digest. */
export interface SignatureScheme {
  readonly hash: string;
  readonly header: string;
}

/** The schemes that sign requests (§ Authentication, signed scheme). */
export const SIGNATURES: readonly SignatureScheme[] = [{ hash: 'sha256', header: 'x-hmac-sha256-signature' }];
