import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Contract, ContractError, loadContract } from './contract.ts';

const answering = (schema: unknown) => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
});

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function loaded(document: object, isTolerant: boolean): Promise<Contract> {
  const file = test.info().outputPath('contract.json');
  const info = { title: 'Sample', version: '1' };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths: {}, ...document }));
  return await loadContract(file, { isTolerant });
}

/** A contract with many defects; each affects some of the operations. */
const broken = {
  paths: {
    '/sound': { get: answering(to('Sound')) },
    '/pattern': { get: answering(to('Outer')) },
    '/word': { get: answering({ type: 'string', lenght: 1 }) },
    '/lost': {
      get: answering(to('Lost')),
      post: { ...answering(to('Sound')), requestBody: { $ref: '#/components/requestBodies/None' } },
    },
    '/far': { get: answering({ $ref: 'http://127.0.0.1:9/a.json' }) },
    '/file': { get: answering({ $ref: 'missing.json' }) },
    '/response': { get: { responses: { 200: { $ref: '#/components/responses/None' } } } },
    '/parameter': {
      parameters: [{ $ref: '#/components/parameters/None' }],
      get: answering(to('Sound')),
      put: { ...answering(to('Sound')), parameters: [{ in: 'query', schema: {} }] },
    },
    '/circle': { get: answering(to('Circle')) },
    '/none': { get: { responses: 'none', requestBody: 1 } },
  },
  components: {
    schemas: {
      Sound: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      Outer: { type: 'object', properties: { inner: to('Inner') } },
      Inner: { type: 'string', pattern: '(?i)a', minLength: 2 },
      Circle: { allOf: [to('Circle'), { type: 'string' }] },
    },
  },
};

const expectedProblems: Readonly<Record<string, readonly string[]>> = {
  '/components/schemas/Inner/pattern': ['GET /pattern'],
  '/paths/~1word/get/responses/200/content/application~1json/schema/lenght': ['GET /word'],
  '/paths/~1lost/get/responses/200/content/application~1json/schema/$ref': ['GET /lost'],
  '/paths/~1lost/post/requestBody/$ref': ['POST /lost'],
  '/paths/~1far/get/responses/200/content/application~1json/schema/$ref': ['GET /far'],
  '/paths/~1file/get/responses/200/content/application~1json/schema/$ref': ['GET /file'],
  '/paths/~1response/get/responses/200/$ref': ['GET /response'],
  '/paths/~1parameter/parameters/0/$ref': ['GET /parameter', 'PUT /parameter'],
  '/components/schemas/Circle/allOf/0/$ref': ['GET /circle'],
  '/paths/~1none/get/responses': ['GET /none'],
};

test('broken parts are left out with the operations that need them, and the rest is judged', async () => {
  const contract = await loaded(broken, true);
  const found = new Map(contract.problems.map(({ pointer, operations }) => [pointer, operations]));
  for (const [pointer, operations] of Object.entries(expectedProblems))
    expect(found.get(pointer), pointer).toEqual(operations);
  const named = new Set(contract.problems.flatMap(({ operations }) => operations));
  expect(contract.operations.map(({ key }) => key).filter((key) => !named.has(key))).toEqual(['GET /sound']);
  for (const operation of contract.operations) {
    const answer = { status: 200, contentType: 'application/json', value: { inner: 'x' } };
    contract.validateAnswer(operation, answer);
    contract.validateBody(operation, {});
    for (const { name } of operation.parameters) expect(name).toBeDefined();
  }
  expect(contract.validate('Sound', {})).toMatchObject([{ keyword: 'required' }]);
  // The rest of the broken schema is judged without its broken keyword.
  expect(contract.validate('Outer', { inner: 'x' })).toMatchObject([{ path: '/inner', keyword: 'minLength' }]);
  expect(contract.validate('Circle', 1)).toMatchObject([{ keyword: 'type' }]);
});

test('loading for judgement accepts no broken part', async () => {
  const outcome: unknown = await loaded(broken, false).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ContractError);
});

test('a document that is no contract is not tolerated either', async () => {
  await expect(loaded({ openapi: '2.0' }, true)).rejects.toThrow(ContractError);
  await expect(loadContract(test.info().outputPath('absent.json'), { isTolerant: true })).rejects.toThrow(
    ContractError,
  );
});

test('nullable in 3.1 is reported, and still has its meaning', async () => {
  const schemas = { A: { type: 'string', nullable: true, enum: ['a'] } };
  const contract = await loaded({ components: { schemas } }, true);
  expect(contract.problems).toMatchObject([{ pointer: '/components/schemas/A/nullable' }]);
  expect(contract.validate('A', null)).toEqual([]);
  expect(contract.validate('A', 'b')).toMatchObject([{ keyword: 'enum' }]);
});

const user = {
  type: 'object',
  required: ['id', 'name', 'pin'],
  properties: { id: { readOnly: true, type: 'integer' }, name: { type: 'string' }, pin: to('Pin') },
};

for (const openapi of ['3.0.3', '3.1.0']) {
  test(`members that a direction does not carry are not required there in ${openapi}`, async () => {
    const body = { content: { 'application/json': { schema: to('User') } } };
    const paths = { '/users': { post: { requestBody: body, ...answering(to('User')) } } };
    const schemas = { User: user, Pin: { type: 'string', writeOnly: true } };
    const { operations, validate, validateAnswer, validateBody } = await loaded(
      { openapi, paths, components: { schemas } },
      false,
    );
    const [operation] = operations;
    if (!operation) throw new Error('no operation');
    const answered = (value: unknown) =>
      validateAnswer(operation, { status: 200, contentType: 'application/json', value });
    expect(validateBody(operation, { name: 'a', pin: '1' })).toEqual([]);
    expect(validateBody(operation, { name: 'a', pin: '1', id: 'x' })).toMatchObject([{ path: '/id' }]);
    expect(validateBody(operation, { name: 'a' })).toMatchObject([{ keyword: 'required' }]);
    expect(answered({ name: 'a', id: 1 })).toEqual([]);
    expect(answered({ name: 'a' })).toMatchObject([{ params: { missingProperty: 'id' } }]);
    expect(validate('User', { name: 'a' })).toHaveLength(2);
  });
}

test('a format of another interface is not ours, even with the same name', async () => {
  const paths = { '/assets': { get: answering({ type: 'string', format: 'asset-id' }) } };
  const { operations, validateAnswer } = await loaded({ paths }, false);
  const [operation] = operations;
  if (!operation) throw new Error('no operation');
  expect(validateAnswer(operation, { status: 200, contentType: 'application/json', value: 'an asset' })).toEqual([]);
});

test('a body without description, or a status without body, is not judged', async () => {
  const json = { 'application/json': { schema: { type: 'object' } } };
  const responses = { 200: { description: 'ok', content: {} }, 204: { description: 'none', content: json } };
  const { operations, validateAnswer } = await loaded({ paths: { '/a': { get: { responses } } } }, false);
  const [operation] = operations;
  if (!operation) throw new Error('no operation');
  for (const status of [200, 204])
    expect(validateAnswer(operation, { status, contentType: undefined, value: '' })).toEqual([]);
});
