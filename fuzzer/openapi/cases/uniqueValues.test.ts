import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { labelProblem } from '../../engine/requests/confirmRequest.ts';
import { type RequestModel, requestModel } from '../../engine/requests/requestModel.ts';
import { withSampleKeys, withUniqueValues } from './uniqueValues.ts';

const properties = {
  name: { type: 'string' },
  slug: { type: 'string', pattern: '^[a-z0-9-]+$' },
  mail: { type: 'string', format: 'email' },
  kind: { enum: ['a', 'b'] },
  short: { type: 'string', maxLength: 20 },
  size: { type: 'integer', minimum: 0 },
};

const schema = { type: 'object', required: Object.keys(properties), properties };

const document = {
  openapi: '3.1.0',
  info: { title: 'Fresh', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 201: { description: 'made' } },
      },
    },
  },
};

async function things(): Promise<RequestModel> {
  const file = test.info().outputPath('fresh.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const [operation] = contract.operations;
  if (!operation) throw new RangeError('no operation');
  return requestModel(contract, operation);
}

const sent = { name: 'n', slug: 's', mail: 'a@b.example', kind: 'a', short: 'x', size: 1 };

const step: CaseStep = {
  ...stepToOperation('POST /things', '/things'),
  body: { type: 'application/json', text: JSON.stringify(sent) },
};

const valuesIn = ({ body }: CaseStep) =>
  JSON.parse(body && 'text' in body ? body.text : '') as Readonly<Record<string, unknown>>;

test('free texts are new at each sending, first all together and then each on its own', async () => {
  const subject = await things();
  const of = (refused: number) => valuesIn(withUniqueValues(subject, step, { refused, used: 1, seed: 1 }));
  expect(of(0)).toEqual(sent);
  expect(of(1)).toEqual({ ...sent, name: '{{key}}', slug: '{{key}}', mail: '{{key}}@example.com' });
  expect(of(2)).toEqual({ ...sent, name: '{{key}}' });
  expect(of(4)).toEqual({ ...sent, mail: '{{key}}@example.com' });
});

test('after that, values are generated anew by the seed, different each time', async () => {
  const subject = await things();
  const of = (used: number) => withUniqueValues(subject, step, { refused: 5, used, seed: 1 });
  expect(of(1)).toEqual(of(1));
  expect(of(2)).not.toEqual(of(1));
  expect(valuesIn(of(1))).not.toEqual(sent);
});

test('each of these requests is valid', async () => {
  const subject = await things();
  for (const refused of [0, 1, 2, 3, 4, 5, 6])
    expect(
      labelProblem(subject, withSampleKeys(withUniqueValues(subject, step, { refused, used: refused, seed: 1 }))),
    ).toBeUndefined();
});
