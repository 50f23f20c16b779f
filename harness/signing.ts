import {
  type Credential,
  freshSalt,
  type Headers,
  type Signed,
  type SigningScheme,
  signed,
  simple,
  sound,
} from './schemes.ts';
import { type SigningFault, wrongly } from './wrongWays.ts';

const wrongSignature = (input: Signed) => wrongly('signed', 'lastDigitWrong', input);

/** The headers of both schemes at once: the token id stands in them once. */
const together = (ofSimple: Headers, ofSigned: Headers): Headers => [...ofSimple, ...ofSigned.slice(1)];

const inPlain = ({ credential }: Signed) => simple(credential.tokenId, credential.secret);

/** Ways to sign of which § Authentication does not say whether they are right. */
const manners = {
  upperCase: (input) => signed({ ...sound(input), digest: sound(input).digest.toUpperCase() }),
  /** A server that decodes hex may drop half a byte at its end. */
  digitMore: (input) => signed({ ...sound(input), digest: `${sound(input).digest}0` }),
  bothSchemes: (input) => together(inPlain(input), signed(sound(input))),
  bothSecretWrong: (input) => together(wrongly('simple', 'wrongSecret', input), signed(sound(input))),
  bothSignatureWrong: (input) => together(inPlain(input), wrongSignature(input)),
  /** Sound, but for a salt that is no fresh one of 64 hex characters. */
  saltOfChoice: (input) => signed(sound(input)),
} satisfies Record<string, (input: Signed) => Headers>;

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
  if (fault) return wrongly(scheme, fault, input);
  if (manner) return manners[manner](input);
  return scheme === 'simple' ? inPlain(input) : signed(sound(input));
}
