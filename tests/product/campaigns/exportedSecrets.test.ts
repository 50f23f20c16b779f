import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { assert, property, string } from 'fast-check';
import { secretLeakCode } from '../../../reports/finding/secretLeakCode.ts';
import { formsOf } from '../../../traffic/redaction/redactor.ts';

const shows = (answer: object, secret: string) =>
  runInNewContext(`${secretLeakCode.join('\n')}; showsSecret(answer, [secret])`, {
    answer,
    secret,
    Buffer,
    URLSearchParams,
  }) as boolean;

test('exported code recognises every form of a secret that the suite recognises', () => {
  assert(
    property(string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 30 }), (secret) => {
      for (const form of formsOf(secret)) expect(shows({ body: `a${form}z`, headers: [] }, secret), form).toBe(true);
    }),
  );
});

test('a secret in a header shows, except in headers that continue a known value', () => {
  const secret = 'key-of-1234';
  expect(shows({ body: '', headers: [['X-Told', secret]] }, secret)).toBe(true);
  expect(shows({ body: 'key-of', headers: [['Location', `/x?key=${secret}`]] }, secret)).toBe(false);
});
