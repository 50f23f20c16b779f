import { expect, test } from '@playwright/test';
import { isSignedBy, openEnvelope, payloadOf, signStatement } from '../envelope/dsse.ts';
import { newKeys, privateKeyFrom, publicHalf, publicKeyText } from '../keys/keys.ts';
import { compareClaims, countersignedStatement, findingOf } from './countersignature.ts';

const claims = {
  passed: ['PAY-01', 'PAY-02', 'PAY-12'],
  warned: ['GEN-01'],
  learned: [],
  failed: ['SRC-01', 'SRC-02'],
};
const own = (outcomes: Readonly<Record<string, string>>) =>
  Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome, because: `${id} was seen` }));
const drawn = ['PAY-01', 'PAY-02', 'GEN-01', 'SRC-01'];

test('a requirement that the certificate calls held and that fails is a contradiction', () => {
  const asked = compareClaims(
    claims,
    drawn,
    own({ 'PAY-01': 'pass', 'PAY-02': 'fail', 'GEN-01': 'pass', 'SRC-01': 'fail' }),
  );
  expect(asked.contradicted).toEqual([{ id: 'PAY-02', seen: 'PAY-02 was seen' }]);
  expect(asked.agreed).toEqual(['PAY-01', 'GEN-01', 'SRC-01']);
  expect(findingOf(asked)).toBe('contradiction');
});

test('a known failure that held is no contradiction', () => {
  const asked = compareClaims(
    claims,
    drawn,
    own({ 'PAY-01': 'pass', 'PAY-02': 'learned', 'GEN-01': 'warn', 'SRC-01': 'pass' }),
  );
  expect([asked.better, asked.undecided, findingOf(asked)]).toEqual([['SRC-01'], [], 'agreement']);
});

test('what was not decided is no agreement', () => {
  const some = compareClaims(
    claims,
    drawn,
    own({ 'PAY-01': 'pass', 'PAY-02': 'inconclusive', 'GEN-01': 'unverified' }),
  );
  expect([some.undecided, findingOf(some)]).toEqual([['PAY-02', 'GEN-01', 'SRC-01'], 'undecided']);
  expect(findingOf(compareClaims(claims, [], []))).toBe('undecided');
  expect(findingOf(compareClaims(claims, drawn, []))).toBe('undecided');
});

test('the statement names its subject, its key and what was asked, and its signature holds for that key alone', () => {
  const [key, other] = [privateKeyFrom(newKeys().secret), privateKeyFrom(newKeys().secret)];
  const asked = compareClaims(claims, drawn, own({ 'PAY-01': 'pass', 'PAY-02': 'fail' }));
  const facts = {
    target: { name: 'bank', kind: 'sandbox', baseUrl: 'https://pay.example' },
    suite: { version: '1', build: 'b', node: 'v20' },
    run: { id: 'r', seed: 1, day: '2026-01-01', startedAt: '2026-01-01T00:00:00.000Z' },
    journal: [],
    requests: { posts: 40, gets: 300, mostPosts: 40 },
    earlier: [],
    issuedAt: '2026-01-01T00:00:00.000Z',
  };
  const subject = { name: 'statement.json', digest: { sha256: '0'.repeat(64) } };
  const statement = countersignedStatement(subject, { asked, finding: 'contradiction', facts, key: publicHalf(key) });
  const envelope = openEnvelope(signStatement(statement, key), 'one');
  expect([isSignedBy(envelope, publicHalf(key)), isSignedBy(envelope, publicHalf(other))]).toEqual([true, false]);
  expect(payloadOf(envelope, 'one')).toMatchObject({
    subject: [subject],
    predicate: {
      result: 'FAILED',
      failedTests: ['PAY-02'],
      assayCountersignature: { finding: 'contradiction', signer: publicKeyText(publicHalf(key)), drawn },
    },
  });
});
