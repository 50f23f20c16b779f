import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { caseGroups, type GroupedCase, operationCases } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { smallerCases } from '../../engine/shrink/smallerCases.ts';
import { arePrecedingStepsValid, matchesLabel } from './caseValidity.ts';

const contract = await loadContract();

function made(key: string) {
  const operation = contract.operations.find((one) => one.key === key);
  if (!operation) throw new RangeError(`no operation ${key}`);
  const subject = requestModel(contract, operation);
  const cases = operationCases(subject, { seed: 5, random: 4, dropped: () => undefined });
  if (!cases) throw new RangeError(`no case of ${key}`);
  const all = caseGroups.flatMap((group) => [...cases.of(group)].slice(0, 40));
  return { subject, base: cases.base, all };
}

const textOf = ({ body }: CaseStep) => (body && 'text' in body ? body.text : '');

const isPlain = ({ group }: GroupedCase) => group !== 'protocol';

for (const { key } of contract.operations.slice(0, 8))
  test(`cases of ${key} match their own labels and no other`, () => {
    const { subject, base, all } = made(key);
    const valid = { is: 'valid', because: 'it is said' } as const;
    for (const one of all) {
      expect(matchesLabel(subject, base, one), JSON.stringify(one)).toBe(true);
      if (one.label.is === 'invalid' && isPlain(one))
        expect(matchesLabel(subject, base, { ...one, label: valid }), JSON.stringify(one)).toBe(false);
    }
  });

test('a smaller case is accepted only if it has the same defect and no other', () => {
  const { subject, base, all } = made('POST /v1/user/payments/payin');
  const broken = all.filter(({ label, group }) => label.is === 'invalid' && group === 'defect');
  expect(broken.length).toBeGreaterThan(5);
  for (const one of broken.slice(0, 20))
    for (const smaller of [...smallerCases(one)].slice(0, 60)) {
      if (!matchesLabel(subject, base, smaller)) continue;
      const [step] = smaller.steps;
      const faults = step ? contract.validateBody(subject.operation, JSON.parse(textOf(step) || 'null')) : [];
      expect(faults, JSON.stringify(smaller)).not.toEqual([]);
    }
});

test('a reference in a path counts as the valid value there', () => {
  const { subject, base, all } = made('GET /v1/user/payments/{id}');
  const [first] = all;
  const [step] = first?.steps ?? [];
  if (!first || !step) throw new RangeError('no case');
  const led = (path: string): FuzzCase => ({ ...first, steps: [{ ...base }, { ...step, path }] });
  expect(matchesLabel(subject, base, led('/v1/user/payments/{{1/id}}'))).toBe(true);
  expect(matchesLabel(subject, base, led('/v1/user/elsewhere/{{1/id}}'))).toBe(false);
});

test('requests before the last stay valid, with references in their paths', () => {
  const { base: payin } = made('POST /v1/user/payments/payin');
  const { base: read } = made('GET /v1/user/payments/{id}');
  const label = { is: 'valid', because: 'it is said' } as const;
  const areValid = (...steps: CaseStep[]) => arePrecedingStepsValid(contract)({ steps, label });
  const led = { ...read, path: '/v1/user/payments/{{1/id}}' };
  expect(areValid(payin, led, led)).toBe(true);
  expect(areValid({ ...payin, body: { type: 'application/json', text: '{}' } }, led)).toBe(false);
  expect(areValid(payin, { ...led, path: '/v1/user/elsewhere/{{1/id}}' }, led)).toBe(false);
  expect(areValid(payin, { ...led, body: { type: 'application/json', text: '{}' } })).toBe(true);
});
