import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type FlawName, flaws } from '../../instruments/flaws.ts';
import { openMock } from '../../instruments/mock.ts';
import { type Contract, loadContract } from '../../schemas/contract.ts';
import { casesOf, type GroupedCase } from '../requests/cases.ts';
import { subjectOf } from '../requests/subject.ts';
import type { AnyRequirement } from './requirements.ts';
import { credentialsFor } from './security.ts';
import { openTrial } from './session.ts';

const seed = 20_261_122;

const secret = 'key-of-1234';

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 40 },
    size: { type: 'number', minimum: 0 },
    kind: { enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });

const toItem = { $ref: '#/components/schemas/Item' };

const refused = {
  description: 'no',
  content: json({ type: 'object', required: ['error'], properties: { error: { type: 'string' } } }),
};

const parameter = (name: string, place: string, schema: object) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});

/** A contract with a parameter in each place, a body, headers, and a credential. */
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
          parameter('X-Trace', 'header', { type: 'boolean' }),
          parameter('theme', 'cookie', { enum: ['dark', 'light'] }),
        ],
        responses: { 200: { description: 'ok', content: json({ type: 'array', items: toItem }) }, 400: refused },
      },
      post: {
        requestBody: { required: true, content: json(toItem) },
        responses: { 201: { description: 'ok', content: json(toItem) }, 422: refused },
      },
    },
    '/items/{id}': {
      parameters: [parameter('id', 'path', { type: 'integer' })],
      get: {
        responses: {
          200: {
            description: 'ok',
            headers: { 'X-Version': { required: true, schema: { type: 'integer' } } },
            content: json(toItem),
          },
          default: refused,
        },
      },
      delete: { responses: { 204: { description: 'gone' }, '4XX': refused } },
    },
    '/text': {
      get: {
        security: [],
        responses: { 200: { description: 'any', content: { 'text/plain': { schema: { type: 'integer' } } } } },
      },
    },
  },
  components: { schemas: { Item: item }, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

async function contractOf(document: object): Promise<Contract> {
  const file = test.info().outputPath('contract.json');
  writeFileSync(file, JSON.stringify(document));
  return await loadContract(file);
}

interface Tried {
  /** How often each requirement was broken, and said that all is well. */
  broken: ReadonlyMap<AnyRequirement, number>;
  held: ReadonlyMap<AnyRequirement, number>;
  seen: readonly string[];
  accepted: number;
  valid: number;
}

type Wanted = {
  flaw?: Partial<Record<FlawName, true | readonly string[]>>;
  isIn?(one: GroupedCase): boolean;
  answerMs?: number;
};

async function tried(
  contract: Contract,
  { flaw = {}, isIn = () => true, answerMs = 20_000 }: Wanted = {},
): Promise<Tried> {
  const mock = await openMock(contract, { seed, flaws: flaw });
  const options = contract.document.components?.securitySchemes ? ['key=env:KEY'] : [];
  const credentials = credentialsFor(contract, options, () => secret);
  const { trial, close } = openTrial({
    seed,
    contract,
    baseUrl: mock.url,
    credentials,
    deadlines: { answerMs, recoverMs: 20_000 },
  });
  const [broken, held, seen] = [new Map<AnyRequirement, number>(), new Map<AnyRequirement, number>(), [] as string[]];
  const count = (of: Map<AnyRequirement, number>, id: AnyRequirement) => of.set(id, (of.get(id) ?? 0) + 1);
  let [accepted, valid] = [0, 0];
  try {
    for (const operation of contract.operations)
      for (const one of casesOf(subjectOf(contract, operation), { seed, random: 5, dropped: () => undefined })) {
        if (!isIn(one)) continue;
        const outcome = await trial.of(one);
        for (const { requirement, ruling } of outcome?.rulings ?? []) {
          if (ruling.state === 'held') count(held, requirement);
          if (ruling.state === 'learned')
            [accepted, valid] = [accepted + Number(ruling.value === 'accepted'), valid + 1];
          if (ruling.state !== 'broken') continue;
          count(broken, requirement);
          seen.push(`${requirement} ${JSON.stringify(one.label)} ${JSON.stringify(ruling.faults)}`);
        }
      }
  } finally {
    await close();
    await mock.close();
  }
  return { broken, held, seen, accepted, valid };
}

test('a sound mock breaks nothing, every requirement has a word on it, and it takes what is valid', async () => {
  const { seen, held, accepted, valid } = await tried(await contractOf(shop));
  expect(seen).toEqual([]);
  // No answer of it has a body of an error that stands for others, or is advice alone, but for one operation.
  for (const id of [
    'ANY-01a',
    'ANY-01b',
    'ANY-02a',
    'ANY-03a',
    'ANY-04',
    'ANY-05a',
    'ANY-06',
    'ANY-07',
    'ANY-08',
    'ANY-09',
    'ANY-10',
  ] as const)
    expect(held.get(id), id).toBeGreaterThan(0);
  expect(valid).toBeGreaterThan(20);
  expect(accepted).toBe(valid);
});

const reads = ['GET /items'];

/** What finds each flaw, and where it is to be looked for. */
const finds: Readonly<Record<FlawName, { by: AnyRequirement; where?: readonly string[]; answerMs?: number }>> = {
  takesAnything: { by: 'ANY-05a' },
  failsOnOne: { by: 'ANY-04' },
  wrongBody: { by: 'ANY-03a' },
  wrongType: { by: 'ANY-02a' },
  wrongStatus: { by: 'ANY-01a' },
  wrongHeader: { by: 'ANY-03a', where: ['GET /items/{id}'] },
  oddRefusal: { by: 'ANY-01b' },
  noAuthentication: { by: 'ANY-06' },
  hangs: { by: 'ANY-08', where: reads, answerMs: 1_000 },
  resets: { by: 'ANY-04', where: reads },
  echoesTrace: { by: 'ANY-07' },
  echoesSecret: { by: 'ANY-09' },
  leadsAway: { by: 'ANY-10' },
};

for (const flaw of Object.keys(flaws) as FlawName[])
  test(`a mock that ${flaws[flaw].because} is found by the requirement on that`, async () => {
    const { by, where = true, answerMs } = finds[flaw];
    const contract = await contractOf(shop);
    // What hangs takes its deadline each time: one kind of cases shows it.
    const isIn = ({ group, steps: [step] }: GroupedCase) =>
      flaw !== 'hangs' || step?.operation !== 'GET /items' || group === 'example';
    const { broken, seen } = await tried(contract, { flaw: { [flaw]: where }, isIn, ...(answerMs && { answerMs }) });
    expect(broken.get(by) ?? 0, seen.slice(0, 5).join('\n')).toBeGreaterThan(0);
  });
