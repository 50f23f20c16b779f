import { expect, test } from '@playwright/test';
import { assert, property } from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { arbitraryVerdict } from '../../../tests/support/reports/arbitraryVerdict.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { writeJunit } from './junit.ts';

interface Suite {
  '@name': string;
  '@tests': string;
  '@failures': string;
  '@errors': string;
  '@skipped': string;
  '@time': string;
  testcase: readonly Record<string, unknown>[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
});

const suitesOf = (xml: string): { '@tests': string; '@failures': string; '@errors': string; testsuite?: Suite[] } =>
  parser.parse(xml).testsuites;

const one = sampleRequirement({
  title: 'KZT requires firstName & lastName',
  findings: [{ code: 'notRefused', wanted: 'refusal', seen: '<html>', exchanges: ['p0-1'] }],
  exchanges: ['p0-1'],
});

function written(requirements: readonly RequirementVerdict[]): string {
  return writeJunit(sampleVerdict(requirements), new Map([['OUT-02', { duration: 1_234 }]]));
}

test('a failure carries its findings, its time and its file', () => {
  const [suite] = suitesOf(written([one])).testsuite ?? [];
  expect(suite).toMatchObject({
    '@name': 'OUT',
    '@tests': '1',
    '@failures': '1',
    '@time': '1.234',
    '@timestamp': '2026-01-01T00:00:00',
  });
  expect(suite?.testcase[0]).toMatchObject({
    '@classname': 'assay.OUT',
    '@name': 'OUT-02 KZT requires firstName & lastName',
    '@file': 'specs/payout.spec.ts',
    '@time': '1.234',
    failure: {
      '@type': 'fail (target)',
      '@message': 'fail (target): expected refusal; got <html>',
      '#text': 'expected refusal\ngot      <html> (exchanges p0-1)',
    },
  });
});

test('an undecided requirement is an error with its outcome and attribution', () => {
  for (const outcome of ['error', 'inconclusive', 'unverified', 'not run'] as const) {
    const [suite] = suitesOf(written([{ ...one, outcome, attribution: 'environment' }])).testsuite ?? [];
    expect(suite?.['@errors']).toBe('1');
    expect(suite?.testcase[0]?.['error']).toMatchObject({ '@type': `${outcome} (environment)` });
  }
});

test('requirements that were not requested are skipped; warnings and learned values pass and are shown', () => {
  for (const outcome of ['not selected', 'not applicable', 'deferred'] as const) {
    const [suite] = suitesOf(written([{ ...one, outcome }])).testsuite ?? [];
    expect(suite?.['@skipped']).toBe('1');
    expect(suite?.testcase[0]).toHaveProperty('skipped');
  }
  const [suite] = suitesOf(written([{ ...one, outcome: 'learned', learned: { sign: 'minus' } }])).testsuite ?? [];
  expect(suite).toMatchObject({ '@failures': '0', '@errors': '0', '@skipped': '0' });
  expect(suite?.testcase[0]?.['system-out']).toContain('OUT-02  learned  sign: minus');
  const changed = { ...one, outcome: 'changed', learned: { sign: 'minus' }, was: { sign: 'plus' } } as const;
  const [other] = suitesOf(written([changed])).testsuite ?? [];
  expect(other?.testcase[0]?.['system-out']).toContain('OUT-02  changed  sign: was plus, now minus');
});

test('text of a target never breaks the document, and its counts add up', () => {
  assert(
    property(arbitraryVerdict, (verdict) => {
      const xml = writeJunit(verdict);
      expect(XMLValidator.validate(xml)).toBe(true);
      // The characters of XML 1.0, § 2.2, without those that control a terminal.
      expect(xml).not.toMatch(/[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u007f-\u009f]/u);
      expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
      const { testsuite = [], ...total } = suitesOf(xml);
      const sum = (name: '@tests' | '@failures' | '@errors') =>
        testsuite.reduce((all, suite) => all + Number(suite[name]), 0);
      for (const name of ['@tests', '@failures', '@errors'] as const) expect(Number(total[name])).toBe(sum(name));
      expect(testsuite.flatMap(({ testcase }) => testcase).length).toBe(verdict.requirements.length);
      for (const suite of testsuite) expect(Number(suite['@tests'])).toBe(suite.testcase.length);
    }),
  );
});

test('every text has a maximum length', () => {
  const long = '<'.repeat(100_000);
  const findings = Array.from({ length: 10 }, () => ({ code: 'schema', wanted: long, seen: long, exchanges: [] }));
  const learned = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${long}`, long]));
  const xml = written([{ ...one, title: long, findings, learned }]);
  expect(xml.length).toBeLessThan(1_000_000);
  expect(xml).toContain('and 450 more');
});
