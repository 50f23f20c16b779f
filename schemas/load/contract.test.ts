import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { type Contract, ContractError, type ContractProblem, loadContract } from './contract.ts';

/** Writes a file to the output folder of the test and returns its path. */
function written(name: string, content: unknown): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  const text =
    typeof content === 'string' ? content : name.endsWith('.json') ? JSON.stringify(content) : stringify(content);
  writeFileSync(path, text);
  return path;
}

async function problemsOf(loading: Promise<Contract>): Promise<readonly ContractProblem[]> {
  const outcome: unknown = await loading.catch((error: unknown) => error);
  if (outcome instanceof ContractError) return outcome.problems;
  throw new Error('wanted a ContractError', { cause: outcome });
}

type Members = Record<string, unknown>;

const answering = (schema: unknown) => ({
  get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
});

function minimal(version: string, { paths = {}, schemas = {} }: { paths?: Members; schemas?: Members } = {}) {
  return { openapi: version, info: { title: 'Sample', version: '1' }, paths, components: { schemas } };
}

test('our contract loads, and its fingerprint does not depend on the order of keys', async () => {
  const contract = await loadContract();
  expect(contract.operations).toHaveLength(19);
  expect(contract.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  const reversed = Object.fromEntries(Object.entries(contract.document).reverse());
  expect((await loadContract(written('reversed.json', reversed))).fingerprint).toBe(contract.fingerprint);
  const changed = { ...contract.document, info: { ...contract.document.info, version: '2' } };
  expect((await loadContract(written('changed.json', changed))).fingerprint).not.toBe(contract.fingerprint);
});

test('an optional field may be null or absent, and a required one needs a value', async () => {
  const { validate } = await loadContract();
  const payment = {
    id: 'PMT-00000000-0000-4000-8000-00000000000A',
    status: 'NEW',
    orderId: 'ORD-00000000-0000-4000-8000-00000000000A',
    currency: 'EUR',
    amount: -1,
    orderType: 'PAYOUT',
    createdAt: '2025-01-01T00:00:00.123456789Z',
  };
  const nulls = {
    externalId: null,
    blockchain: null,
    method: null,
    transactionType: null,
    transferTo: null,
    h2H: null,
  };
  expect(validate('Payment', payment)).toEqual([]);
  expect(validate('Payment', { ...payment, ...nulls, another: { field: 1 } })).toEqual([]);
  expect(validate('Payment', { ...payment, amount: null })).toMatchObject([{ path: '/amount', keyword: 'type' }]);
  expect(validate('Payment', { ...payment, amount: undefined })).toMatchObject([
    { keyword: 'required', params: { missingProperty: 'amount' } },
  ]);
});

test('all faults of a value are reported together, each with its place', async () => {
  const { validate } = await loadContract();
  const limit = { minLimit: '1', maxLimit: null };
  expect(
    validate('DepositOptions', {
      cryptoCurrencies: ['USDT'],
      limits: { TRON_USDT: limit },
      suggestedAmounts: [1, 2, 3, 4],
    }),
  ).toMatchObject([
    { path: '/cryptoCurrencies/0', keyword: 'format', params: { format: 'asset-id' } },
    { path: '/limits/TRON_USDT/minLimit', keyword: 'type' },
    { path: '/limits/TRON_USDT/maxLimit', keyword: 'type' },
    { path: '/suggestedAmounts', keyword: 'maxItems' },
  ]);
});

test('a value that may also be null gets only its own fault', async () => {
  const { validate } = await loadContract();
  const faults = validate('Page', { pageable: { sort: { sorted: 'yes' } } }).filter(({ path }) =>
    path.startsWith('/pageable'),
  );
  expect(faults.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(['/pageable/sort/sorted type']);
  expect(validate('Page', { pageable: { sort: null } }).filter(({ path }) => path.startsWith('/pageable'))).toEqual([]);
});

test('an unknown component is a misuse', async () => {
  const { validate } = await loadContract();
  expect(() => validate('Paymnet', {})).toThrow(RangeError);
  expect(() => validate('toString', {})).toThrow(RangeError);
});

test('an answer is judged by its status and content type', async () => {
  const { operationOf, validateAnswer } = await loadContract();
  const payout = operationOf('POST', '/v1/user/payments/payout');
  if (!payout) throw new Error('no create pay-out');
  const keywords = (status: number, contentType: string | undefined, value: unknown) =>
    validateAnswer(payout, { status, contentType, value }).map(({ keyword }) => keyword);
  const id = 'ORD-00000000-0000-4000-8000-000000000000';
  expect(keywords(200, 'plain/text', id)).toEqual([]);
  expect(keywords(201, 'TEXT/plain; charset=utf-8', id)).toEqual([]);
  expect(keywords(200, 'text/plain', `"${id}"`)).toEqual(['format']);
  expect(keywords(200, 'application/json', { id })).toEqual(['contentType', 'type']);
  expect(keywords(200, undefined, id)).toEqual(['contentType']);
  expect(keywords(200, 'constructor', 'no id')).toEqual(['contentType', 'format']);
  expect(keywords(422, 'text/html', '<p>')).toEqual([]);
  expect(keywords(429, undefined, '')).toEqual(['contentType']);
  expect(keywords(500, 'text/plain', id)).toEqual(['status']);
});

test('a body is judged if the contract describes one', async () => {
  const { operationOf, validateBody } = await loadContract();
  const [exchange, methods] = [operationOf('POST', '/v1/user/exchange'), operationOf('GET', '/v1/user/methods')];
  if (!exchange || !methods) throw new Error('operations are missing');
  expect(
    validateBody(exchange, { symbolPair: 'BTCUSDT', side: 'BUY', amount: 1, clientOrderId: 'x'.repeat(256) }),
  ).toEqual([]);
  const faults = validateBody(exchange, { side: 'HOLD', amount: '1', clientOrderId: 'x'.repeat(257) });
  expect(faults.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
    ' required',
    '/side enum',
    '/amount type',
    '/clientOrderId maxLength',
  ]);
  expect(validateBody(exchange, undefined)).toMatchObject([{ keyword: 'requestBody' }]);
  expect(validateBody(methods, undefined)).toEqual([]);
  expect(validateBody(methods, {})).toMatchObject([{ keyword: 'requestBody' }]);
});

const node30 = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number', minimum: 0, exclusiveMinimum: true, example: 5 },
    note: { type: 'string', nullable: true, enum: ['a', 'b'] },
    next: { nullable: true, allOf: [{ $ref: '#/components/schemas/Node' }] },
    kind: { type: 'string', format: 'house-format', 'x-odd.name with spaces': 1 },
  },
};

