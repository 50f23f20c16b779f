import { expect } from '@playwright/test';
import { answerText, type Script, test as served } from '../../tests/support/network/scriptedServer.ts';
import { runLine } from '../../tests/support/records/records.ts';
import { Journal, readJournal } from '../journal/journal.ts';
import type { ExchangeLine, Line } from '../journal/journalTypes.ts';
import { type LimiterHandle, QuotaUnavailable, RunnerEnded } from '../rate/limiter/limiterHandle.ts';
import { unlimitedHandle } from '../rate/limiter/unlimitedHandle.ts';
import { Redactor } from '../redaction/redactor.ts';
import { withoutProof } from '../signing/signingSchemes.ts';
import type { TargetCredential } from '../target/credentials.ts';
import type { Target } from '../target/target.ts';
import { Client, Unreachable } from './client.ts';
import type { HealthRequest, Sending } from './sending.ts';

const main: TargetCredential = { label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' };

/** A rate-limit account. */
const limited: TargetCredential = {
  label: 'limited',
  tokenId: 'TKN-limited-1',
  secret: 'top-secret-2',
  quota: { postPerMinute: 1, getPerMinute: 1 },
};

/** Long enough for a busy machine with a server that answers. */
const patientMs = 10_000;

function targetAt(baseUrl: string, answerMs: number): Target {
  const deadlines = { ...runLine.target.deadlines, answerMs, recoverMs: answerMs * 3 };
  const facts = { ...runLine.target, baseUrl };
  const { kind, quota } = facts;
  const nothing = {
    projects: [],
    samples: {},
    secrets: [],
    paths: {},
    baselineFile: '',
    previousPaymentsFile: '',
    experimentsFile: '',
  };
  return { facts, kind, quota, deadlines, baseUrl, credentials: [main, limited], ...nothing };
}

interface Opened {
  client: Client;
  /** The written lines, in order. */
  lines: Line[];
  waits: number[];
  /** The methods for which the limiter was asked; main's quota repeats throttled requests. */
  leased: string[];
}

/** Options of a client that differ from the usual ones. */
interface More {
  spending?: LimiterHandle;
  look?: HealthRequest;
}

const test = served.extend<{ open(baseUrl: string, answerMs?: number, more?: More): Opened }>({
  open: async ({}, use) => {
    const opened: Opened[] = [];
    await use((baseUrl, answerMs = patientMs, { spending: given, look } = {}) => {
      const [lines, waits, leased]: [Line[], number[], string[]] = [[], [], []];
      const redactor = new Redactor();
      redactor.know({ label: 'secret of main', value: main.secret });
      const write = (line: Line) => void lines.push(line);
      const patiently = async <T>(wait: () => Promise<T>) => {
        const began = performance.now();
        return wait().finally(() => waits.push(performance.now() - began));
      };
      const spending: LimiterHandle = given ?? {
        ...unlimitedHandle(),
        spend: async (method) => {
          leased.push(method);
          return { waitedMs: 0, done: async (end) => ({ repeat: end?.throttled !== undefined }) };
        },
      };
      const client = new Client({
        target: targetAt(baseUrl, answerMs),
        redactor,
        prefix: 'p0',
        write,
        limiter: spending,
        patiently,
        ...(look && { look }),
      });
      const one = { client, lines, waits, leased };
      opened.push(one);
      return one;
    });
    await Promise.all(opened.map(({ client }) => client.close()));
  },
});

const sending = (parts: Partial<Sending> = {}): Sending => ({
  requirement: 'OUT-02',
  purpose: 'probe',
  operation: 'GET /v1/user/methods',
  method: 'GET',
  path: '/v1/user/methods',
  signing: { scheme: 'signed', credential: main },
  ...parts,
});

const posting = (parts: Partial<Sending> = {}) =>
  sending({
    operation: 'POST /v1/user/payments/payin',
    method: 'POST',
    path: '/v1/user/payments/payin',
    body: '{"a":1}',
    clientOrderId: 'K-1',
    ...parts,
  });

const exchangesOf = (lines: readonly Line[]) => lines.filter((line): line is ExchangeLine => line.kind === 'exchange');

const conforming: Script = (socket) => socket.write(answerText(200, '{}', ['Content-Type: application/json']));

const breaking =
  (times: number): Script =>
  (socket, request, nth) =>
    nth < times ? socket.resetAndDestroy() : conforming(socket, request, nth);

test('an exchange is stored with its request and its answer', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client, lines, waits } = open(peer.url);
  const sent = await client.send(posting());
  expect(sent.class).toBe('accepted');
  expect(lines).toEqual([sent.line]);
  expect(sent.line).toMatchObject({
    id: 'p0-1',
    requirement: 'OUT-02',
    purpose: 'probe',
    operation: 'POST /v1/user/payments/payin',
    request: {
      method: 'POST',
      path: '/v1/user/payments/payin',
      body: { text: '{"a":1}', bytes: 7 },
      clientOrderId: 'K-1',
      signature: { scheme: 'signed', credential: 'main' },
    },
    answer: { status: 200, body: { text: '{}', bytes: 2 } },
  });
  expect(sent.receivedNs).toBeGreaterThan(sent.sentNs);
  expect(waits).toHaveLength(1);
  expect(peer.arrived[0]?.headers.map(withoutProof)).toEqual(expect.arrayContaining([...sent.line.request.headers]));
});

