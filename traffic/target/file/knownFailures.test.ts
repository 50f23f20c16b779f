import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../system/configurationError.ts';
import { readKnownFailures } from './knownFailures.ts';

function written(text: string): string {
  const file = test.info().outputPath('shop.known.yaml');
  writeFileSync(file, text);
  return file;
}

test('entries have the line at which they begin; without a file there are none', () => {
  const file = written(`# ours
- id: PAY-12
  fingerprint: 0123456789abcdef
  reason: mended in March
  owner: payments
  link: https://tickets.example.com/7
  until: 2026-12-31
- { id: OUT-02, combination: by card, reason: open, until: 2026-12-31 }
`);
  expect(readKnownFailures(file).map(({ id, line }) => `${id} ${line}`)).toEqual(['PAY-12 2', 'OUT-02 8']);
  expect(readKnownFailures(test.info().outputPath('none.yaml'))).toEqual([]);
  expect(readKnownFailures(written(''))).toEqual([]);
});

test('all problems of a file come at once, each with its line', () => {
  const file = written(`- { id: pay, reason: x, until: soon, colour: red }
- { id: PAY-12, fingerprint: 12, reason: "", until: 2026-12-31 }
- nothing
`);
  let seen: unknown;
  try {
    readKnownFailures(file);
  } catch (error) {
    seen = error;
  }
  expect(seen).toBeInstanceOf(ConfigurationError);
  const { problems } = seen as ConfigurationError;
  expect(problems.map(({ where, line }) => `${where} ${line}`)).toEqual([
    '/0/colour 1',
    '/0/id 1',
    '/0/until 1',
    '/0 1',
    '/1/fingerprint 2',
    '/1/reason 2',
    '/2 3',
  ]);
});
