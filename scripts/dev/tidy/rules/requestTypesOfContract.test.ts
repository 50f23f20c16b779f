import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { requestTypes } from '../source/requestTypes.ts';
import { requestTypesOfContract } from './requestTypesOfContract.ts';

const schema = {
  description: 'A sentence.',
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number' },
    names: { type: 'array', items: { $ref: '#/components/schemas/Name' } },
    price: { type: 'object', properties: { isFinal: { type: 'boolean' } } },
  },
};
const contract = {
  paths: {
    '/sums': {
      post: {
        operationId: 'createSum',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'sort', in: 'query', required: true, schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/SumBody' } } } },
      },
    },
  },
  components: { schemas: { SumBody: schema, Name: { type: 'string', enum: ['a'] } } },
};
const written = requestTypes(contract);

test('a body has its fields with their types, a query its parameters, and what is required has no question mark', () => {
  expect(written).toContain(`
/** A sentence. */
export type SumBody = {
  amount: ExactNumber | number;
  names?: readonly string[];
  price?: {
    isFinal?: boolean;
  };
};
`);
  expect(written).toContain(`
/** The query of POST /sums. */
export type CreateSumQuery = {
  page?: string | readonly string[];
  sort: string | readonly string[];
};
`);
});

test('convicts types that are not those of the contract', () => {
  const [file, types] = ['schemas/openapi.json', 'schemas/requestTypes.ts'];
  const text = JSON.stringify(contract);
  const seen = [`${types}:1 others, or none`];
  expect(violationsIn(requestTypesOfContract, { [file]: text })).toEqual(seen);
  expect(violationsIn(requestTypesOfContract, { [file]: text, [types]: `${written}\n` })).toEqual(seen);
  expect(violationsIn(requestTypesOfContract, { [file]: text, [types]: written })).toEqual([]);
});
