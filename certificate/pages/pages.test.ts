import { expect, test } from '@playwright/test';
import { XMLValidator } from 'fast-xml-parser';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { newKeys, publicKeyFrom, publicKeyText } from '../keys/keys.ts';
import { capabilitiesOf } from '../statement/capabilities.ts';
import type { Certificate, CertificateStatement } from '../statement/certificate.ts';
import { claimsOf, resultOf } from '../statement/claims.ts';
import { statementOf, testResultType } from '../statement/statement.ts';
import { writeBadge } from './badge.ts';
import { writeCertificatePage } from './certificatePage.ts';
import { capabilityLine, claimedLine, headline, levelLine, shortfall } from './words.ts';

const hostile = '<script>alert(1)</script>"\u202e\u0000&';

const requirement = (id: string, outcome: RequirementVerdict['outcome'], more: Partial<RequirementVerdict> = {}) =>
  ({ id, outcome, findings: [], exchanges: [], ...more }) as unknown as RequirementVerdict;

const known = { id: 'XCH-02', reason: hostile, until: '2026-12-31' };
const requirements = [
  requirement('PAY-01', 'pass'),
  requirement('XCH-02', 'fail', { accepted: [known] }),
  requirement('WHK-01', 'unverified'),
  requirement('BAL-01', 'pass', { looked: { of: 9, at: 3, why: hostile } }),
  requirement('BAL-02', 'not applicable'),
];
const header = { exchanges: { post: 3, get: 9 } } as Parameters<typeof claimsOf>[0]['header'];
const gaps = [{ id: 'BAL-02', reason: hostile }];
const claims = claimsOf({ requirements, cells: { evidenced: 1, of: 2 }, header }, gaps);

const certificate: Certificate = {
  version: 1,
  level: 'self-declared',
  signer: publicKeyText(publicKeyFrom(newKeys().public)),
  target: { name: hostile, kind: 'vendor', baseUrl: 'https://a.example', host: 'a.example', addresses: [hostile] },
  suite: { version: '1', build: '0'.repeat(64), node: 'v20' },
  run: {
    ...{ id: 'r', seed: 1, profile: 'nightly', tier: 'active', day: '2026-01-01', contract: 'of the target' },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:01:00.000Z', terms: hostile },
  },
  claims,
  issuedAt: '2026-01-01T00:02:00.000Z',
  validUntil: '2026-04-01T00:02:00.000Z',
  rerunDue: '2026-02-14T00:02:00.000Z',
};

const statement: CertificateStatement = statementOf([], {
  predicateType: testResultType,
  predicate: {
    ...{ result: 'FAILED', configuration: [], passedTests: [], warnedTests: [], failedTests: [] },
    assayCertificate: certificate,
  },
});

const stateOf = (name: string) => claims.capabilities.find((one) => one.name === name)?.state;

test('what was not decided keeps a result from PASSED, and a failure outweighs it', () => {
  const resultWith = (...outcomes: readonly RequirementVerdict['outcome'][]) => {
    const judged = outcomes.map((outcome, at) => requirement(`PAY-0${at + 1}`, outcome));
    return resultOf(claimsOf({ requirements: judged, cells: { evidenced: 1, of: 1 }, header }, [])).result;
  };
  expect(resultWith('pass', 'learned', 'not applicable')).toBe('PASSED');
  expect(resultWith('pass', 'unverified')).toBe('WARNED');
  expect(resultWith('pass', 'inconclusive')).toBe('WARNED');
  expect(resultWith('unverified', 'fail')).toBe('FAILED');
});

test('a known failure stays a failure, and what was not decided is not evidenced', () => {
  expect(stateOf('exchange')).toBe('not conforming in');
  expect(stateOf('payments')).toBe('conforming');
  expect(stateOf('wallet balances')).toBe('conforming with declared gaps');
  expect(stateOf('webhooks')).toBe('not evidenced');
  expect(stateOf('hosted page and widget')).toBe('not evidenced');
  expect(claims).toMatchObject({ failed: ['XCH-02'], undecided: ['WHK-01'], knownFailures: [known] });
});

test('what a campaign broke is failed, whatever the run saw of it', () => {
  const more = claimsOf({ requirements, cells: { evidenced: 1, of: 2 }, header }, [], ['PAY-01', 'ANY-09']);
  expect(more.failed).toEqual(['PAY-01', 'XCH-02', 'ANY-09']);
  expect(more.passed).toEqual(['BAL-01']);
  expect(more.capabilities.find(({ name }) => name === 'payments')?.state).toBe('not conforming in');
});

test('a requirement of a section that no capability names is not lost', () => {
  const none = { unjudged: [], gaps: [] };
  expect(capabilitiesOf([requirement('NEW-01', 'fail')], none)).toMatchObject([
    { name: 'other requirements', state: 'not conforming in', failed: ['NEW-01'] },
  ]);
});

test('the words say what does not conform, and what a certificate lacks', () => {
  expect(headline(certificate)).toBe('not conforming in XCH-02');
  expect(shortfall(certificate)).toBe(
    "not a full certificate: it rests on the nightly profile; there was no campaign; answers were judged by another OpenAPI document than the interface's",
  );
  const full = { profile: 'full', tier: 'active', contract: 'own' } as Certificate['run'];
  const campaign = { posts: 300 } as NonNullable<Certificate['campaign']>;
  expect(shortfall({ run: full, campaign })).toBe(undefined);
  expect(shortfall({ run: { ...full, only: 12 }, campaign: { ...campaign, posts: 1 } })).toBe(
    'not a full certificate: it was for 12 named requirements; its campaign sent only 1 POST',
  );
  const [exchange] = claims.capabilities.filter(({ name }) => name === 'exchange');
  expect(exchange && capabilityLine(exchange)).toBe('exchange: not conforming in XCH-02');
});

test('that an operator made it is only a claim in badge and page', () => {
  const claiming: Certificate = { ...certificate, level: 'operator-run' };
  const said = { ...statement, predicate: { ...statement.predicate, assayCertificate: claiming } };
  expect(writeBadge(said)).toMatch(/<text [^>]*>Assay certificate, claims operator-run, not full<\/text>/);
  expect(claimedLine(claiming)).toMatch(/^claims operator-run, .*; without it self-declared: /);
  const page = writeCertificatePage(said);
  expect(page).toContain('<title>claims operator-run, ');
  expect(page).toContain('It does not prove which server answered');
  expect(page).not.toContain('asked the address himself');
});

test('badge and page begin with the level, and no text of a target becomes markup', () => {
  const [badge, page] = [writeBadge(statement), writeCertificatePage(statement)];
  expect(XMLValidator.validate(badge)).toBe(true);
  expect(badge).toMatch(/<text [^>]*>Assay certificate, self-declared, not full<\/text>/);
  expect(badge).toMatch(/<text [^>]*>a\.example, key SHA256:[0-9a-f]{16}<\/text>/);
  expect(page.indexOf(levelLine('self-declared'))).toBeLessThan(page.indexOf('<h1>'));
  for (const text of [badge, page]) {
    expect(text).not.toContain('<script');
    expect(text.includes('\u202e') || text.includes('\u0000')).toBe(false);
  }
});
