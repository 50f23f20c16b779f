import { randomBytes, randomUUID } from 'node:crypto';
import type { ClientCredential } from './authenticationFacts.ts';

/** The name by which the secret of a client is replaced. */
export const secretLabel = 'secret of the client';

/** Makes a credential for one gate, which opens nothing else. Its secret has the characters that careless code escapes. */
export const newCredential = (): ClientCredential => ({
  tokenId: `TKN-${randomUUID()}`,
  secret: `${randomBytes(30).toString('base64')}+/=`,
});
