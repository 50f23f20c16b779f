import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import type { FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import type { SoughtViolation } from '../../engine/replay/trial.ts';
import { credentialsFor } from '../credentials/credentials.ts';
import { OpenApiFindingTrials } from './findingTrials.ts';
import { openSession } from './session.ts';

const json = { 'application/json': { schema: { type: 'object', required: ['id'] } } };

const described = { responses: { 200: { description: 'ok', content: json }, '4XX': { description: 'no' } } };

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 2 } };

const size = { name: 'size', in: 'query', schema: { type: 'integer' } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/things': { post: described }, '/things/{id}': { parameters: [id, size], get: described } },
};

const brokenAt = (place: string, keyword: string): FuzzCase => ({
  steps: [stepToOperation('GET /things/{id}', '/things/abc?size=x')],
  label: { is: 'invalid', broken: { schema: '', keyword, place, words: 'told' } satisfies ViolatedConstraint },
});

const valid: FuzzCase = { ...brokenAt('', ''), label: { is: 'valid', because: 'told' } };

/** Sends a case to a server that gives every request the same answer. */
async function sent(
  status: number | 'lost',
  body: object,
  { one, sought }: { one: FuzzCase; sought: SoughtViolation },
) {
  const file = test.info().outputPath('contract.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const server = createServer((request, response) => {
    request.resume();
    if (status === 'lost') return void (request.method === 'POST' ? response.destroy() : response.end());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = credentialsFor(contract, [], () => undefined);
  const deadlines = { answerMs: 20_000, recoverMs: 20_000 };
  const opened = openSession({ contract, baseUrl, credentials, deadlines, seed: 1 });
  try {
    return await new OpenApiFindingTrials(opened).send(one, sought);
  } finally {
    await opened.close();
    server.closeAllConnections();
    server.close();
  }
}

const taken = { one: brokenAt('query size', 'type'), sought: { requirement: 'ANY-05a', status: 200 } };

const misfit = { one: valid, sought: { requirement: 'ANY-03a', code: 'schema', status: 200 } };

test('a failure comes with its violation and exchanges', async () => {
  const trial = await sent(200, { id: 1 }, taken);
  expect(trial).toMatchObject({ shown: true, isDecided: true, spent: { posts: 0, gets: 1 } });
  expect(trial.violation).toMatchObject({ code: 'defectTaken', requirement: { id: 'ANY-05a' } });
  expect(trial.showing?.exchanges).toHaveLength(1);
  expect(await sent(200, {}, misfit)).toMatchObject({ shown: true });
});

const silent = [
  ['a refusal of what breaks the contract', 400, taken],
  ['a sound answer of the same kind', 200, misfit],
  [
    'a thing that is not there, where its own place is broken',
    404,
    { ...taken, one: brokenAt('path id', 'minLength') },
  ],
  ['a failure that no longer comes', 404, { one: valid, sought: { requirement: 'ANY-04', status: 500 } }],
] as const;

for (const [what, status, how] of silent)
  test(`${what} is a try that could have shown the finding`, async () => {
    expect(await sent(status, { id: 1 }, how)).toMatchObject({ shown: false, isDecided: true });
  });

const hidden = [
  ['a credential that is not taken', 401, taken, 'the caller is refused'],
  [
    'a quota that is used up',
    429,
    { one: valid, sought: { requirement: 'ANY-04', status: 500 } },
    'the caller is refused',
  ],
  ['a thing that is not there', 404, taken, 'does not exist'],
  ['an answer of another kind', 404, misfit, 'another kind'],
  ['a failure where a refusal was wanted', 500, taken, 'not decided'],
] as const;

for (const [what, status, how, why] of hidden)
  test(`${what} hides the violation and is not a try`, async () => {
    const trial = await sent(status, { id: 1 }, how);
    expect(trial).toMatchObject({ shown: false, isDecided: false, incompleteBecause: expect.stringContaining(why) });
  });

test('a case with an unfillable reference is not a try', async () => {
  const [step] = valid.steps;
  const one: FuzzCase = {
    ...valid,
    steps: [
      stepToOperation('GET /things/{id}', '/things/a'),
      { ...step, ...stepToOperation('GET /things/{id}', '/things/{{1/name}}') },
    ],
  };
  const trial = await sent(200, { id: 1 }, { ...misfit, one });
  expect(trial).toMatchObject({
    shown: false,
    isDecided: false,
    incompleteBecause: expect.stringContaining('an answer lacks the value'),
  });
});

test('a finding whose write was lost is not sent again', async () => {
  const one: FuzzCase = { ...valid, steps: [stepToOperation('POST /things', '/things')] };
  const trial = await sent('lost', {}, { one, sought: { requirement: 'ANY-04' } });
  expect(trial).toMatchObject({ shown: false, isDecided: false, spent: { posts: 1 } });
  expect(trial.doubtfulBecause).toMatch(/^nobody knows what became of POST \/things .*: it is not sent again$/);
});
