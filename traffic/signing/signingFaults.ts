import { createHash, createHmac } from 'node:crypto';
import { type HeaderScheme, keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { bytesOfBase64, bytesOfHex, secretVariants } from '../redaction/secretVariants.ts';
import {
  freshSalt,
  type Headers,
  type SigningInput,
  signatureOf,
  signedHeaders,
  simpleHeaders,
  validSignature,
} from './signingSchemes.ts';

/** Returns a token id of the right format that belongs to nobody: our token id with changed digits. */
function unknownToken(tokenId: string): string {
  const turned = tokenId
    .replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
    .replace(/^[^-]*/, 'TKN');
  return turned === tokenId ? `${tokenId}0` : turned;
}

/** Our token id without its prefix, or with a prefix that no token has. */
const otherShape = (tokenId: string) => (tokenId.startsWith('TKN-') ? tokenId.slice(4) : `PMT-${tokenId}`);

/** Returns token ids that belong to nobody but reveal our token id, since they are derived from it. Short variants are left out: they could be any text. */
export const tokenIdVariants = (tokenId: string): string[] => {
  const unknown = unknownToken(tokenId);
  return [unknown, otherShape(tokenId), otherShape(unknown)].filter(({ length }) => length >= 16);
};

/** Returns the same JSON with other white space, as if a client formats the body, or removes its formatting, after signing. */
function reformatted(body: string): string {
  if (body === '') return '';
  const compact = JSON.stringify(JSON.parse(body));
  if (compact !== body) return compact;
  const pretty = JSON.stringify(JSON.parse(body), null, 2);
  // Some bodies, for example {}, have the same text with and without formatting.
  return pretty === body ? `${body}\n` : pretty;
}

type Way = (input: SigningInput) => Headers;

const simpleWith =
  (near: (secret: string) => string): Way =>
  ({ credential }) =>
    simpleHeaders(credential.tokenId, near(credential.secret));

const signedWith =
  (near: (secret: string) => string): Way =>
  ({ credential, ...rest }) =>
    signedHeaders(validSignature({ ...rest, credential: { ...credential, secret: near(credential.secret) } }));

const asToken =
  (change: (tokenId: string) => string): Way =>
  (input) =>
    signedHeaders({ ...validSignature(input), tokenId: change(input.credential.tokenId) });

/** The valid headers with a changed digest. */
const digestTurned =
  (change: (digest: string) => string): Way =>
  (input) =>
    signedHeaders({ ...validSignature(input), digest: change(validSignature(input).digest) });

/** Returns a way to sign a text other than body + salt. */
const over =
  (text: (input: SigningInput) => string): Way =>
  (input) =>
    signedHeaders({ ...validSignature(input), digest: signatureOf(input.credential.secret, text(input), input.by) });

/** Returns a way to sign the right text with a different digest. */
const digestedBy =
  (digest: (text: string, by: { secret: string; hash: string }) => string): Way =>
  (input) => {
    const { secret } = input.credential;
    const changed = digest(input.body + input.salt, { secret, hash: input.by.hash });
    return signedHeaders({ ...validSignature(input), digest: changed });
  };

/** Returns a way to send one salt and to sign another text made of it. */
const salted =
  (sent: (salt: string) => string, signed: (salt: string) => string): Way =>
  (input) => {
    const salt = sent(input.salt);
    return signedHeaders({ ...validSignature({ ...input, salt: signed(salt) }), salt });
  };

/** A salt longer than any usual column, of which only the beginning is signed. */
const saltCut = (width: number) =>
  salted(
    (salt) => salt.repeat(5),
    (salt) => salt.slice(0, width),
  );

const hmac = (algorithm: string, key: string | Buffer, text: string) => createHmac(algorithm, key).update(text);

/** Returns headers whose signature covers the salt of the input, and whose salt is longer: a server that looks at a part of each salt accepts them. */
const partlySigned = (input: SigningInput, longer: (signed: string) => string): Headers =>
  signedHeaders({ ...validSignature(input), salt: longer(input.salt) });

const without =
  (name: string): Way =>
  (input) =>
    signedHeaders(validSignature(input)).filter(([header]) => header !== name);

/** A short secret, which everybody tries. */
const guess = 'secret';

/** Every wrong way to sign, by name: of the simple scheme, and of each scheme with a digest. Each wrong way differs from the valid way only in what its name says. */
const wrongWays = {
  simple: {
    wrongSecret: simpleWith(secretVariants.wrongSecret),
    secretCut: simpleWith(secretVariants.secretCut),
    secretLonger: simpleWith(secretVariants.secretLonger),
    secretInAnotherCase: simpleWith(secretVariants.secretInAnotherCase),
    secretHashed: simpleWith(secretVariants.secretHashed),
    secretInBase64: simpleWith(secretVariants.secretInBase64),
    secretEmpty: simpleWith(() => ''),
    secretGuessed: simpleWith(() => guess),
    tokenIdAsSecret: ({ credential }) => simpleHeaders(credential.tokenId, credential.tokenId),
    unknownToken: ({ credential }) => simpleHeaders(unknownToken(credential.tokenId), credential.secret),
    idOfAnotherShape: ({ credential }) => simpleHeaders(otherShape(credential.tokenId), credential.secret),
    idMissing: ({ credential }) => simpleHeaders('', credential.secret).slice(1),
    secretMissing: ({ credential }) => simpleHeaders(credential.tokenId, '').slice(0, 1),
  },
  signed: {
    wrongSecret: signedWith(secretVariants.wrongSecret),
    secretCut: signedWith(secretVariants.secretCut),
    secretLonger: signedWith(secretVariants.secretLonger),
    secretInAnotherCase: signedWith(secretVariants.secretInAnotherCase),
    secretHashed: signedWith(secretVariants.secretHashed),
    secretEmpty: signedWith(() => ''),
    secretGuessed: signedWith(() => guess),
    tokenIdAsSecret: ({ credential, ...rest }) =>
      signedHeaders(validSignature({ ...rest, credential: { ...credential, secret: credential.tokenId } })),
    keyFromHex: digestedBy((text, { secret, hash }) => hmac(hash, bytesOfHex(secret) ?? '', text).digest('hex')),
    keyFromBase64: digestedBy((text, { secret, hash }) => hmac(hash, bytesOfBase64(secret) ?? '', text).digest('hex')),
    unknownToken: asToken(unknownToken),
    idOfAnotherShape: asToken(otherShape),
    idMissing: without('X-Token-API-Id'),
    anotherBody: (input) =>
      signedHeaders(validSignature({ ...input, body: input.body === '' ? '{}' : `${input.body} ` })),
    anotherSalt: (input) => signedHeaders({ ...validSignature(input), salt: freshSalt() }),
    truncated: digestTurned((digest) => digest.slice(0, -1)),
    halfTruncated: digestTurned((digest) => digest.slice(0, digest.length / 2)),
    lastDigitWrong: digestTurned((digest) => digest.slice(0, -1) + (digest.endsWith('0') ? '1' : '0')),
    firstDigitWrong: digestTurned((digest) => (digest.startsWith('0') ? '1' : '0') + digest.slice(1)),
    signatureEmpty: digestTurned(() => ''),
    signatureMissing: (input) => without(input.by.header)(input),
    saltMissing: without('X-Salt'),
    /** The salt is neither sent nor signed. A server that reads a missing salt as an empty salt accepts this request. */
    saltForgone: (input) => without('X-Salt')({ ...input, salt: '' }),
    bodyNotSigned: over(({ salt }) => salt),
    saltNotSigned: over(({ body }) => body),
    saltFirst: over(({ body, salt }) => salt + body),
    saltApart: over(({ body, salt }) => `${body}\n${salt}`),
    saltPartlySigned: (input) => partlySigned(input, (signed) => signed + freshSalt()),
    longSaltPartlySigned: (input) => partlySigned({ ...input, salt: input.salt.repeat(4) }, (signed) => `${signed}0`),
    saltEndSigned: (input) => partlySigned(input, (signed) => freshSalt() + signed),
    saltAsBytes: (input) => {
      const mac = hmac(input.by.hash, input.credential.secret, input.body).update(Buffer.from(input.salt, 'hex'));
      return signedHeaders({ ...validSignature(input), digest: mac.digest('hex') });
    },
    saltCut128: saltCut(128),
    saltCut255: saltCut(255),
    saltInLowerCase: salted(
      (salt) => `A${salt.slice(1).toUpperCase()}`,
      (salt) => salt.toLowerCase(),
    ),
    beforeReformatting: over(({ body, salt }) => reformatted(body) + salt),
    inBase64: digestedBy((text, { secret, hash }) => hmac(hash, secret, text).digest('base64')),
    inBase64Url: digestedBy((text, { secret, hash }) => hmac(hash, secret, text).digest('base64url')),
    bySha1: digestedBy((text, { secret }) => hmac('sha1', secret, text).digest('hex')),
    bySha512: digestedBy((text, { secret }) => hmac('sha512', secret, text).digest('hex')),
    notKeyed: digestedBy((text, { hash }) => createHash(hash).update(text).digest('hex')),
    secretPrepended: digestedBy((text, { secret, hash }) =>
      createHash(hash)
        .update(secret + text)
        .digest('hex'),
    ),
  },
} satisfies Record<'simple' | 'signed', Record<string, Way>>;

const waysOf = (scheme: HeaderScheme): Readonly<Record<string, Way>> =>
  wrongWays[scheme === 'simple' ? 'simple' : 'signed'];

/** Faults that another hash makes; under a scheme with this hash they are none. */
const otherHashes: Partial<Record<SigningFault, string>> = { bySha1: 'sha1', bySha512: 'sha512' };

/** The name of a wrong way to sign. */
export type SigningFault = keyof (typeof wrongWays)['simple'] | keyof (typeof wrongWays)['signed'];

/** Faults that need a body: with an empty body the signature is valid. */
const needsBody: ReadonlySet<SigningFault> = new Set(['saltFirst', 'beforeReformatting', 'bodyNotSigned']);

/** Faults that only some secrets allow. */
const needsSecret: Partial<Record<SigningFault, (secret: string) => boolean>> = {
  keyFromHex: (secret) => bytesOfHex(secret) !== undefined,
  keyFromBase64: (secret) => bytesOfBase64(secret) !== undefined,
};

/** What decides whether a fault has an effect: whether the request has a body, and the secret. */
export interface SigningCase {
  hasBody: boolean;
  secret: string;
}

/** Returns the faults of a scheme that change what a server sees for this kind of request and this secret. */
export function signingFaultsFor(scheme: HeaderScheme, { hasBody, secret }: SigningCase): SigningFault[] {
  const hash = scheme === 'simple' ? undefined : keyedDigests[scheme].hash;
  const names = (Object.keys(waysOf(scheme)) as SigningFault[]).filter(
    (name) => hash === undefined || otherHashes[name] !== hash,
  );
  return names.filter((name) => (hasBody || !needsBody.has(name)) && (needsSecret[name]?.(secret) ?? true));
}

/** Returns the headers of a wrong way to sign. Throws if the scheme does not have the fault. */
export function faultyHeaders(scheme: HeaderScheme, fault: SigningFault, input: SigningInput): Headers {
  const way = waysOf(scheme)[fault];
  if (!way) throw new Error(`the ${scheme} scheme has no fault ${fault}`);
  return way(input);
}
