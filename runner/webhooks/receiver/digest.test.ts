import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { assert, integer, property, string, uint8Array } from 'fast-check';
import type { DigestFault } from '../../../traffic/journal/journalTypes.ts';
import { digestFacts, type SignedDelivery } from './digest.ts';

const sampleDelivery: SignedDelivery = {
  header: undefined,
  raw: Buffer.from('{"field":"value"}'),
  path: '/a/payment',
  secrets: [{ number: 1, value: 'secret_value' }],
  others: ['secret of the token'],
};

const hmac = (text: string, secret = 'secret_value', algorithm = 'sha1') => createHmac(algorithm, secret).update(text);

test('the published digest is correct in either letter case and with spaces around it', () => {
  const digest = '7e36242a10fd65cbaacd7ff288df9fd3f9e75a46';
  for (const header of [digest, digest.toUpperCase(), ` ${digest} `])
    expect(digestFacts({ ...sampleDelivery, header })).toEqual({ present: true, secret: 1 });
});

test('a missing header is no digest, and an empty one is an unexplained digest', () => {
  expect(digestFacts(sampleDelivery)).toEqual({ present: false });
  expect(digestFacts({ ...sampleDelivery, header: '' })).toEqual({ present: true, fault: 'unexplained' });
  expect(digestFacts({ ...sampleDelivery, secrets: [], header: 'abc' })).toEqual({
    present: true,
    fault: 'unexplained',
  });
});

const raw = '{"b": 1.10, "a": [true, {"c": "d/e"}] }';
const parsed = { b: 1.1, a: [true, { c: 'd/e' }] };

const wrong: Record<string, [DigestFault, string]> = {
  'by SHA-256': ['otherAlgorithm', hmac(raw, 'secret_value', 'sha256').digest('hex')],
  'by SHA-512, in base64': ['otherAlgorithm', hmac(raw, 'secret_value', 'sha512').digest('base64')],
  'by MD5': ['otherAlgorithm', hmac(raw, 'secret_value', 'md5').digest('hex')],
  'in base64': ['otherEncoding', hmac(raw).digest('base64')],
  'with its algorithm before it': ['otherEncoding', `sha1=${hmac(raw).digest('hex')}`],
  'over the same JSON without spaces': ['reformatted', hmac(JSON.stringify(parsed)).digest('hex')],
  'over the same JSON in lines': ['reformatted', hmac(JSON.stringify(parsed, null, 2)).digest('hex')],
  'over the same JSON as another writer spaces it': [
    'reformatted',
    hmac('{"b": 1.1, "a": [true, {"c": "d/e"}]}').digest('hex'),
  ],
  'over the same JSON with its names in order': ['reformatted', hmac('{"a":[true,{"c":"d/e"}],"b":1.1}').digest('hex')],
  'over the body and a line break': ['reformatted', hmac(`${raw}\n`).digest('hex')],
  'over nothing': ['otherText', hmac('').digest('hex')],
  'over the path and the body': ['otherText', hmac(`/a/payment${raw}`).digest('hex')],
  'by the secret of the token': ['otherSecret', hmac(raw, 'secret of the token').digest('hex')],
  'by no secret': ['otherSecret', hmac(raw, '').digest('hex')],
  'in no way that is known': ['unexplained', hmac(raw, 'whose').digest('hex')],
};

for (const [name, [fault, header]] of Object.entries(wrong))
  test(`a digest ${name} is wrong, and the reason is named`, () => {
    expect(digestFacts({ ...sampleDelivery, raw: Buffer.from(raw), header })).toEqual({ present: true, fault });
  });

test('the newest secret for which a digest is correct is named', () => {
  const secrets = ['one', 'two', 'two'].map((value, index) => ({ number: index + 1, value }));
  const by = (secret: string) =>
    digestFacts({ ...sampleDelivery, raw: Buffer.from(raw), secrets, header: hmac(raw, secret).digest('hex') });
  expect([by('one').secret, by('two').secret]).toEqual([1, 3]);
});

test('for any bytes the correct digest is accepted and one of other bytes is not', () => {
  assert(
    property(
      uint8Array({ maxLength: 200 }),
      string({ minLength: 1 }),
      integer({ min: 0, max: 199 }),
      (bytes, value, at) => {
        const secrets = [{ number: 4, value }];
        const header = createHmac('sha1', value).update(bytes).digest('hex');
        expect(digestFacts({ ...sampleDelivery, raw: Buffer.from(bytes), secrets, header })).toEqual({
          present: true,
          secret: 4,
        });
        const turned = Buffer.concat([Buffer.from(bytes.slice(0, at)), Buffer.from('Z'), Buffer.from(bytes.slice(at))]);
        expect(digestFacts({ ...sampleDelivery, raw: turned, secrets, header })).not.toHaveProperty('secret');
      },
    ),
  );
});

test('a wrong digest of a long body is explained quickly', () => {
  const facts = digestFacts({ ...sampleDelivery, raw: Buffer.alloc(256 * 1024, '1'), header: 'wrong' });
  expect(facts).toEqual({ present: true, fault: 'unexplained' });
});
