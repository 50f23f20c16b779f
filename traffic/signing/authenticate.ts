import { keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { faultyHeaders, type SigningFault } from './signingFaults.ts';
import {
  type Credential,
  freshSalt,
  type Headers,
  type SigningInput,
  type SigningScheme,
  signedHeaders,
  simpleHeaders,
  validSignature,
} from './signingSchemes.ts';

const wrongSignature = (input: SigningInput) => faultyHeaders('signed', 'lastDigitWrong', input);

/** The headers of both schemes together, with the token id only once. */
const together = (ofSimple: Headers, ofSigned: Headers): Headers => [...ofSimple, ...ofSigned.slice(1)];

const inPlain = ({ credential }: SigningInput) => simpleHeaders(credential.tokenId, credential.secret);

/** Ways to sign that § Authentication neither allows nor forbids. */
const manners = {
  upperCase: (input) => signedHeaders({ ...validSignature(input), digest: validSignature(input).digest.toUpperCase() }),
  /** Adds a digit to a valid digest: a server that decodes hex may drop a trailing half byte. */
  digitMore: (input) => signedHeaders({ ...validSignature(input), digest: `${validSignature(input).digest}0` }),
  bothSchemes: (input) => together(inPlain(input), signedHeaders(validSignature(input))),
  bothSecretWrong: (input) =>
    together(faultyHeaders('simple', 'wrongSecret', input), signedHeaders(validSignature(input))),
  bothSignatureWrong: (input) => together(inPlain(input), wrongSignature(input)),
  /** Signs validly, but with a given salt instead of a fresh salt of 64 hex characters. */
  saltOfChoice: (input) => signedHeaders(validSignature(input)),
} satisfies Record<string, (input: SigningInput) => Headers>;

/** The name of a way to sign that § Authentication neither allows nor forbids. */
export type SigningManner = keyof typeof manners;

/** How a request is signed: the scheme, the credential, and a fault or a manner if any. */
export interface Signing {
  scheme: SigningScheme;
  credential: Credential;
  fault?: SigningFault;
  manner?: SigningManner;
  /** The salt to send; a fresh salt by default. */
  salt?: string;
}

/** Returns the authentication headers of a request with exactly this body text (§ Authentication). */
export function authenticate({ scheme, credential, fault, manner, salt: chosen }: Signing, body: string): Headers {
  if (scheme === 'none') return [];
  const salt = chosen ?? freshSalt();
  const input = { by: keyedDigests[scheme === 'simple' ? 'signed' : scheme], credential, body, salt };
  if (fault) return faultyHeaders(scheme, fault, input);
  if (manner) return manners[manner](input);
  return scheme === 'simple' ? inPlain(input) : signedHeaders(validSignature(input));
}
