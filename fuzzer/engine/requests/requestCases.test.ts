import { expect, test } from '@playwright/test';
import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { allOperationCases } from '../../../tests/support/findings/allCases.ts';
import type { CaseStep } from '../cases/fuzzCase.ts';
import { caseGroups, type GroupedCase } from './requestCases.ts';
import { type RequestModel, requestModel } from './requestModel.ts';

const contract = await loadContract();

const subjectFor = (key: string): RequestModel => {
  const operation = contract.operations.find((one) => one.key === key);
  if (!operation) throw new RangeError(`no operation ${key}`);
  return requestModel(contract, operation);
};

function made(subject: RequestModel, seed = 7) {
  const dropped = new Map<string, number>();
  const count = (cause: string) => dropped.set(cause, (dropped.get(cause) ?? 0) + 1);
  return { cases: [...allOperationCases(subject, { seed, random: 10, dropped: count })], dropped };
}

const bodyOf = ({ body }: CaseStep): unknown => {
  const parsed = parseExact(body && 'text' in body ? body.text : '');
  return 'value' in parsed ? toPlain(parsed.value) : undefined;
};

const isPlain = ({ group }: GroupedCase) => group !== 'protocol';

for (const { key } of contract.operations)
  test(`the final bytes of the cases of ${key} match their labels, by the contract`, () => {
    const subject = subjectFor(key);
    const { cases } = made(subject);
    expect(cases.length).toBeGreaterThan(2);
    for (const { steps, label } of cases.filter(isPlain)) {
      const [step] = steps;
      if (!step) throw new Error('a case without a step');
      expect(contract.operationOf(step.method, step.path)?.key).toBe(key);
      const faults = subject.mediaType ? contract.validateBody(subject.operation, bodyOf(step)) : [];
      const isOfBody = label.is === 'invalid' && label.broken.place.startsWith('body');
      if (isOfBody) expect(faults, JSON.stringify(label)).not.toEqual([]);
      else expect(faults, JSON.stringify(label)).toEqual([]);
    }
  });

const payin = 'POST /v1/user/payments/payin';

test('groups keep their order, no request repeats, and one seed always makes the same cases', () => {
  const { cases } = made(subjectFor(payin));
  const order = cases.map(({ group }) => caseGroups.indexOf(group));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(caseGroups.length);
  expect(new Set(cases.map(({ steps }) => JSON.stringify(steps))).size).toBe(cases.length);
  expect(made(subjectFor(payin)).cases).toEqual(cases);
  expect(made(subjectFor(payin), 8).cases).not.toEqual(cases);
});

test('each required member is left out once and named as the broken one', () => {
  const { cases } = made(subjectFor(payin));
  const { required } = (
    contract.document as unknown as { components: { schemas: Record<string, { required: string[] }> } }
  ).components.schemas['PayinBody'] ?? { required: [] };
  const left = cases.flatMap(({ label, steps: [step] }) =>
    label.is === 'invalid' && label.broken.keyword === 'required' && step?.body ? [bodyOf(step) as object] : [],
  );
  for (const name of required)
    expect(
      left.some((body) => !(name in body)),
      name,
    ).toBe(true);
});

test('a protocol or stress case names its defect, and no described method counts as an edge case', () => {
  const { cases } = made(subjectFor(payin));
  const turned = cases.filter(({ group }) => group === 'protocol');
  const words = turned.map(({ label }) => (label.is === 'invalid' ? label.broken.words : label.because));
  expect(words).toEqual(
    expect.arrayContaining(['JSON broken off in the middle', 'deep nesting', 'no content type', 'no credential']),
  );
  expect(words.filter((one) => one.startsWith('POST'))).toEqual([]);
  for (const {
    label,
    steps: [step],
  } of turned)
    if (label.is === 'invalid' && label.broken.keyword === 'syntax' && step) expect(bodyOf(step)).toBeUndefined();
});

test('an operation without a valid request has no cases and gives the reason', () => {
  const { cases, dropped } = made({ ...subjectFor(payin), lacks: 'its body is no JSON' });
  expect(cases).toEqual([]);
  expect([...dropped]).toEqual([['its body is no JSON', 1]]);
});
