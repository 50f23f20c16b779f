import { createHmac, randomBytes } from 'node:crypto';

/** The two header schemes of § Authentication, or none. */
export type SigningScheme = 'simple' | 'signed' | 'none';

/** A token and its secret, with the label by which the journal names them. */
export interface Credential {
  label: string;
  tokenId: string;
  secret: string;
}

/** What is signed: the exact body text (empty for GET) and the salt. */
interface Signed {
  credential: Credential;
  body: string;
  salt: string;
}

/** Header names and values, in the order in which they are sent. */
export type Headers = [string, string][];

/** A 64-character hex salt from 32 random bytes, fresh for each request (§ Authentication, X-Salt). */
export function freshSalt(): string {
  return randomBytes(32).toString('hex');
}

/** Hex HMAC-SHA256 keyed with the secret over (body text + salt) (§ Authentication, signed scheme, rule 1). */
export function signature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

function simple(tokenId: string, secret: string): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    ['X-Token-API-Secret', secret],
  ];
}

function signed({ tokenId, digest, salt }: { tokenId: string; digest: string; salt: string }): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    ['X-HMAC-SHA256-Signature', digest],
    ['X-Salt', salt],
  ];
}

const sound = ({ credential, body, salt }: Signed) => ({
  tokenId: credential.tokenId,
  digest: signature(credential.secret, body + salt),
  salt,
});

/** A token id of the right shape that nobody was given: the last digits of ours, turned. */
function unknownToken(tokenId: string): string {
  const turned = tokenId
    .replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
    .replace(/^[^-]*/, 'TKN');
  return turned === tokenId ? `${tokenId}0` : turned;
}

/** Our token id without its prefix, or with one that no token has. */
const otherShape = (tokenId: string) => (tokenId.startsWith('TKN-') ? tokenId.slice(4) : `PMT-${tokenId}`);

const lastTurned = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;

const caseTurned = (secret: string) =>
  secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Secrets that nobody was given, nearly ours, by name: who shows one shows almost all of ours. */
const nearlyRight = {
  wrongSecret: lastTurned,
  secretCut: (secret) => secret.slice(0, -1),
  secretLonger: (secret) => `${secret}0`,
  secretInAnotherCase: (secret) => (caseTurned(secret) === secret ? lastTurned(secret) : caseTurned(secret)),
} satisfies Record<string, (secret: string) => string>;

/** Every nearly right secret that the wrong ways send: they must be written as little as the secret itself. */
export function nearSecrets(secret: string): string[] {
  return Object.values(nearlyRight).map((near) => near(secret));
}

const simpleWith =
  (near: (secret: string) => string) =>
  ({ credential }: Signed) =>
    simple(credential.tokenId, near(credential.secret));

/** Every wrong way to sign, by name and scheme; each differs from the sound one in this alone. */
const wrongWays = {
  simple: {
    wrongSecret: simpleWith(nearlyRight.wrongSecret),
    secretCut: simpleWith(nearlyRight.secretCut),
    secretLonger: simpleWith(nearlyRight.secretLonger),
    secretInAnotherCase: simpleWith(nearlyRight.secretInAnotherCase),
    unknownToken: ({ credential }) => simple(unknownToken(credential.tokenId), credential.secret),
    idOfAnotherShape: ({ credential }) => simple(otherShape(credential.tokenId), credential.secret),
    idMissing: ({ credential }) => simple('', credential.secret).slice(1),
    secretMissing: ({ credential }) => simple(credential.tokenId, '').slice(0, 1),
  },
  signed: {
    wrongSecret: ({ credential, body, salt }) =>
      signed(sound({ credential: { ...credential, secret: lastTurned(credential.secret) }, body, salt })),
    unknownToken: (input) => signed({ ...sound(input), tokenId: unknownToken(input.credential.tokenId) }),
    idOfAnotherShape: (input) => signed({ ...sound(input), tokenId: otherShape(input.credential.tokenId) }),
    anotherBody: (input) => signed(sound({ ...input, body: input.body === '' ? '{}' : `${input.body} ` })),
    anotherSalt: (input) => signed({ ...sound(input), salt: freshSalt() }),
    truncated: (input) => signed({ ...sound(input), digest: sound(input).digest.slice(0, 63) }),
    halfTruncated: (input) => signed({ ...sound(input), digest: sound(input).digest.slice(0, 32) }),
    lastDigitWrong: (input) => signed({ ...sound(input), digest: turnLast(sound(input).digest) }),
    saltMissing: (input) => signed(sound(input)).slice(0, 2),
    signatureEmpty: (input) => signed({ ...sound(input), digest: '' }),
    bodyNotSigned: ({ credential, body, salt }) =>
      signed({ ...sound({ credential, body, salt }), digest: signature(credential.secret, salt) }),
    signatureMissing: (input) => signed(sound(input)).filter(([name]) => !name.includes('Signature')),
    saltNotSigned: ({ credential, body, salt }) =>
      signed({ ...sound({ credential, body, salt }), digest: signature(credential.secret, body) }),
    saltFirst: ({ credential, body, salt }) =>
      signed({ tokenId: credential.tokenId, digest: signature(credential.secret, salt + body), salt }),
    beforeReformatting: (input) => signed(sound({ ...input, body: reformatted(input.body) })),
  },
} satisfies Record<'simple' | 'signed', Record<string, (input: Signed) => Headers>>;

function turnLast(digest: string): string {
  return digest.slice(0, -1) + (digest.endsWith('0') ? '1' : '0');
}

/** The same JSON with other white space: what a client signs that formats, or ceases to format, after signing. */
function reformatted(body: string): string {
  if (body === '') return '';
  const compact = JSON.stringify(JSON.parse(body));
  if (compact !== body) return compact;
  const pretty = JSON.stringify(JSON.parse(body), null, 2);
  // Some bodies, such as {}, look the same either way.
  return pretty === body ? `${body}\n` : pretty;
}

/** The name of a wrong way to sign; `none` is no header at all. */
export type SigningFault = keyof (typeof wrongWays)['simple'] | keyof (typeof wrongWays)['signed'];

/** The wrong ways of a scheme that change what a server sees for this kind of request: with an empty body some are sound. */
export function faultsOf(scheme: 'simple' | 'signed', hasBody: boolean): SigningFault[] {
  const names = Object.keys(wrongWays[scheme]) as SigningFault[];
  const needsBody = new Set<SigningFault>(['saltFirst', 'beforeReformatting', 'bodyNotSigned']);
  return hasBody ? names : names.filter((name) => !needsBody.has(name));
}

/** How a request is signed: the scheme, whose credential, and the fault if there is to be one. */
export interface Signing {
  scheme: SigningScheme;
  credential: Credential;
  fault?: SigningFault;
}

/** The authentication headers of a request with this exact body text (§ Authentication). */
export function authenticate({ scheme, credential, fault }: Signing, body: string): Headers {
  if (scheme === 'none') return [];
  const input = { credential, body, salt: freshSalt() };
  if (fault) {
    const ways: Record<string, (input: Signed) => Headers> = wrongWays[scheme];
    const way = ways[fault];
    if (!way) throw new Error(`the ${scheme} scheme has no fault ${fault}`);
    return way(input);
  }
  return scheme === 'simple' ? simple(credential.tokenId, credential.secret) : signed(sound(input));
}