test('a 3.0 contract in YAML is read according to its version', async () => {
  const document = minimal('3.0.3', {
    paths: {
      '/nodes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        ...answering({ $ref: '#/components/schemas/Node' }),
      },
    },
    schemas: { Node: node30 },
  });
  const { operations, validate } = await loadContract(written('old.yaml', document));
  expect(operations).toMatchObject([{ key: 'GET /nodes/{id}', optional: false, parameters: [{ name: 'id' }] }]);
  expect(validate('Node', { amount: 1, note: null, next: { amount: 2, next: null }, kind: 'any' })).toEqual([]);
  expect(validate('Node', { amount: 0, note: 'c', next: { amount: 0 } })).toMatchObject([
    { path: '/amount', keyword: 'exclusiveMinimum' },
    { path: '/note', keyword: 'enum' },
    { path: '/next/amount', keyword: 'exclusiveMinimum' },
  ]);
});

test('a 3.1 contract in JSON with recursion and webhooks is read', async () => {
  const Tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    unevaluatedProperties: false,
  };
  const document = {
    ...minimal('3.1.0', { paths: { '/tree': answering({ $ref: '#/components/schemas/Tree' }) }, schemas: { Tree } }),
    webhooks: {
      grown: { post: { requestBody: { content: { 'application/json': { schema: { type: ['string', 'null'] } } } } } },
    },
  };
  const { operations, validateAnswer, validate } = await loadContract(written('new.json', document));
  const [operation] = operations;
  if (!operation) throw new Error('no operation');
  const value = { children: [{ children: [] }, { child: 1 }] };
  expect(validateAnswer(operation, { status: 200, contentType: 'application/json', value })).toMatchObject([
    { path: '/children/1', keyword: 'unevaluatedProperties' },
  ]);
  expect(validate('Tree', { children: [{ children: [] }] })).toEqual([]);
});

