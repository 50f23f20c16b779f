import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { bundleLimits } from '../bundle/bundleFiles.ts';
import { readBundle } from '../bundle/readBundle.ts';
import {
  certificateIn,
  nextCountersignature,
  storeCountersignature,
  subjectOfStatement,
} from '../bundle/writeBundle.ts';
import { fingerprintOf, newKeys, privateKeyFrom, publicHalf, publicKeyText } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate } from '../statement/certificate.ts';
import { statementOf, testResultType } from '../statement/statement.ts';
import { countersignedBy, findingsIn } from './countersigned.ts';

const key = privateKeyFrom(newKeys().secret);
const foreign = privateKeyFrom(newKeys().secret);
const now = new Date('2026-02-01T00:00:00.000Z');
const certificate = {
  target: { baseUrl: 'https://a.example' },
  issuedAt: '2026-01-01T00:00:00.000Z',
} as unknown as Certificate;

/** The fingerprint of the vendor's key. */
const signer = fingerprintOf(publicHalf(privateKeyFrom(newKeys().secret)));

const agreement = {
  finding: 'agreement',
  target: { baseUrl: 'https://a.example/' },
  issuedAt: '2026-01-02T00:00:00.000Z',
  agreed: ['PAY-12'],
  contradicted: [] as { id: string }[],
  earlier: [] as string[],
};

/** Adds a countersignature about the statement in a folder. */
function add(folder: string, changes: object, { by = key, subject = 'own' } = {}): void {
  const own = subjectOfStatement(readBundle(folder));
  const about = subject === 'own' ? own : { ...own, digest: { sha256: '0'.repeat(64) } };
  const predicate = {
    result: 'PASSED',
    assayCountersignature: { ...agreement, signer: publicKeyText(publicHalf(by)), ...changes },
  };
  storeCountersignature(folder, statementOf([about], { predicateType: testResultType, predicate }), by);
}

/** Makes a folder with a statement and a countersignature about it. */
function countersigned(changes: object, how: Parameters<typeof add>[2] = {}): string {
  const folder = mkdtempSync(test.info().outputPath('assay-countersigned-'));
  mkdirSync(join(folder, 'countersignatures'));
  writeFileSync(join(folder, 'statement.json'), '{}\n');
  add(folder, changes, how);
  return folder;
}

const resultOf = (folder: string) => {
  try {
    return countersignedBy(findingsIn(readBundle(folder)), certificate, { key: publicHalf(key), signer, now }).finding;
  } catch (error) {
    return (error as Refusal).code;
  }
};

test('an agreement by the named key counts', () => {
  expect(resultOf(countersigned({}))).toBe('agreement');
});

for (const [what, changes, code] of [
  ['a contradiction', { finding: 'contradiction', contradicted: [{ id: 'PAY-12' }] }, 'contradicted'],
  ['an agreement that lists a contradiction', { contradicted: [{ id: 'PAY-12' }] }, 'contradicted'],
  ['another address', { target: { baseUrl: 'https://b.example' } }, 'countersignedElsewhere'],
  ['a time before the certificate', { issuedAt: '2025-01-02T00:00:00.000Z' }, 'countersignedOtherTime'],
  ['a time in the future', { issuedAt: '2027-01-02T00:00:00.000Z' }, 'countersignedOtherTime'],
  ['a time two minutes ahead', { issuedAt: '2026-02-01T00:02:00.000Z' }, 'agreement'],
  ['a key that did not sign it', { signer: publicKeyText(publicHalf(foreign)) }, 'badCountersignature'],
  ['no key', { signer: undefined }, 'noCountersignature'],
  ['an earlier one that is not there', { earlier: ['0'.repeat(64)] }, 'missingCountersignature'],
  ['no finding', { finding: 'maybe' }, 'noCountersignature'],
] as const)
  test(`a countersignature with ${what} gives ${code}`, () => {
    expect(resultOf(countersigned(changes))).toBe(code);
  });

test('a later countersignature does not hide an earlier one by the same key', () => {
  const folder = countersigned({ finding: 'contradiction', contradicted: [{ id: 'PAY-12' }] });
  add(folder, { issuedAt: '2026-01-03T00:00:00.000Z' });
  expect(resultOf(folder)).toBe('contradicted');
  const agreed = countersigned({});
  add(agreed, { issuedAt: '2026-01-03T00:00:00.000Z', agreed: ['PAY-11'] });
  expect(
    countersignedBy(findingsIn(readBundle(agreed)), certificate, { key: publicHalf(key), signer, now }).agreed,
  ).toEqual(['PAY-11']);
});

test('an earlier contradiction cannot be removed unseen once there is a later agreement', () => {
  const folder = countersigned({ finding: 'contradiction', contradicted: [{ id: 'PAY-12' }] });
  const [first] = findingsIn(readBundle(folder));
  add(folder, { issuedAt: '2026-01-03T00:00:00.000Z', earlier: [first?.digest] });
  expect(resultOf(folder)).toBe('contradicted');
  rmSync(join(folder, first?.path ?? ''));
  expect(resultOf(folder)).toBe('missingCountersignature');
});

test('a bundle that is full of countersignatures is refused before anything is asked, and nothing is added to it', () => {
  const folder = countersigned({});
  for (let nth = 2; nth <= bundleLimits.countersignatures; nth += 1)
    add(folder, {}, { by: privateKeyFrom(newKeys().secret) });
  expect(() => nextCountersignature(folder, key)).toThrow(/fewer than 20 files.*20 files/s);
  expect(() => add(folder, {})).toThrow(ConfigurationError);
  expect(resultOf(folder)).toBe('agreement');
});

test('the signer of the statement cannot countersign it', () => {
  const own = { key: publicHalf(key), signer: fingerprintOf(publicHalf(key)), now };
  expect(() => countersignedBy(findingsIn(readBundle(countersigned({}))), certificate, own)).toThrow(
    /signed the statement itself/,
  );
});

test('a countersignature by another key, or about another statement, does not count', () => {
  const other = privateKeyFrom(newKeys().secret);
  expect(resultOf(countersigned({}, { by: other }))).toBe('notCountersigned');
  expect(resultOf(countersigned({}, { subject: 'other' }))).toBe('otherSubject');
});

test('a bundle whose statement is none has no certificate', () => {
  expect(() => certificateIn(readBundle(countersigned({})))).toThrow(Refusal);
});
