import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { assert, constantFrom, json, oneof, property, record, string, uuid } from 'fast-check';
import { authenticate, type SigningManner } from './authenticate.ts';
import { hexSalts, otherSalts } from './salts.ts';
import { type SigningFault, signingFaultsFor } from './signingFaults.ts';
import { type Credential, freshSalt, type Headers, signatureOf } from './signingSchemes.ts';

const main: Credential = {
  label: 'main',
  tokenId: 'TKN-0d2f6c1e-4c9b-4b3e-9f5a-7f1f3c2b1a00',
  secret: 'top-secret-1',
};

/** A secret that is both hex and base64, so that every wrong way to sign applies to it. */
const versatile = { secret: '00ff17c2a9d4e6b8' };

/** Computed by `printf '%s' <text> | openssl dgst -sha256 -hmac <secret>`. */
const vectors = [
  {
    secret: 'top-secret-1',
    text: '{"a":1}00ff',
    digest: 'cff020db7b51ff6892124acc27fe43b4c4a61779dca73bb44c34cb6626e5da3b',
  },
  { secret: 'top-secret-1', text: '00ff', digest: 'fcd7c0f6c5e4b531fd7a18e2c22ddcce496c6f220102a53dfd5ccd9038f3c870' },
  {
    secret: 'ключ-and-key',
    text: '{"comment":"déjà – ありがとう"}salt with space',
    digest: 'a41279ed0aee6593da882ccca7c40291d059449cf6afab13deb507f93c116777',
  },
] as const;

for (const { secret, text, digest } of vectors) {
  test(`the signature over ${text} equals an independently computed one`, () => {
    expect(signatureOf(secret, text)).toBe(digest);
  });
}

/** Authenticates as a server that reads § Authentication on its own: header names in any case, one of the two schemes, nothing else. */
function lets(headers: Headers, body: string, { tokenId, secret }: Credential): boolean {
  const sent = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  if (sent.get('x-token-api-id') !== tokenId) return false;
  if (sent.has('x-token-api-secret')) return sent.get('x-token-api-secret') === secret;
  const salt = sent.get('x-salt');
  if (salt === undefined) return false;
  const digest = createHmac('sha256', Buffer.from(secret)).update(Buffer.from(body)).update(salt).digest('hex');
  return sent.get('x-hmac-sha256-signature') === digest;
}

const schemes = ['simple', 'signed'] as const;
const names = {
  simple: ['X-Token-API-Id', 'X-Token-API-Secret'],
  signed: ['X-Token-API-Id', 'X-HMAC-SHA256-Signature', 'X-Salt'],
};

const bodies = oneof(
  json(),
  constantFrom('{}', '[]', '{\n  "a": 1\n}', '{"amount":105.82306278}', '{"text":"déjà\\u0020 ☂"}'),
);
const credentials = record({
  label: constantFrom('main'),
  tokenId: oneof(
    uuid().map((id) => `TKN-${id}`),
    constantFrom('TKN-sky', 'TKN-', 'plain', 'TKN-7777'),
  ),
  secret: string({ minLength: 8 }),
});

for (const scheme of schemes) {
  test(`the ${scheme} scheme has its headers in order, and a server accepts it`, () => {
    assert(
      property(credentials, oneof(bodies, constantFrom('')), (credential, body) => {
        const headers = authenticate({ scheme, credential }, body);
        expect(headers.map(([name]) => name)).toEqual(names[scheme]);
        expect(lets(headers, body, credential)).toBe(true);
        expect(lets(headers, `${body}x`, credential)).toBe(scheme === 'simple');
      }),
    );
  });

  for (const fault of signingFaultsFor(scheme, { ...versatile, hasBody: true })) {
    test(`a ${scheme} request with ${fault} is rejected with any body`, () => {
      assert(
        property(credentials, bodies, (given, body) => {
          const credential = fault.startsWith('keyFrom') ? { ...given, ...versatile } : given;
          expect(lets(authenticate({ scheme, credential, fault }, body), body, credential)).toBe(false);
        }),
      );
    });
  }

  for (const fault of signingFaultsFor(scheme, { ...versatile, hasBody: false })) {
    test(`a ${scheme} GET with ${fault} is rejected`, () => {
      expect(lets(authenticate({ scheme, credential: main, fault }, ''), '', main)).toBe(false);
    });
  }
}