test('relative files are embedded, including recursion in them', async () => {
  const Node = { type: 'object', properties: { next: { $ref: '#/Node' }, amount: { $ref: '../money.json' } } };
  written('parts/node.yaml', { Node });
  written('money.json', { type: 'number', minimum: 1 });
  const schemas = { Node: { $ref: 'parts/node.yaml#/Node' } };
  const paths = {
    '/nodes': answering({ $ref: 'parts/node.yaml#/Node' }),
    '/money': answering({ $ref: './money.json' }),
  };
  const { validate, operations, validateAnswer } = await loadContract(
    written('whole.yaml', minimal('3.1.0', { paths, schemas })),
  );
  expect(validate('Node', { next: { next: { amount: 0 } } })).toMatchObject([
    { path: '/next/next/amount', keyword: 'minimum' },
  ]);
  expect(
    operations.flatMap((operation) =>
      validateAnswer(operation, { status: 200, contentType: 'application/json', value: 'x' }),
    ),
  ).toMatchObject([
    { keyword: 'type', params: { type: 'object' } },
    { keyword: 'type', params: { type: 'number' } },
  ]);
});

test('references to another machine, another folder or nothing are all reported together', async () => {
  const refs = ['http://127.0.0.1:9/a.json', 'file:///etc/hostname', '/etc/hostname', '//127.0.0.1/a.json'];
  const paths = Object.fromEntries(refs.map((ref, at) => [`/p${at}`, answering({ $ref: ref })]));
  const problems = await problemsOf(loadContract(written('outward.json', minimal('3.1.0', { paths }))));
  expect(problems.map(({ seen }) => seen)).toEqual(refs.map((ref) => JSON.stringify(ref)));
  expect(problems[0]?.pointer).toBe('/paths/~1p0/get/responses/200/content/application~1json/schema/$ref');
  expect(problems[0]?.hint).toContain('nothing is downloaded');
});

test('a relative file may not lead out of the folder', async () => {
  written('secret.json', { type: 'string' });
  const load = (name: string, ref: string) =>
    loadContract(written(`inner/${name}.json`, minimal('3.1.0', { paths: { '/a': answering({ $ref: ref }) } })));
  expect(await problemsOf(load('up', '../secret.json'))).toMatchObject([
    { seen: expect.stringContaining('is not below') },
  ]);
  symlinkSync(test.info().outputPath('secret.json'), test.info().outputPath('inner/link.json'));
  expect(await problemsOf(load('linked', 'link.json'))).toMatchObject([
    { seen: expect.stringContaining('is not below') },
  ]);
  written('inner/far.json', { properties: { a: { $ref: 'http://127.0.0.1:9/a.json' } } });
  expect(await problemsOf(load('nested', 'far.json'))).toHaveLength(1);
  expect(await problemsOf(load('lacking', 'absent.json'))).toMatchObject([
    { seen: expect.stringContaining('absent.json') },
  ]);
});

test('a broken reference is reported with its place', async () => {
  const document = minimal('3.1.0', {
    paths: { '/a': answering({ $ref: '#/components/schemas/No' }) },
    schemas: { A: { items: { $ref: '#/components/schemas/Nor' } } },
  });
  expect(await problemsOf(loadContract(written('broken.json', document)))).toMatchObject([
    {
      pointer: '/paths/~1a/get/responses/200/content/application~1json/schema/$ref',
      seen: '"#/components/schemas/No"',
    },
    {
      pointer: '/components/schemas/A/items/$ref',
      seen: '"#/components/schemas/Nor"',
      hint: expect.stringContaining('spelling'),
    },
  ]);
});

for (const version of ['3.0.3', '3.1.0'])
  test(`an unknown keyword in a schema of ${version} is reported with its place`, async () => {
    const schemas = { A: { type: 'object', properties: { b: { type: 'string', maxLenght: 3 } } } };
    const problems = await problemsOf(loadContract(written('unknown.yaml', minimal(version, { schemas }))));
    expect(problems.map(({ pointer }) => pointer)).toContain('/components/schemas/A/properties/b/maxLenght');
    expect(problems.every(({ hint }) => hint.length > 0)).toBe(true);
  });

