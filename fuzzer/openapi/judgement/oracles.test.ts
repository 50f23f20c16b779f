import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import { corpus, edgeCaseContract } from '../../../tests/corpus/corpus.ts';
import type { EdgeCase } from '../../../tests/corpus/edgeCase.ts';
import { allOperationCases } from '../../../tests/support/findings/allCases.ts';
import {
  type RequirementTally,
  tallyRequirements,
  violationLine,
} from '../../../tests/support/findings/requirementTally.ts';
import { type MockFaultName, mockFaults } from '../../../tests/support/mock/flaws.ts';
import { openMock } from '../../../tests/support/mock/mock.ts';
import { type OpenApiRequirement, openApiRequirements } from '../../engine/judgement/openApiRequirements.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { credentialsFor } from '../credentials/credentials.ts';
import { openSession } from '../executor/session.ts';

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

type Wanted = {
  flaw?: Partial<Record<MockFaultName, true | readonly string[]>>;
  isIn?(one: GroupedCase): boolean;
  answerMs?: number;
  /** The largest number of cases per group. */
  most?: number;
};

const making = { seed, random: 5, isKnown: true, dropped: () => undefined };

function* casesIn(contract: Contract, most?: number): Generator<GroupedCase> {
  for (const operation of contract.operations)
    yield* allOperationCases(requestModel(contract, operation), { ...making, ...(most && { most }) });
}

async function tried(
  contract: Contract,
  { flaw = {}, isIn = () => true, answerMs = 20_000, most }: Wanted = {},
): Promise<RequirementTally> {
  const mock = await openMock(contract, { seed, acceptedCredentials: [secret], faults: flaw });
  const options = contract.document.components?.securitySchemes ? ['key=env:KEY'] : [];
  const credentials = credentialsFor(contract, options, () => secret);
  const deadlines = { answerMs, recoverMs: 20_000 };
  const { executor, close } = openSession({ seed, contract, baseUrl: mock.url, credentials, deadlines });
  try {
    return await tallyRequirements(executor, [...casesIn(contract, most)].filter(isIn));
  } finally {
    await close();
    await mock.close();
  }
}

test('a conforming mock breaks nothing, has a result for every requirement and accepts valid requests', async () => {
  const { broken, counts, accepted, valid } = await tried(await contractOf(shop));
  expect(broken.map(violationLine)).toEqual([]);
  // For this shop, these advisory requirements have no described body to apply to.
  const silent: readonly string[] = ['ANY-11', 'ANY-02b', 'ANY-03b', 'ANY-05b'];
  for (const id of Object.keys(openApiRequirements) as OpenApiRequirement[])
    if (!silent.includes(id)) expect(counts.get(id)?.held ?? 0, id).toBeGreaterThan(0);
  expect(valid).toBeGreaterThan(20);
  expect(accepted).toBe(valid);
});

const reads = ['GET /items'];

/** The requirement that finds each flaw, and the operations that have it. */
const finds: Readonly<Record<MockFaultName, { by: OpenApiRequirement; where?: readonly string[]; answerMs?: number }>> =
  {
    takesAnything: { by: 'ANY-05a' },
    failsOnOne: { by: 'ANY-04' },
    wrongBody: { by: 'ANY-03a' },
    wrongType: { by: 'ANY-02a' },
    wrongStatus: { by: 'ANY-01a' },
    wrongHeader: { by: 'ANY-03a', where: ['GET /items/{id}'] },
    oddRefusal: { by: 'ANY-01b' },
    noAuthentication: { by: 'ANY-06' },
    takesAnyCredential: { by: 'ANY-06' },
    hangs: { by: 'ANY-08', where: reads, answerMs: 1_000 },
    resets: { by: 'ANY-04', where: reads },
    echoesTrace: { by: 'ANY-07' },
    echoesSecret: { by: 'ANY-09' },
    leadsAway: { by: 'ANY-10' },
  };

for (const flaw of Object.keys(mockFaults) as MockFaultName[])
  test(`a mock that ${mockFaults[flaw].because} fails its requirement`, async () => {
    const { by, where = true, answerMs } = finds[flaw];
    const contract = await contractOf(shop);
    // Each hanging request takes its whole deadline, so only one group of cases is sent.
    const isIn = ({ group, steps: [step] }: GroupedCase) =>
      flaw !== 'hangs' || step?.operation !== 'GET /items' || group === 'example';
    const { counts, broken } = await tried(contract, { flaw: { [flaw]: where }, isIn, ...(answerMs && { answerMs }) });
    expect(counts.get(by)?.broken ?? 0, broken.slice(0, 5).map(violationLine).join('\n')).toBeGreaterThan(0);
  });

const texts = (document: unknown) => JSON.parse(JSON.stringify(document)) as Record<string, object>;

/** Loads a contract that accepts an edge-case schema and returns it. */
async function oddShop(odd: EdgeCase): Promise<Contract> {
  const document = texts(JSON.parse(edgeCaseContract(odd, '3.1')));
  const content = json({ $ref: '#/components/schemas/Odd' });
  const responses = { 200: { description: 'ok', content }, 400: refused };
  return await contractOf({
    ...document,
    paths: { '/odd': { put: { requestBody: { required: true, content }, responses } } },
  });
}

// Every n-th edge case: all of them take minutes, as in `npm run bench:any`.
const sampled = corpus
  .filter(
    (odd) => odd.in.includes('3.1') && !odd.problems && !odd.files && typeof odd.schema !== 'string' && odd.allows,
  )
  .filter((_, at) => at % 6 === 1);

for (const odd of sampled)
  test(`a conforming mock of an edge-case schema breaks nothing: ${odd.name}`, async () => {
    const { broken, tried: count } = await tried(await oddShop(odd), { most: 12 });
    expect(broken.map(violationLine)).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
