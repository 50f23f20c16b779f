import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { repeatsOf } from '../cases/sequences.ts';
import { credentialsFor } from '../credentials/credentials.ts';
import { type OpenSession, openSession, type SessionOptions } from './session.ts';

const json = { 'application/json': { schema: { type: 'object' } } };

const ok = { responses: { 200: { description: 'ok', content: json } } };

const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/things': { get: ok, post: ok }, '/things/{id}': { parameters: [path], get: ok } },
};

type Answer = (status: number, body?: object) => void;

/** Answers the request or cuts the connection. */
type Serving = (request: IncomingMessage, answer: Answer, cut: () => void) => void;

async function tried(
  serving: Serving,
  use: (opened: OpenSession) => Promise<void>,
  left?: SessionOptions['remaining'],
): Promise<void> {
  const file = test.info().outputPath('contract.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const server = createServer((request, response: ServerResponse) => {
    request.resume();
    request.on('end', () =>
      serving(
        request,
        (status, body = {}) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        },
        () => response.socket?.destroy(),
      ),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = credentialsFor(contract, [], () => undefined);
  const deadlines = { answerMs: 20_000, recoverMs: 20_000 };
  const opened = openSession({ contract, baseUrl, credentials, deadlines, seed: 1, ...(left && { remaining: left }) });
  try {
    await use(opened);
  } finally {
    await opened.close();
    server.closeAllConnections();
    server.close();
  }
}

const creation: FuzzCase = {
  steps: [stepToOperation('POST /things', '/things')],
  label: { is: 'valid', because: 'it is' },
};

/** Holds POSTs back until three have come, then answers all of them with 500; other requests get 200. */
function racing(): Serving {
  let waiting: ((status: number) => void)[] = [];
  return ({ method }, answer) => {
    if (method !== 'POST') return answer(200);
    waiting.push(answer);
    if (waiting.length < 3) return;
    for (const one of waiting) one(500);
    waiting = [];
  };
}

test('a write that fails only under concurrency is found by a race and confirmed by a race', async () => {
  const raced = [...repeatsOf(creation)].at(-1);
  if (!raced) throw new RangeError('no race');
  await tried(racing(), async ({ executor, record }) => {
    const outcome = await executor.execute(raced);
    const broken = outcome?.results.filter(({ result }) => result.state === 'broken') ?? [];
    expect(broken.map(({ requirement }) => requirement)).toEqual(['ANY-04', 'ANY-04', 'ANY-04']);
    expect(record.exchanges.filter(({ line }) => line.repeats !== undefined)).toHaveLength(3);
  });
});

test('a reference is filled from its answer, and a case with an unfillable reference is not judged', async () => {
  const seen: string[] = [];
  const serving: Serving = ({ url = '' }, answer) => {
    seen.push(url);
    answer(200, { id: 'a/b' });
  };
  await tried(serving, async ({ executor, spent, renew }) => {
    const read = (pointer: string): FuzzCase => ({
      ...creation,
      steps: [...creation.steps, stepToOperation('GET /things/{id}', `/things/{{1/${pointer}}}`)],
    });
    expect((await executor.execute(read('id')))?.exchange.class).toBe('accepted');
    expect(seen.at(-1)).toBe('/things/a%2Fb');
    expect(await executor.execute(read('nothing'))).toBeUndefined();
    renew();
    expect(spent).toEqual({ posts: 2, gets: 1 });
  });
});

test('a failure that the budget cannot confirm is not reported', async () => {
  const failing: Serving = ({ method }, answer) => answer(method === 'POST' ? 500 : 200);
  const budget = { posts: 1, gets: 1 };
  const left: SessionOptions['remaining'] = ({ posts, gets }) => ({
    posts: budget.posts - posts,
    gets: budget.gets - gets,
  });
  await tried(
    failing,
    async ({ executor, spent }) => {
      const outcome = await executor.execute(creation);
      expect(outcome?.results.filter(({ result }) => result.state === 'broken')).toEqual([]);
      expect(spent.posts).toBe(1);
    },
    left,
  );
});

/** Returns the states of the results on failures. */
const statesOf = (outcome: Awaited<ReturnType<OpenSession['executor']['execute']>>) =>
  outcome?.results.flatMap(({ requirement, result }) => (requirement === 'ANY-04' ? [result.state] : []));

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
  test(`a ${method} whose answer is lost is not repeated and leads to no conclusion`, async () => {
    const seen: string[] = [];
    const serving: Serving = ({ method: asked = '' }, answer, cut) => {
      seen.push(asked);
      if (asked === method) cut();
      else answer(200);
    };
    const one: FuzzCase = { ...creation, steps: [{ ...stepToOperation('POST /things', '/things'), method }] };
    await tried(serving, async ({ executor }) => {
      const outcome = await executor.execute(one);
      expect(seen.filter((asked) => asked === method)).toHaveLength(1);
      expect(statesOf(outcome)).toEqual(['undecided']);
      const result = outcome?.results.find(({ requirement }) => requirement === 'ANY-04')?.result;
      expect(result).toMatchObject({ faults: [{ code: 'unsettled' }] });
    });
  });

test('a read whose answer is lost is repeated, and fails if it is lost each time', async () => {
  const seen: string[] = [];
  const serving: Serving = ({ url = '' }, answer, cut) => {
    seen.push(url);
    if (url === '/things') cut();
    else answer(200);
  };
  const read: FuzzCase = { ...creation, steps: [stepToOperation('GET /things', '/things')] };
  await tried(serving, async ({ executor }) => {
    await executor.execute({ ...creation, steps: [stepToOperation('GET /things/{id}', '/things/a')] });
    expect(statesOf(await executor.execute(read))).toEqual(['broken']);
    expect(seen.filter((url) => url === '/things').length).toBeGreaterThan(1);
  });
});

test('a race with a lost write is not repeated, and a case stops after a lost write', async () => {
  let posts = 0;
  const serving: Serving = ({ method }, answer, cut) => {
    if (method !== 'POST') return answer(200);
    posts += 1;
    if (posts === 1) cut();
    else answer(500);
  };
  const [twice, raced] = [...repeatsOf(creation)] as [FuzzCase, FuzzCase];
  await tried(serving, async ({ executor }) => {
    await executor.execute(raced);
    expect(posts).toBe(3);
    posts = 0;
    expect(await executor.execute(twice)).toBeUndefined();
    expect(posts).toBe(1);
  });
});

test('a lost write is not used as a control', async () => {
  const asked: string[] = [];
  const serving: Serving = ({ method, url = '' }, answer, cut) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST') cut();
    else answer(500);
  };
  const read: FuzzCase = { ...creation, steps: [stepToOperation('GET /things', '/things')] };
  await tried(serving, async ({ executor }) => {
    for (let times = 0; times < 3; times += 1) await executor.execute(read);
    const posts = asked.filter((one) => one.startsWith('POST'));
    expect(posts).toHaveLength(new Set(posts).size);
  });
});