test('the line is written before the answer is returned', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client, lines } = open(peer.url);
  const journal = new Journal(test.info().outputPath('journal'), 'p0');
  for (let count = 1; count <= 3; count += 1) {
    await client.send(sending());
    const last = lines.at(-1);
    if (last) journal.write(last);
    expect(lines).toHaveLength(count);
    expect(readJournal(test.info().outputPath('journal'))).toEqual(lines);
  }
  journal.close();
});

test('simultaneous requests are stored completely and numbered without a gap', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client, lines } = open(peer.url);
  await Promise.all(Array.from({ length: 20 }, () => client.send(sending())));
  const ids = exchangesOf(lines).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `p0-${index + 1}`).toSorted());
});

test('no secret is written, whether sent or received', async ({ serve, open }) => {
  const shown = JSON.stringify({ echo: main.secret });
  const peer = await serve((socket) => socket.write(answerText(400, shown, [`X-Echo: ${main.secret}`])));
  const { client, lines } = open(peer.url);
  await client.send(
    posting({ signing: { scheme: 'simple', credential: main }, body: shown, path: `/?q=${main.secret}` }),
  );
  expect(JSON.stringify(peer.arrived)).toContain(main.secret);
  expect(JSON.stringify(lines)).not.toContain(main.secret);
  expect(JSON.stringify(lines)).toContain('<secret of main>');
});

test('a body has a content type, a request without a body has none', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client } = open(peer.url);
  await client.send(posting());
  await client.send(posting({ contentType: 'text/plain' }));
  await client.send(posting({ body: '' }));
  await client.send(sending());
  const types = peer.arrived.map(({ headers }) => headers.find(([name]) => name === 'Content-Type')?.[1]);
  expect(types).toEqual(['application/json', 'text/plain', 'application/json', undefined]);
});