test('nullable in a 3.1 schema gets its own hint', async () => {
  const problems = await problemsOf(
    loadContract(written('nullable.json', minimal('3.1.0', { schemas: { A: { type: 'string', nullable: true } } }))),
  );
  expect(problems).toMatchObject([
    { pointer: '/components/schemas/A/nullable', hint: expect.stringContaining('"null"') },
  ]);
});

test('an invalid schema, an invalid pattern and a wrong structure are reported together', async () => {
  const schemas = {
    A: { type: 'strng' },
    B: { type: 'string', pattern: '(' },
    C: { properties: { a: { required: 'a' } } },
  };
  const document = { ...minimal('3.1.0', { schemas }), path: {} };
  const pointers = (await problemsOf(loadContract(written('wrong.json', document)))).map(({ pointer }) => pointer);
  expect(pointers).toEqual(
    expect.arrayContaining([
      '/path',
      '/components/schemas/A/type',
      '/components/schemas/B',
      '/components/schemas/C/properties/a/required',
    ]),
  );
});

const unreadable: [title: string, name: string, content: string, seen: RegExp][] = [
  ['broken JSON', 'a.json', '{"openapi": "3.1.0",}', /position/],
  ['broken YAML', 'a.yaml', 'openapi: 3.1.0\n  info: [', /line 1/],
  ['a key held twice', 'b.json', '{"openapi": "3.1.0", "openapi": "3.1.0"}', /"openapi" again/],
  [
    'an alias bomb',
    'c.yaml',
    `a: &a [x,x]\n${[...'bcdefghijk'].map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]},`.repeat(9)}]`).join('\n')}\n`,
    /alias/,
  ],
  ['an alias cycle', 'd.yaml', 'openapi: 3.1.0\na: &a [*a]\n', /./],
  ['endless nesting', 'e.json', '['.repeat(100_000), /512 levels/],
  ['another version', 'f.json', '{"swagger": "2.0"}', /no openapi version/],
  ['a future version', 'g.json', '{"openapi": "4.0.0"}', /"4.0.0"/],
  ['a list', 'h.json', '[]', /no openapi version/],
  ['an empty file', 'i.yaml', '', /no openapi version/],
];

for (const [title, name, content, seen] of unreadable)
  test(`${title} is no contract`, async () => {
    const problems = await problemsOf(loadContract(written(name, content)));
    expect(problems[0]?.seen).toMatch(seen);
    expect(problems[0]?.hint).not.toBe('');
  });

test('a missing file and an oversized one are no contracts', async () => {
  expect(await problemsOf(loadContract(test.info().outputPath('missing.json')))).toMatchObject([
    { pointer: '', seen: expect.stringContaining('ENOENT') },
  ]);
  const large = written('large.json', ' '.repeat(20 * 1024 * 1024 + 1));
  expect(await problemsOf(loadContract(large))).toMatchObject([{ wanted: 'at most 20971520 bytes' }]);
});

test('the error itself names the source and every problem', async () => {
  const error: unknown = await loadContract(written('message.json', { openapi: '2.0' })).catch(
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toMatch(
    /message\.json is not a usable contract:\n {2}#\/openapi: expected "3\.0\.x" or "3\.1\.x", got "2\.0"\. /,
  );
});

test('a contract that is known to be valid judges like one that was checked', async () => {
  const [checked, known] = await Promise.all([loadContract(), loadContract(undefined, { isSound: true })]);
  expect(known.fingerprint).toBe(checked.fingerprint);
  for (const value of [{}, { id: 1 }, null, 'text', { id: 'PMT-1', amount: 'much' }])
    expect(known.validate('Payment', value)).toEqual(checked.validate('Payment', value));
  for (const operation of checked.operations) {
    const sameOperation = known.operations.find(({ key }) => key === operation.key) ?? operation;
    const answer = { status: 200, contentType: 'application/json', value: { nothing: [1] } };
    expect(known.validateAnswer(sameOperation, answer)).toEqual(checked.validateAnswer(operation, answer));
  }
});
