import { verify } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { newKeys, privateKeyFrom, publicHalf } from '../keys/keys.ts';
import { statementOf } from '../statement/statement.ts';
import { isSignedBy, openEnvelope, payloadOf, signStatement } from './dsse.ts';

const key = privateKeyFrom(newKeys().secret);
const statement = statementOf([{ name: 'a', digest: { sha256: '0'.repeat(64) } }], {
  predicateType: 'urn:test:1',
  predicate: { says: 'ä' },
});
const text = signStatement(statement, key);

test('a signed statement is read back as it was', () => {
  const envelope = openEnvelope(text, 'statement.json');
  expect(isSignedBy(envelope, publicHalf(key))).toBe(true);
  expect(isSignedBy(envelope, publicHalf(privateKeyFrom(newKeys().secret)))).toBe(false);
  expect(payloadOf(envelope, 'statement.json')).toEqual(statement);
});

test('the signature is over the pre-authentication encoding of DSSE', () => {
  const { payload, payloadType, signatures } = JSON.parse(text);
  const body = Buffer.from(payload, 'base64');
  const encoded = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${body.length} `), body]);
  expect(payloadType).toBe('application/vnd.in-toto+json');
  expect(verify(undefined, encoded, publicHalf(key), Buffer.from(signatures[0].sig, 'base64'))).toBe(true);
});

const respelled = 'is not spelled as it was signed: bytes of the envelope were changed';

for (const [what, changed, sentence] of [
  ['a space', text.replace('{', '{ '), respelled],
  ['a lost line break', text.trimEnd(), respelled],
  ['another base64 spelling', text.replace(/="/, '"'), respelled],
  ['an unknown member', text.replace('{', '{"more":1,'), respelled],
  ['a doubled member', text.replace('{', '{"payloadType":"x",'), 'has the member payloadType twice'],
  ['another payload type', text.replace('in-toto+json', 'in-tota+json'), 'carries another payload type'],
  ['two signatures', text.replace(']}', ',{"keyid":"a","sig":"b"}]}'), 'must carry exactly one signature'],
  ['no JSON', 'hello', 'is no DSSE envelope'],
  ['deep nesting', '['.repeat(100), 'is nested deeper than 32 levels'],
] as const)
  test(`an envelope with ${what} is refused`, () => {
    expect(() => openEnvelope(changed, 'statement.json')).toThrow(sentence);
  });
