import { expect, test } from '@playwright/test';
import { assert, jsonValue, property } from 'fast-check';
import { stringify } from 'lossless-json';
import { parseExact } from '../../../schemas/json/exact.ts';
import { sampleCase, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { postsOf } from '../budget/requestMeter.ts';
import type { CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { simplerValues } from './simplerValues.ts';
import { isSmaller, smallerCases } from './smallerCases.ts';

const having = (...steps: readonly CaseStep[]): FuzzCase => ({ ...sampleCase, steps });

const bodied = (text: string): FuzzCase => having({ ...sampleStep, body: { text } });

const pathsOf = (original: FuzzCase) => [...smallerCases(original)].map(({ steps }) => steps.map(({ path }) => path));

const step = (path: string): CaseStep => ({ method: 'GET', path, headers: [], signing: 'signed' });

test('each smaller case has fewer characters, or comes earlier in order with as many', () => {
  assert(
    property(jsonValue(), (value) => {
      const original = bodied(JSON.stringify(value));
      // One `expect` for thousands of cases: one each would take longer than the code under test.
      expect([...smallerCases(original)].every((smaller) => isSmaller(smaller, original))).toBe(true);
    }),
  );
});

test('a step goes together with its dependents, and references follow the changed positions', () => {
  const original = having(step('/a'), step('/b'), step('/c/{{2/id}}'), step('/d/{{1/id}}/{{3/id}}'));
  expect(pathsOf(original)).toEqual([]);
  const two = having(step('/a'), step('/b/{{1/id}}'), step('/c'), step('/d/{{3/id}}'));
  expect(pathsOf(two)).toEqual([
    ['/c', '/d/{{1/id}}'],
    ['/a', '/c', '/d/{{2/id}}'],
  ]);
});

test('query parameters and headers are removed one at a time', () => {
  expect(pathsOf(having(step('/a?x=1&y=2')))).toEqual([['/a?y=2'], ['/a?x=1']]);
  expect(pathsOf(having(step('/a?x=1')))).toEqual([['/a']]);
  const headed = having({
    ...step('/'),
    headers: [
      ['A', '1'],
      ['B', '2'],
    ],
  });
  expect([...smallerCases(headed)].map(({ steps: [one] }) => one?.headers)).toEqual([[['B', '2']], [['A', '1']]]);
});

test('numbers keep their digits, and a member named __proto__ stays a member', () => {
  const texts = [...smallerCases(bodied('{"__proto__":1.10,"b":12345678901234567890}'))].flatMap(({ steps: [one] }) =>
    one?.body && 'text' in one.body ? [one.body.text] : [],
  );
  expect(texts).toContain('{"__proto__":1.10}');
  expect(texts).toContain('{"__proto__":1.1,"b":12345678901234567890}');
  expect(texts).toContain('{"b":12345678901234567890}');
});

test('a text that is not JSON is halved, and placeholders stay', () => {
  const texts = (text: string) =>
    [...smallerCases(bodied(text))].map(({ steps: [one] }) => (one?.body && 'text' in one.body ? one.body.text : ''));
  expect(texts('{"a":1,"a":2}')).toEqual(['{"a":1', ',"a":2}']);
  expect(texts('"{{key}}"')).toEqual([]);
});

test('one shrinking step changes one place', () => {
  const parsed = parseExact('{"a":"xyz","b":[1,2]}');
  const simpler = 'value' in parsed ? [...simplerValues(parsed.value)].map((one) => stringify(one)) : [];
  expect(simpler).toContain('{}');
  expect(simpler).toContain('{"a":"","b":[1,2]}');
  expect(simpler).toContain('{"a":"xyz","b":[]}');
  expect(simpler).toContain('{"a":"xyz","b":[0,2]}');
  expect(simpler).not.toContain('{"a":"","b":[]}');
});

test('every request other than GET counts against the quota', () => {
  expect(postsOf(having(step('/a'), sampleStep, sampleStep))).toBe(2);
});
