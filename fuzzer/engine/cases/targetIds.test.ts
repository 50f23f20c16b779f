import { expect, test } from '@playwright/test';
import { assert, property, string, uniqueArray, uuid } from 'fast-check';
import { sampleCase, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import type { FuzzCase } from './fuzzCase.ts';
import { missingIds, referencedIds, targetIdsOf, withIds, withoutIds } from './targetIds.ts';

const naming = (method: string, project: string): FuzzCase => ({
  ...sampleCase,
  steps: [
    { ...sampleStep, path: `/v1/user/crypto-acquiring/${project}/requests?method=${method}`, twin: `to ${project}` },
    { ...sampleStep, body: { type: 'application/json', text: `{"paymentMethodId":"${method}","n":[1]}` } },
  ],
  claims: [{ requirement: 'PAY-05', oracle: 'refused', args: { project, exchange: '#2', more: [method, 7, null] } }],
});

const idsWith = (method: string, project: string) =>
  targetIdsOf([{ id: method, name: 'USDT CRYPTOCOIN TRON PAYIN' }], [{ id: project }]);

test("a case is stored without target ids and sent to another target with that target's ids", () => {
  assert(
    property(
      uniqueArray(uuid(), { minLength: 4, maxLength: 4 }),
      ([method = '', project = '', other = '', last = '']) => {
        const stored = withoutIds(naming(method, project), idsWith(method, project));
        expect(JSON.stringify(stored)).not.toContain(method);
        expect(JSON.stringify(stored)).not.toContain(project);
        expect(stored.steps[0]?.path).toContain('/{{project:1}}/requests?method={{method:USDT CRYPTOCOIN TRON PAYIN}}');
        expect(withIds(stored, idsWith(other, last))).toEqual(naming(other, last));
      },
    ),
  );
});

test('ids inside longer words, short ids and ids without a plain name stay unchanged', () => {
  const one = naming('PMD-00112233-4', 'WGT-5566');
  expect(withoutIds(one, idsWith('PMD-00112233', 'WGT-55667788'))).toEqual(one);
  expect(withoutIds(one, targetIdsOf([{ id: 'PMD-00112233-4', name: 'a "name"' }], [{ id: '1' }]))).toEqual(one);
  expect(withoutIds(one, targetIdsOf([], []))).toEqual(one);
});

test('ids that a target lacks are reported once each', () => {
  const ids = idsWith('PMD-00112233', 'WGT-55667788');
  const stored = withoutIds(naming('PMD-00112233', 'WGT-55667788'), ids);
  expect(missingIds(stored, ids)).toEqual([]);
  expect(missingIds(stored, targetIdsOf([], [{ id: 'WGT-another' }]))).toEqual([
    '{{method:USDT CRYPTOCOIN TRON PAYIN}}',
  ]);
  expect(referencedIds(sampleCase)).toEqual([]);
});

test('of two methods with one name the first counts, and no text breaks a case', () => {
  const twice = targetIdsOf(
    [
      { id: 'PMD-00112233', name: 'A' },
      { id: 'PMD-44556677', name: 'A' },
    ],
    [],
  );
  expect([...twice]).toEqual([['{{method:A}}', 'PMD-00112233']]);
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const one = { ...sampleCase, steps: [{ ...sampleStep, body: { text } }] };
      expect(withIds(withoutIds(one, twice), twice)).toEqual(withIds(one, twice));
    }),
  );
});
