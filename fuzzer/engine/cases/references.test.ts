import { expect, test } from '@playwright/test';
import { sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { References, requiredSteps, UnresolvedReference } from './references.ts';

function referencesOver(answers: readonly string[] = []) {
  let keys = 0;
  return new References({
    freshKey: () => {
      keys += 1;
      return `K"-${keys}`;
    },
    answerTo: (step) => answers[step - 1],
  });
}

test('each key name of a case gets one key, written as its place requires', () => {
  const references = referencesOver();
  const filled = references.filled({
    ...sampleStep,
    path: '/orders/{{key}}/{{key:b}}?again={{key}}',
    headers: [['X-Order', '{{key}}']],
    body: { text: '{"id":"{{key}}","other":"{{key:b}}"}' },
  });
  expect(filled.path).toBe('/orders/K%22-1/K%22-2?again=K%22-1');
  expect(filled.headers).toEqual([['X-Order', 'K"-1']]);
  expect(filled.body).toEqual({ text: '{"id":"K\\"-1","other":"K\\"-2"}' });
  expect([...references.keys]).toEqual([
    ['', 'K"-1'],
    ['b', 'K"-2'],
  ]);
});

test('values of earlier answers are filled in, texts and numbers alike', () => {
  const references = referencesOver(['{"id":"PMT/1","list":[{"amount":10}]}']);
  const filled = references.filled({ ...sampleStep, path: '/payments/{{1/id}}?amount={{1/list/0/amount}}' });
  expect(filled.path).toBe('/payments/PMT%2F1?amount=10');
});

for (const [why, path] of [
  ['an answer that did not come', '/{{2/id}}'],
  ['a member that is not there', '/{{1/name}}'],
  ['a value that is no text', '/{{1/list}}'],
] as const)
  test(`a reference to ${why} cannot be filled and is reported`, () => {
    const references = referencesOver(['{"id":"PMT-1","list":[]}']);
    expect(() => references.filled({ ...sampleStep, path })).toThrow(UnresolvedReference);
  });

test('braces that are not a reference are sent unchanged', () => {
  const text = '{"a":"{{7*7}}","b":"{{constructor}}","c":"{{0/id}}","d":{"e":{}}}';
  expect(referencesOver().filled({ ...sampleStep, body: { text } }).body).toEqual({ text });
});

test('bytes that are not text hold no references', () => {
  const body = { base64: Buffer.from('{{key}}').toString('base64') };
  expect(referencesOver().filled({ ...sampleStep, body }).body).toEqual(body);
});

test('a step lists the other steps that it depends on', () => {
  expect(requiredSteps({ ...sampleStep, path: '/{{2/id}}', headers: [['X', '{{10/a/b}}']] })).toEqual(new Set([2, 10]));
  expect(requiredSteps(sampleStep)).toEqual(new Set());
});