test('a POST is never sent twice, and a target that returns is detected', async ({ serve, open }) => {
  const peer = await serve(breaking(2));
  const { client, lines } = open(peer.url);
  const sent = await client.send(posting());
  expect(sent.line.failure?.code).toBe('reset');
  expect(peer.arrived.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  expect(exchangesOf(lines).map(({ purpose, failure }) => [purpose, failure?.code])).toEqual([
    ['probe', 'reset'],
    ['look', 'reset'],
    ['look', undefined],
  ]);
  expect((await client.send(posting())).class).toBe('accepted');
});

for (const [name, script, words] of [
  ['hangs', () => undefined, 'it takes too long to answer ('],
  ['resets', (socket) => socket.resetAndDestroy(), 'it closes the connection ('],
  ['answers no HTTP', (socket) => socket.end('220 hello\r\n\r\n'), 'the server there does not speak HTTP ('],
] as const satisfies readonly (readonly [string, Script, string])[]) {
  test(`a target that ${name} permanently is unreachable, and the run is halted`, async ({ serve, open }) => {
    const peer = await serve(script);
    const { client, lines } = open(peer.url, 200);
    const sent = client.send(posting());
    await expect(sent).rejects.toThrow(Unreachable);
    await expect(sent).rejects.toThrow(`expected an answer from ${peer.url}, got none within 600 ms: ${words}`);
    expect(lines.at(-1)).toMatchObject({ kind: 'halt', cause: 'unreachable', requirement: 'OUT-02' });
    expect(exchangesOf(lines)).toHaveLength(lines.length - 1);
    expect(peer.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
}

test('a stopped target is unreachable', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client, lines } = open(peer.url, 200);
  await peer.close();
  await expect(client.send(sending())).rejects.toThrow(
    /no server can be reached there \(.*\), first seen at .* \(exchange .*\)\. Check that it is running/,
  );
  expect(
    exchangesOf(lines)
      .slice(1)
      .every(({ failure }) => failure !== undefined),
  ).toBe(true);
  expect(lines.at(-1)).toMatchObject({ kind: 'halt', cause: 'unreachable' });
});

test('a runner that ended halts as a killed run, a lost allowance as one without a quota', async ({ serve, open }) => {
  const peer = await serve(conforming);
  for (const [error, cause] of [
    [new RunnerEnded('closed'), 'interrupted'],
    [new QuotaUnavailable('lost'), 'quota'],
  ] as const) {
    const spend = async () => Promise.reject(error);
    const { client, lines } = open(peer.url, patientMs, { spending: { ...unlimitedHandle(), spend } });
    await expect(client.send(sending())).rejects.toThrow();
    expect(lines.at(-1)).toMatchObject({ kind: 'halt', cause });
  }
  expect(peer.arrived).toEqual([]);
});

test('any answer shows that a target is reachable, even a refusal', async ({ serve, open }) => {
  const peer = await serve((socket, _, nth) => {
    if (nth === 0) socket.resetAndDestroy();
    else socket.write(answerText(503));
  });
  const { client, lines } = open(peer.url);
  expect((await client.send(sending())).line.failure?.code).toBe('reset');
  expect(lines).toHaveLength(2);
});

test('an answer with 429 or a server error does not count as a lost target', async ({ serve, open }) => {
  for (const status of [429, 500, 503]) {
    const peer = await serve((socket) => socket.write(answerText(status)));
    const { client, lines } = open(peer.url);
    expect((await client.send(sending())).status).toBe(status);
    expect(lines).toHaveLength(status === 429 ? 2 : 1);
  }
});

const at = (nth: number) => posting({ clientOrderId: `K-${nth}` });

/** Answers `count` requests only after the last of them has arrived. */
const waitingFor = (count: number): Script => {
  const sockets: Parameters<Script>[0][] = [];
  return (socket, request, nth) => {
    sockets.push(socket);
    if (nth + 1 === count) for (const one of sockets) conforming(one, request, nth);
  };
};

for (const connection of [undefined, 'pipelined'] as const) {
  test(`requests sent together are under way together: ${connection ?? 'on several connections'}`, async ({
    serve,
    open,
  }) => {
    const peer = await serve(waitingFor(4));
    const { client, lines } = open(peer.url);
    const parts = connection ? { connection } : {};
    const sent = await client.together([1, 2, 3, 4].map((nth) => ({ ...at(nth), ...parts })));
    expect(sent.map(({ class: kind, line }) => [kind, line.request.clientOrderId, line.connection])).toEqual(
      [1, 2, 3, 4].map((nth) => ['accepted', `K-${nth}`, connection]),
    );
    expect(exchangesOf(lines)).toHaveLength(4);
  });
}

test('requests are sent together only with leases for all of them, and every lease ends', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const [sentBefore, ended]: [number[], boolean[]] = [[], []];
  const spend = async () => {
    sentBefore.push(peer.arrived.length);
    const nth = ended.push(false) - 1;
    const done = async () => ({ repeat: ended.fill(true, nth, nth + 1).length > 0 });
    return { waitedMs: 0, done };
  };
  const { client } = open(peer.url, patientMs, { spending: { ...unlimitedHandle(), spend } });
  await client.together([at(1), at(2), at(3)]);
  expect(sentBefore).toEqual([0, 0, 0]);
  expect(ended).toEqual([true, true, true]);
  expect(peer.arrived).toHaveLength(3);
});

test('a target that closes a shared connection is not lost and gets no request again', async ({ serve, open }) => {
  const peer = await serve((socket, request, nth) => {
    conforming(socket, request, nth);
    if (nth === 0) socket.end();
  });
  const { client, lines } = open(peer.url);
  const sent = await client.together([1, 2, 3].map((nth) => ({ ...at(nth), connection: 'pipelined' })));
  expect(sent.map(({ class: kind }) => kind)).toEqual(['accepted', 'indeterminate', 'indeterminate']);
  expect(sent.some(({ isLost }) => isLost)).toBe(false);
  expect(peer.arrived.length).toBeLessThanOrEqual(3);
  expect(lines).toHaveLength(3);
});

test('a request cut off by us arrives complete, and the target is not probed', async ({ serve, open }) => {
  const peer = await serve(() => undefined);
  const { client, lines } = open(peer.url);
  const sent = await client.send(posting({ connection: 'cut', body: '{"a":"é"}' }));
  expect(sent.line).toMatchObject({ connection: 'cut', failure: { code: 'reset' } });
  expect([sent.isLost, lines.length]).toEqual([false, 1]);
  await expect.poll(() => peer.arrived).toHaveLength(1);
  expect(peer.arrived[0]).toMatchObject({ method: 'POST', path: '/v1/user/payments/payin', body: '{"a":"é"}' });
  expect(peer.arrived[0]?.headers.map(withoutProof)).toEqual(expect.arrayContaining([...sent.line.request.headers]));
});

test('a stopped target is lost, even for a request to be cut off', async ({ serve, open }) => {
  const peer = await serve(conforming);
  const { client } = open(peer.url, 200);
  await peer.close();
  await expect(client.send(posting({ connection: 'cut' }))).rejects.toThrow(Unreachable);
});

test('a separate connection is not kept open', async ({ serve, open }) => {
  const closed: boolean[] = [];
  const peer = await serve((socket, request, nth) => {
    socket.on('close', () => closed.push(true));
    conforming(socket, request, nth);
  });
  const { client } = open(peer.url);
  expect((await client.send(posting({ connection: 'own' }))).line.connection).toBe('own');
  await expect.poll(() => closed).toEqual([true]);
});

test('an account with its own quota needs no lease, and its throttled requests are not repeated', async ({
  serve,
  open,
}) => {
  const peer = await serve((socket) => socket.write(answerText(429)));
  const { client, lines, leased } = open(peer.url);
  await client.send(sending({ account: limited.label, signing: { scheme: 'signed', credential: limited } }));
  expect(exchangesOf(lines).map(({ request }) => request.account)).toEqual(['limited']);
  expect(leased).toEqual([]);
  await client.send(sending());
  expect(leased).toEqual(['GET', 'GET']);
  expect(exchangesOf(lines).map(({ repeats }) => repeats)).toEqual([undefined, undefined, 'p0-2']);
});

for (const connection of [undefined, 'cut'] as const)
  test(`bytes that are not text are sent unchanged, by the simple scheme${connection ? ', cut off or not' : ''}`, async ({
    serve,
    open,
  }) => {
    const bytes = Buffer.from([123, 34, 255, 34, 125]);
    const peer = await serve(conforming);
    const { client } = open(peer.url);
    const parts = connection ? { connection } : {};
    const { line } = await client.send(posting({ ...parts, body: bytes }));
    expect(line.request).toMatchObject({
      body: { base64: bytes.toString('base64'), bytes: 5 },
      signature: { scheme: 'simple', credential: 'main' },
    });
    await expect.poll(() => peer.arrived).toHaveLength(1);
    expect(peer.arrived[0]?.body).toBe(bytes.toString());
    expect(peer.arrived[0]?.headers).toEqual(expect.arrayContaining([['X-Token-API-Secret', main.secret]]));
  });

test('a target of another interface is probed as configured, and any answer counts', async ({ serve, open }) => {
  const peer = await serve(
    (socket, _, nth) => void (nth < 2 ? socket.resetAndDestroy() : socket.write(answerText(404))),
  );
  const signing = { scheme: 'none', credential: main } as const;
  const { client, lines } = open(peer.url, patientMs, { look: { method: 'GET', path: '/', signing } });
  await client.send(sending({ path: '/any', signing }));
  expect(peer.arrived.map(({ path }) => path)).toEqual(['/any', '/', '/']);
  expect(exchangesOf(lines).at(-1)).toMatchObject({ purpose: 'look', answer: { status: 404 } });
});
