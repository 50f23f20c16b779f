import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type ArrivedRequest, authenticationFacts, withoutProofs } from './authenticationFacts.ts';

const credential = { tokenId: 'TKN-1', secret: 'a secret+of/base64==' };
const salt = 'c0ffee';
const body = '{"b": 1, "a": "é"}';

const sign = (text: string, hash = 'sha256') => createHmac(hash, credential.secret).update(text).digest('hex');

function arrived(signature: string, more: Partial<ArrivedRequest> = {}): ArrivedRequest {
  const headers = [
    ['x-token-api-id', 'TKN-1'],
    ['X-HMAC-SHA256-SIGNATURE', signature],
    ['X-Salt', salt],
  ] as const;
  return { method: 'POST', target: '/v1/user/exchange', headers, body: Buffer.from(body), ...more };
}

test('a signature over the exact bytes and the salt is valid, in either case of hex', () => {
  expect(authenticationFacts(arrived(sign(body + salt)), credential)).toMatchObject({
    schemes: ['signed'],
    isTokenRight: true,
    signature: { isValid: true, form: 'hex' },
    salts: [salt],
    secretIn: [],
  });
  expect(authenticationFacts(arrived(sign(body + salt).toUpperCase()), credential).signature).toEqual({
    isValid: true,
    form: 'upper-case hex',
  });
});

test('a wrong signature is named by what it is over', () => {
  const compact = JSON.stringify(JSON.parse(body));
  const wrong = {
    [sign(body)]: 'the body without the salt',
    [sign(salt + body)]: 'the salt before the body',
    [sign(compact + salt)]: 'the body in another JSON form',
    [sign(body + salt, 'sha512')]: 'the right text by HMAC-SHA512',
    [Buffer.from(sign(body + salt), 'hex').toString('base64')]: 'the body and the salt, not in hex',
  };
  for (const [signature, instead] of Object.entries(wrong))
    expect(authenticationFacts(arrived(signature), credential).signature).toMatchObject({ isValid: false, instead });
  expect(authenticationFacts(arrived('00'), credential).signature?.instead).toBeUndefined();
});

test('the secret is found in every encoding and place but its own header', () => {
  const { secret } = credential;
  const simple = [
    ['X-Token-API-Id', 'TKN-1'],
    ['X-Token-API-Secret', secret],
  ] as const;
  const facts = (more: Partial<ArrivedRequest>) =>
    authenticationFacts(arrived('', { headers: simple, ...more }), credential);
  expect(facts({})).toMatchObject({ schemes: ['simple'], isSecretRight: true, secretIn: [] });
  expect(facts({ target: `/x?key=${encodeURIComponent(secret)}` }).secretIn).toEqual(['the address']);
  expect(facts({ body: Buffer.from(Buffer.from(secret).toString('hex')) }).secretIn).toEqual(['the body']);
  const basic = `Basic ${Buffer.from(`TKN-1:${secret}`).toString('base64')}`;
  expect(facts({ headers: [...simple, ['Authorization', basic]] }).secretIn).toEqual(['the header Authorization']);
});

test('what proves the sender is not stored', () => {
  expect(
    withoutProofs([
      ['X-Token-API-Secret', 'abc'],
      ['Accept', '*/*'],
    ]),
  ).toEqual([
    ['X-Token-API-Secret', '<3 characters>'],
    ['Accept', '*/*'],
  ]);
});
