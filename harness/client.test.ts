import { expect } from '@playwright/test';
import { Client, type Sending, Unreachable } from './client.ts';
import { Journal, readJournal } from './journal.ts';
import type { ExchangeLine, Line } from './lines.ts';
import { answerText, type Script, test as served } from './peer.ts';
import { alone } from './quota/alone.ts';
import { runLine } from './recorded.ts';
import { Redactor } from './redact.ts';
import type { Credential } from './schemes.ts';
import type { Target } from './target.ts';

const main: Credential = { label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' };

/** Long enough for a busy machine, where a server answers. */
const patientMs = 10_000;

function targetAt(baseUrl: string, answerMs: number): Target {
  const deadlines = { ...runLine.target.deadlines, answerMs, recoverMs: answerMs * 3 };
  const facts = { ...runLine.target, baseUrl };
  const { kind, quota } = facts;
  const nothing = { projects: [], samples: {}, secrets: [], paths: {}, pinsFile: '', pastFile: '' };
  return { facts, kind, quota, deadlines, baseUrl, credentials: [main], ...nothing };
}

interface Opened {
  client: Client;
  /** What was written, in its order. */
  lines: Line[];
  waits: number[];
}

const test = served.extend<{ open(baseUrl: string, answerMs?: number): Opened }>({
  open: async ({}, use) => {
    const opened: Opened[] = [];
    await use((baseUrl, answerMs = patientMs) => {
      const [lines, waits]: [Line[], number[]] = [[], []];
      const redactor = new Redactor();
      redactor.know({ label: 'secret of main', value: main.secret });
      const write = (line: Line) => void lines.push(line);
      const patiently = async <T>(wait: () => Promise<T>) => {
        const began = performance.now();
        return wait().finally(() => waits.push(performance.now() - began));
      };
      const spending = alone();
      const client = new Client({
        target: targetAt(baseUrl, answerMs),
        redactor,
        prefix: 'p0',
        write,
        spending,
        patiently,
      });
      opened.push({ client, lines, waits });
      return { client, lines, waits };
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

const sound: Script = (socket) => socket.write(answerText(200, '{}', ['Content-Type: application/json']));

const breaking =
  (times: number): Script =>
  (socket, request, nth) =>
    nth < times ? socket.resetAndDestroy() : sound(socket, request, nth);

test('an exchange is kept with what was sent and what came', async ({ serve, open }) => {
  const peer = await serve(sound);
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
  expect(peer.arrived[0]?.headers).toEqual(expect.arrayContaining([...sent.line.request.headers]));
});

test('the line is written before the answer is handed on', async ({ serve, open }) => {
  const peer = await serve(sound);
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

test('what is sent at once is kept whole and numbered without a gap', async ({ serve, open }) => {
  const peer = await serve(sound);
  const { client, lines } = open(peer.url);
  await Promise.all(Array.from({ length: 20 }, () => client.send(sending())));
  const ids = exchangesOf(lines).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `p0-${index + 1}`).toSorted());
});

test('no secret is written, wherever it was sent or shown', async ({ serve, open }) => {
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

test('a body says what it is, and nothing says so of no body', async ({ serve, open }) => {
  const peer = await serve(sound);
  const { client } = open(peer.url);
  await client.send(posting());
  await client.send(posting({ contentType: 'text/plain' }));
  await client.send(posting({ body: '' }));
  await client.send(sending());
  const types = peer.arrived.map(({ headers }) => headers.find(([name]) => name === 'Content-Type')?.[1]);
  expect(types).toEqual(['application/json', 'text/plain', 'application/json', undefined]);
});

test('a POST is never sent twice, and a target that comes back is found', async ({ serve, open }) => {
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

for (const [name, script] of [
  ['hangs', () => undefined],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['answers no HTTP', (socket) => socket.end('220 hello\r\n\r\n')],
] as const satisfies readonly (readonly [string, Script])[]) {
  test(`a target that ${name} for good is unreachable, and the run is halted`, async ({ serve, open }) => {
    const peer = await serve(script);
    const { client, lines } = open(peer.url, 200);
    await expect(client.send(posting())).rejects.toThrow(Unreachable);
    expect(lines.at(-1)).toMatchObject({ kind: 'halt', cause: 'unreachable', requirement: 'OUT-02' });
    expect(exchangesOf(lines)).toHaveLength(lines.length - 1);
    expect(peer.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
}

test('a target that is gone is unreachable', async ({ serve, open }) => {
  const peer = await serve(sound);
  const { client, lines } = open(peer.url, 200);
  await peer.close();
  await expect(client.send(sending())).rejects.toThrow(Unreachable);
  expect(
    exchangesOf(lines)
      .slice(1)
      .every(({ failure }) => failure !== undefined),
  ).toBe(true);
  expect(lines.at(-1)).toMatchObject({ kind: 'halt', cause: 'unreachable' });
});

test('any answer shows that a target is there, a refusal too', async ({ serve, open }) => {
  const peer = await serve((socket, _, nth) => {
    if (nth === 0) socket.resetAndDestroy();
    else socket.write(answerText(503));
  });
  const { client, lines } = open(peer.url);
  expect((await client.send(sending())).line.failure?.code).toBe('reset');
  expect(lines).toHaveLength(2);
});

test('an answer over the allowance or with a fault is no lost target', async ({ serve, open }) => {
  for (const status of [429, 500, 503]) {
    const peer = await serve((socket) => socket.write(answerText(status)));
    const { client, lines } = open(peer.url);
    expect((await client.send(sending())).status).toBe(status);
    expect(lines).toHaveLength(1);
  }
});