test('a fault changes what its name says and nothing else', () => {
  const body = '{"a":1}';
  const sent = (fault: SigningFault) => new Map(authenticate({ scheme: 'signed', credential: main, fault }, body));
  for (const fault of signingFaultsFor('signed', { ...versatile, hasBody: true })) {
    const headers = sent(fault);
    const ofToken = fault === 'unknownToken' || fault === 'idOfAnotherShape';
    expect(headers.get('X-Token-API-Id') !== main.tokenId, fault).toBe(ofToken || fault === 'idMissing');
    expect(headers.has('X-Salt'), fault).toBe(fault !== 'saltMissing' && fault !== 'saltForgone');
    expect(headers.has('X-HMAC-SHA256-Signature'), fault).toBe(fault !== 'signatureMissing');
  }
  expect(sent('unknownToken').get('X-Token-API-Id')).toMatch(/^TKN-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(sent('truncated').get('X-HMAC-SHA256-Signature')).toMatch(/^[0-9a-f]{63}$/);
  expect(sent('halfTruncated').get('X-HMAC-SHA256-Signature')).toMatch(/^[0-9a-f]{32}$/);
  expect(sent('lastDigitWrong').get('X-HMAC-SHA256-Signature')).toMatch(/^[0-9a-f]{64}$/);
});

test('an empty body gets no fault that would be valid', () => {
  expect(signingFaultsFor('signed', { ...versatile, hasBody: true })).toEqual(
    expect.arrayContaining(['saltFirst', 'beforeReformatting']),
  );
  expect(signingFaultsFor('signed', { ...versatile, hasBody: false })).not.toContain('saltFirst');
  expect(signingFaultsFor('signed', { ...versatile, hasBody: false })).not.toContain('beforeReformatting');
  for (const fault of ['saltFirst', 'beforeReformatting'] as const)
    expect(lets(authenticate({ scheme: 'signed', credential: main, fault }, ''), '', main)).toBe(true);
});

test('a salt is 64 hex characters and never repeats', () => {
  const salts = Array.from({ length: 100 }, freshSalt);
  expect(new Set(salts).size).toBe(100);
  for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{64}$/);
  const sent = () => new Map(authenticate({ scheme: 'signed', credential: main }, '')).get('X-Salt');
  expect(sent()).not.toBe(sent());
});

test('the scheme none sends no header, and a fault of another scheme is our own error', () => {
  expect(authenticate({ scheme: 'none', credential: main }, '{}')).toEqual([]);
  expect(() => authenticate({ scheme: 'simple', credential: main, fault: 'saltFirst' }, '{}')).toThrow(
    'the simple scheme has no fault saltFirst',
  );
});

/** The manners that the server above accepts; it checks the secret first if both schemes are present. */
const letIn: Readonly<Record<SigningManner, boolean>> = {
  upperCase: false,
  digitMore: false,
  bothSchemes: true,
  bothSecretWrong: false,
  bothSignatureWrong: true,
  saltOfChoice: true,
};

for (const [manner, isLetIn] of Object.entries(letIn) as [SigningManner, boolean][]) {
  test(`a request in the manner ${manner} differs from the valid one only as named`, () => {
    const headers = authenticate({ scheme: 'signed', credential: main, manner, salt: 'a-salt' }, '{}');
    const sent = new Map(headers);
    expect(headers).toHaveLength(sent.size);
    expect(sent.get('X-Salt')).toBe('a-salt');
    const digest = signatureOf(main.secret, '{}a-salt');
    const isRight = sent.get('X-HMAC-SHA256-Signature')?.toLowerCase().startsWith(digest);
    expect(isRight).toBe(manner !== 'bothSignatureWrong');
    expect(sent.has('X-Token-API-Secret')).toBe(manner.startsWith('both'));
    expect(lets(headers, '{}', main)).toBe(isLetIn);
  });
}

test('a chosen salt gives one digest and is sent as the bytes that were signed', () => {
  const send = (salt: string) => new Map(authenticate({ scheme: 'signed', credential: main, salt }, ''));
  expect([...send('once')]).toEqual([...send('once')]);
  const sent = send('é☂');
  expect(Buffer.from(sent.get('X-Salt') ?? '', 'latin1').toString('utf8')).toBe('é☂');
  expect(sent.get('X-HMAC-SHA256-Signature')).toBe(signatureOf(main.secret, 'é☂'));
});

test('a captured POST has the digest of a GET with its body and salt as the salt', () => {
  const digestOf = (body: string, salt: string) =>
    new Map(authenticate({ scheme: 'signed', credential: main, salt }, body)).get('X-HMAC-SHA256-Signature');
  expect(digestOf('', '{"a":1}abc')).toBe(digestOf('{"a":1}', 'abc'));
});

test('every kind of salt is new each time, and those of the interface are 64 hex characters', () => {
  for (const { make, name } of hexSalts) {
    expect(make(), name).toMatch(/^[0-9a-f]{64}$/);
    expect(make()).not.toBe(make());
  }
  for (const { make, name } of otherSalts) {
    expect(make(), name).not.toMatch(/^[0-9a-f]{64}$/);
    if (make().length > 8) expect(make()).not.toBe(make());
  }
});
