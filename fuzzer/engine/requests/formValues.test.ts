import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Plain } from '../../../schemas/json/plain.ts';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import { type Form, formIn, readForm } from '../../../schemas/wire/forms.ts';
import { allOperationCases } from '../../../tests/support/findings/allCases.ts';
import { formProblem, formValue } from './formValues.ts';
import { requestModel } from './requestModel.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    size: { type: 'integer', minimum: 0 },
    kind: { enum: ['a', 'b'] },
    address: { type: 'object', properties: { line: { type: 'string' }, deep: { type: 'object' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

const types = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

const encoding = { address: { style: 'deepObject', explode: true } };

async function contractOf(type: string): Promise<Contract> {
  const file = test.info().outputPath('contract.json');
  const requestBody = { required: true, content: { [type]: { schema, encoding } } };
  const paths = { '/forms': { post: { requestBody, responses: { 200: { description: 'ok' } } } } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Forms', version: '1' }, paths }));
  return await loadContract(file);
}

function formOf({ operations }: Contract): Form {
  const [[type, media] = ['', {}]] = Object.entries(operations[0]?.requestBody?.content ?? {});
  const form = formIn(type, media);
  if (!form) throw new RangeError(`${type} is no form`);
  return form;
}

for (const type of types)
  test(`the cases of ${type} match their labels in their final text`, async () => {
    const contract = await contractOf(type);
    const [operation] = contract.operations;
    if (!operation) throw new RangeError('no operation');
    const made = [
      ...allOperationCases(requestModel(contract, operation), { seed: 3, random: 20, dropped: () => undefined }),
    ];
    const labels = new Set(made.map(({ group, label }) => `${group} ${label.is}`));
    for (const wanted of ['example valid', 'boundary valid', 'random valid', 'defect invalid'])
      expect(labels).toContain(wanted);
    for (const { group, label, steps } of made) {
      const body = steps[0]?.body;
      if (group === 'protocol' || !body || !('text' in body)) continue;
      const read = readForm(contract.document as unknown as Plain, formOf(contract), body);
      const faults = 'value' in read ? contract.validateBody(operation, read.value, type) : ['unread'];
      expect(faults.length > 0, `${JSON.stringify(label)} ${body.text}`).toBe(label.is === 'invalid');
    }
  });

const carriedAs: readonly (readonly [Plain, Plain | undefined, string])[] = [
  [{ name: 'a', size: 1 }, { name: 'a', size: 1 }, 'text and number'],
  [{ name: 'a', address: { line: 'x' } }, { name: 'a', address: { line: 'x' } }, 'members within brackets'],
  [{ name: 'a', address: { deep: {} } }, { name: 'a' }, 'members of members are left out'],
  [{ name: null }, undefined, 'what is required and cannot be carried'],
  [['a'], undefined, 'a list'],
];

test('a form carries only the values that its reader reads back unchanged', async () => {
  const contract = await contractOf(types[0]);
  const form = formOf(contract);
  for (const [value, wanted, why] of carriedAs) {
    expect(formValue(contract, form, value), why).toEqual(wanted);
    expect(formProblem(contract, form, value) === undefined, why).toBe(
      wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(value),
    );
  }
});
