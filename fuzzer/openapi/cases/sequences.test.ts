import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Operation } from '../../../schemas/document/operations.ts';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ExchangeLine } from '../../../traffic/journal/journalTypes.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { renumbered } from '../../engine/cases/references.ts';
import { segmentsOf, withSegments } from './pathSegments.ts';
import { readAfter, repeatsOf, Sequences } from './sequences.ts';

const responses = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } };

const text = { type: 'string', minLength: 3 };

const path = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema });

const linked = {
  200: {
    ...responses[200],
    links: { there: { operationId: 'readOdd', parameters: { place: '$response.body#/at/ref' } } },
  },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/shops': { post: { responses: linked } },
    '/shops/{shopId}': { parameters: [path('shopId')], get: { responses }, delete: { responses } },
    '/shops/{shop}/things': { parameters: [path('shop')], post: { responses } },
    '/shops/{shop}/things/{number}': {
      parameters: [path('shop'), path('number', { type: 'integer' })],
      patch: { responses },
    },
    '/odd/{place}': { parameters: [path('place')], get: { operationId: 'readOdd', responses } },
  },
};

async function shop(): Promise<{ contract: Contract; named(key: string): Operation }> {
  const file = test.info().outputPath('contract.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  return {
    contract,
    named: (key) => {
      const operation = contract.operations.find((one) => one.key === key);
      if (!operation) throw new RangeError(`no operation ${key}`);
      return operation;
    },
  };
}

const valid = (...steps: CaseStep[]): FuzzCase => ({ steps, label: { is: 'valid', because: 'it is' } });

function answered(body: unknown, status = 200): Exchange {
  const line = {
    kind: 'exchange',
    id: 'f0-1',
    request: { method: 'POST', path: '/', headers: [] },
    answer: { status, headers: [['content-type', 'application/json']], body: { text: JSON.stringify(body) } },
    sentNs: '1',
    receivedNs: '2',
  };
  return Exchange.of(line as unknown as ExchangeLine);
}

const creation = valid(stepToOperation('POST /shops', '/shops'));

test('requests below a creation use the created resource, at any depth', async () => {
  const { contract, named } = await shop();
  const sequences = new Sequences(contract);
  sequences.learn(creation, answered({ id: 'shop-1', at: { ref: 'here' } }));
  const thing = sequences.withCreatedResource(
    named('POST /shops/{shop}/things'),
    valid(stepToOperation('POST /shops/{shop}/things', '/shops/abc/things?x=1/2')),
  );
  expect(thing?.steps.map((one) => one.path)).toEqual(['/shops', '/shops/{{1/id}}/things?x=1/2']);
  if (!thing) return;
  sequences.learn(thing, answered({ data: { number: 7 } }));
  const patch = 'PATCH /shops/{shop}/things/{number}';
  const changed = sequences.withCreatedResource(named(patch), valid(stepToOperation(patch, '/shops/abc/things/3')));
  expect(changed?.steps.at(-1)?.path).toBe('/shops/{{1/id}}/things/{{2/data/number}}');
});

test('a link of a contract is followed to its place', async () => {
  const { contract, named } = await shop();
  const sequences = new Sequences(contract);
  sequences.learn(creation, answered({ id: 'shop-1', at: { ref: 'here' } }));
  const odd = sequences.withCreatedResource(
    named('GET /odd/{place}'),
    valid(stepToOperation('GET /odd/{place}', '/odd/x')),
  );
  expect(odd?.steps.at(-1)?.path).toBe('/odd/{{1/at/ref}}');
});

test("an answer without the path's id is not used, and neither is one that failed too often", async () => {
  const { contract, named } = await shop();
  const sequences = new Sequences(contract);
  const read = valid(stepToOperation('GET /shops/{shopId}', '/shops/abc'));
  sequences.learn(creation, answered({ id: 'no', other: true }));
  expect(sequences.withCreatedResource(named('GET /shops/{shopId}'), read)).toBeUndefined();
  sequences.learn(creation, answered({ shop_id: 'shop-1' }));
  expect(sequences.withCreatedResource(named('GET /shops/{shopId}'), read)?.steps.at(-1)?.path).toBe(
    '/shops/{{1/shop_id}}',
  );
  for (let times = 0; times < 3; times += 1) sequences.failed(named('GET /shops/{shopId}'));
  expect(sequences.withCreatedResource(named('GET /shops/{shopId}'), read)).toBeUndefined();
});

test('a creation refused on repetition is varied before it is given up', async () => {
  const { contract, named } = await shop();
  const sequences = new Sequences(contract);
  const [operation, read] = [named('GET /shops/{shopId}'), valid(stepToOperation('GET /shops/{shopId}', '/shops/abc'))];
  sequences.learn(creation, answered({ id: 'shop-1' }));
  const isLed = () => sequences.withCreatedResource(operation, read) !== undefined;
  for (let times = 0; times < 6; times += 1) sequences.failed(operation, answered({}, 409));
  for (let times = 0; times < 2; times += 1) sequences.failed(operation, answered({}, 503));
  expect(isLed()).toBe(true);
  sequences.failed(operation, answered({}, 409));
  expect(isLed()).toBe(false);
});

test('a case about its path keeps the path', async () => {
  const { contract, named } = await shop();
  const sequences = new Sequences(contract);
  sequences.learn(creation, answered({ id: 'shop-1' }));
  const broken = { schema: '/x', keyword: 'minLength', place: 'path shopId', words: 'shorter' };
  const one: FuzzCase = {
    steps: [stepToOperation('GET /shops/{shopId}', '/shops/a')],
    label: { is: 'invalid', broken },
  };
  expect(sequences.withCreatedResource(named('GET /shops/{shopId}'), one)).toBeUndefined();
});

test('a write is repeated and raced, and a deleted resource is read', () => {
  const [twice, raced] = [...repeatsOf(creation)];
  expect(twice?.steps).toHaveLength(2);
  expect(raced?.steps.map(({ race, connection }) => [race, connection])).toEqual([
    [1, 'own'],
    [1, 'own'],
    [1, 'own'],
  ]);
  const readAfterDelete = readAfter(
    valid(stepToOperation('DELETE /shops/{shopId}', '/shops/abc')),
    stepToOperation('GET /shops/{shopId}', '/shops/abc'),
  );
  expect(readAfterDelete).toMatchObject({ label: { is: 'odd' }, steps: [{ method: 'DELETE' }, { method: 'GET' }] });
});

test('references are whole segments of a path', () => {
  const path = '/shops/{{1/at/ref}}/things?near={{2/id}}';
  expect(segmentsOf(path)).toEqual(['', 'shops', '{{1/at/ref}}', 'things']);
  expect(withSegments(path, ['', 'a', 'b'])).toBe('/a/b?near={{2/id}}');
  expect(renumbered(stepToOperation('GET /x', path), new Map([[1, 3]])).path).toContain('{{3/at/ref}}');
});
