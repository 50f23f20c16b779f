import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Operation } from '../../../schemas/document/operations.ts';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import { fatalText, type MockFaultName, mockFaults } from './flaws.ts';
import { type Mock, type MockOptions, openMock } from './mock.ts';
import { type ValidRequest, validRequest } from './requesting.ts';

const seed = 20_261_122;

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    size: { type: 'number' },
  },
  additionalProperties: false,
};

const parameter = (name: string, place: string, schema: object) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});

const answering = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });

/** A contract with a parameter in each place, a body in two media types, and a credential. */
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/items': {
      get: {
        parameters: [
          parameter('limit', 'query', { type: 'integer', minimum: 1, maximum: 9 }),
          parameter('tags', 'query', { type: 'array', items: { type: 'string' } }),
          {
            ...parameter('near', 'query', { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }),
            style: 'deepObject',
          },
          parameter('X-Trace', 'header', { type: 'boolean' }),
          parameter('theme', 'cookie', { enum: ['dark', 'light'] }),
        ],
        responses: { 200: answering({ type: 'array', items: { $ref: '#/components/schemas/Item' } }) },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Item' } },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Item' } },
          },
        },
        responses: { 201: answering({ $ref: '#/components/schemas/Item' }), 400: { description: 'no' } },
      },
    },
    '/items/{id}': {
      parameters: [parameter('id', 'path', { type: 'integer' })],
      get: {
        responses: {
          '2XX': {
            ...answering({ $ref: '#/components/schemas/Item' }),
            headers: { 'X-Version': { required: true, schema: { type: 'integer' } }, 'X-Note': { schema: {} } },
          },
        },
      },
      delete: { responses: { 204: { description: 'gone' } } },
    },
    '/items/all': {
      get: {
        security: [],
        responses: { default: { description: 'any', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: { schemas: { Item: item }, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

async function shopContract(): Promise<Contract> {
  const file = test.info().outputPath('shop.json');
  writeFileSync(file, JSON.stringify(shop));
  return await loadContract(file);
}

async function withMock(contract: Contract, options: MockOptions, use: (mock: Mock) => Promise<void>): Promise<void> {
  const mock = await openMock(contract, { seed, ...options });
  try {
    await use(mock);
  } finally {
    await mock.close();
  }
}

async function sent({ url }: Mock, { method, target, headers, body }: ValidRequest) {
  const response = await fetch(url + target, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const contentType = response.headers.get('content-type') ?? undefined;
  const text = await response.text();
  const value: unknown = /json/.test(contentType ?? '') && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, contentType, value, text, headers: response.headers };
}

function operationsOf(contract: Contract): [Operation, ValidRequest][] {
  return contract.operations.flatMap((operation): [Operation, ValidRequest][] => {
    const request = validRequest(contract, operation, seed);
    return request ? [[operation, request]] : [];
  });
}

for (const [name, load] of [
  ['our contract', () => loadContract()],
  ['a shop', shopContract],
] as const) {
  test(`a mock of ${name} accepts what the contract allows, and answers as it describes`, async () => {
    const contract = await load();
    await withMock(contract, {}, async (mock) => {
      const requests = operationsOf(contract);
      expect(requests.length).toBe(contract.operations.length);
      for (const [operation, request] of requests) {
        const answer = await sent(mock, request);
        expect(answer.status, `${operation.key} ${JSON.stringify(request)} ${answer.text}`).toBeLessThan(300);
        expect(contract.validateAnswer(operation, answer), `${operation.key} ${answer.text}`).toEqual([]);
      }
      expect([...mock.served.values()].reduce((sum, count) => sum + count, 0)).toBe(requests.length);
    });
  });
}

const get = (target: string, headers: Record<string, string> = {}): ValidRequest => ({
  method: 'GET',
  target,
  headers: { 'X-Key': 'k', ...headers },
  body: undefined,
});
const post = (body: string, type = 'application/json'): ValidRequest => ({
  method: 'POST',
  target: '/items',
  headers: { 'X-Key': 'k', 'content-type': type },
  body,
});

const asked: readonly [status: number, request: ValidRequest, why: string][] = [
  [200, get('/items?limit=9&tags=a&tags=b&near%5Bx%5D=1.5&unknown=1'), 'parameters in their styles'],
  [400, get('/items?limit=10'), 'a number above its maximum'],
  [400, get('/items?limit=a'), 'a text for a number'],
  [400, get('/items?near%5By%5D=1'), 'a member that is missing'],
  [400, get('/items?limit=%zz'), 'a broken encoding'],
  [200, get('/items', { 'X-Trace': 'true', cookie: 'theme=dark; other=1' }), 'a header and a cookie'],
  [400, get('/items', { 'X-Trace': 'yes' }), 'a text for a boolean'],
  [400, get('/items', { cookie: 'theme=blue' }), 'a cookie that is no member of its list'],
  [401, { ...get('/items'), headers: {} }, 'no credential'],
  [200, { ...get('/items/all'), headers: {} }, 'no credential where none is asked for, by the exact path'],
  [400, get('/items/x'), 'a text for the number in a path'],
  [200, get('/items/12'), 'a number in a path'],
  [404, get('/nothing'), 'no such path'],
  [405, { ...get('/items/12'), method: 'PUT' }, 'no such method'],
  [201, post('{"name":"a"}'), 'a body without what only answers have'],
  [400, post('{"name":""}'), 'a body that breaks its schema'],
  [400, post('{"name":'), 'a body that is no JSON'],
  [400, { ...post(''), body: undefined }, 'no body where one is required'],
  [415, post('<a/>', 'application/xml'), 'a content type that is not described'],
  [201, post('name=a+b&size=1.5', 'application/x-www-form-urlencoded'), 'a form'],
  [400, post('name=a&size=b', 'application/x-www-form-urlencoded'), 'a form with a text for a number'],
];

test('a mock refuses exactly the requests that violate the contract', async () => {
  const contract = await shopContract();
  await withMock(contract, {}, async (mock) => {
    for (const [status, request, why] of asked) {
      const answer = await sent(mock, request);
      expect(answer.status, `${why}: ${answer.text}`).toBe(status);
    }
  });
});

type Seen = { status: number; contentType: string | undefined; value: unknown; text: string; headers: Headers };

const [valid, broken] = [get('/items/12'), post('{"name":""}')];

/** The request that shows each fault, and a check whether the answer has it; faults without an answer are checked separately. */
const shown: Readonly<Record<MockFaultName, readonly [ValidRequest, (seen: Seen, contract: Contract) => boolean]>> = {
  takesAnything: [broken, ({ status }) => status === 201],
  failsOnOne: [post(JSON.stringify({ name: fatalText })), ({ status }) => status === 500],
  wrongBody: [valid, (seen, contract) => faultsOf(contract, seen).length > 0],
  wrongType: [valid, (seen, contract) => faultsOf(contract, seen).includes('contentType')],
  wrongStatus: [post('{"name":"a"}'), ({ status }) => status === 299],
  wrongHeader: [valid, ({ headers }) => !headers.has('x-version')],
  oddRefusal: [broken, ({ status }) => status === 424],
  noAuthentication: [{ ...valid, headers: {} }, ({ status }) => status === 200],
  takesAnyCredential: [{ ...valid, headers: { 'x-key': 'other' } }, ({ status }) => status === 200],
  hangs: [valid, () => false],
  resets: [valid, () => false],
  echoesTrace: [broken, ({ status, text }) => status === 400 && / {4}at /.test(text)],
  echoesSecret: [broken, ({ status, text }) => status === 400 && /"x-key":"k"/.test(text)],
  leadsAway: [valid, ({ status, headers }) => status === 307 && headers.has('location')],
};

function faultsOf({ operationOf, validateAnswer }: Contract, seen: Seen): string[] {
  const operation = operationOf('GET', '/items/12');
  return operation ? validateAnswer(operation, seen).map(({ keyword }) => keyword) : [];
}

for (const fault of Object.keys(mockFaults) as MockFaultName[]) {
  test(`a mock with fault ${fault} ${mockFaults[fault].because} if configured, and a conforming one does not`, async () => {
    const contract = await shopContract();
    const [request, has] = shown[fault];
    const taken = ['k'];
    await withMock(contract, { acceptedCredentials: taken }, async (mock) =>
      expect(has(await sent(mock, request), contract)).toBe(false),
    );
    await withMock(
      contract,
      { acceptedCredentials: taken, faults: { [fault]: ['DELETE /items/{id}'] } },
      async (mock) => {
        expect(has(await sent(mock, request), contract)).toBe(false);
      },
    );
    await withMock(contract, { acceptedCredentials: taken, faults: { [fault]: true } }, async (mock) => {
      if (fault === 'resets') await expect(sent(mock, request)).rejects.toThrow();
      else if (fault === 'hangs') await expectNoAnswer(mock, request);
      else expect(has(await sent(mock, request), contract)).toBe(true);
    });
  });
}

// Expects that the mock receives the request and leaves it open until it is closed.
async function expectNoAnswer(mock: Mock, request: ValidRequest): Promise<void> {
  const answer = sent(mock, request).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => mock.served.size).toBe(1);
  await mock.close();
  expect(await answer).toBe('cut off');
}
