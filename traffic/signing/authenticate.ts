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

/** The headers of both schemes at once: the token id stands in them once. */
const together = (ofSimple: Headers, ofSigned: Headers): Headers => [...ofSimple, ...ofSigned.slice(1)];

const inPlain = ({ credential }: SigningInput) => simpleHeaders(credential.tokenId, credential.secret);

/** Ways to sign of which § Authentication does not say whether they are right. */
const manners = {
  upperCase: (input) => signedHeaders({ ...validSignature(input), digest: validSignature(input).digest.toUpperCase() }),
  /** A server that decodes hex may drop half a byte at its end. */
  digitMore: (input) => signedHeaders({ ...validSignature(input), digest: `${validSignature(input).digest}0` }),
  bothSchemes: (input) => together(inPlain(input), signedHeaders(validSignature(input))),
  bothSecretWrong: (input) =>
    together(faultyHeaders('simple', 'wrongSecret', input), signedHeaders(validSignature(input))),
  bothSignatureWrong: (input) => together(inPlain(input), wrongSignature(input)),
  /** Sound, but for a salt that is no fresh one of 64 hex characters. */
  saltOfChoice: (input) => signedHeaders(validSignature(input)),
} satisfies Record<string, (input: SigningInput) => Headers>;

/** The name of a way to sign of which § Authentication does not say whether it is right. */
export type SigningManner = keyof typeof manners;

/** How a request is signed: the scheme, whose credential, and the fault or the manner if there is to be one. */
export interface Signing {
  scheme: SigningScheme;
  credential: Credential;
  fault?: SigningFault;
  manner?: SigningManner;
  /** A salt of choice; else a fresh one. */
  salt?: string;
}

/** The authentication headers of a request with this exact body text (§ Authentication). */
export function authenticate(
  { scheme, credential, fault, manner, salt = freshSalt() }: Signing,
  body: string,
): Headers {
  if (scheme === 'none') return [];
  const input = { credential, body, salt };
  if (fault) return faultyHeaders(scheme, fault, input);
  if (manner) return manners[manner](input);
  return scheme === 'simple' ? inPlain(input) : signedHeaders(validSignature(input));
}
