import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import { CONTROL_TOKEN, ENV, simpleHeaders } from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { newSetup } from '../instance/setup.ts';
import { buildServer } from './server.ts';

const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const CONTROL = { 'x-control-token': CONTROL_TOKEN };

/** An HTTP receiver on a loopback port: the requests that it received, and how it answers. */
interface Listening {
  readonly server: Server;
  readonly url: string;
  readonly seen: {
    url: string | undefined;
    verb: string | undefined;
    headers: IncomingMessage['headers'];
    text: string;
    from: string | undefined;
  }[];
  answer: (response: ServerResponse, nth: number) => void;
}

async function listen(port = 0): Promise<Listening> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path, method: verb, headers, socket } = request;
      listening.seen.push({
        url: path,
        verb,
        headers,
        text: Buffer.concat(chunks).toString(),
        from: socket.remoteAddress,
      });
      listening.answer(response, listening.seen.length);
    });
  });
  await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const listening: Listening = { server, url, seen: [], answer: (response) => response.end() };
  return listening;
}

async function shut({ server }: Listening): Promise<void> {
  server.closeAllConnections();
  await new Promise((resume) => server.close(resume));
}

/** Starts an emulator on the machine's clock that sends its payment webhooks to a receiver. */
async function startSender(receiver: Listening, rulesName?: string): Promise<FastifyInstance> {
  const rules = rulesName === undefined ? undefined : rulesNamed(rulesName);
  const app = buildServer({ setup: newSetup('sender', ENV), control: true, rules });
  await pull(app, 'webhooks', { kind: 'payment', url: receiver.url, secret: 'secret' });
  return app;
}

async function pull(app: FastifyInstance, action: string, body?: object): Promise<Record<string, unknown>> {
  const method = body ? 'POST' : 'GET';
  const answer = await app.inject({
    method,
    url: `/~control/${action}`,
    headers: CONTROL,
    ...(body && { payload: body }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Makes a pay-in and settles it: one transition. */
async function transition(app: FastifyInstance): Promise<void> {
  const made = await app.inject({
    method: 'POST',
    url: '/v1/user/payments/payin',
    headers: simpleHeaders(),
    payload: PAYIN,
  });
  await pull(app, `payments/${made.json().id}/settle`, { status: 'SUCCESS' });
}

/** Waits until no delivery is under way and none is due now; returns the state of the webhooks. */
async function quiet(app: FastifyInstance): Promise<Record<string, unknown>> {
  let state: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      state = await pull(app, 'webhooks');
      return state['underway'] === 0 && (state['next'] === null || String(state['next']) > String(state['now']));
    })
    .toBe(true);
  return state;
}

test('a webhook is a POST of raw JSON from one address and ends with 200', async () => {
  const receiver = await listen();
  const app = await startSender(receiver);
  await transition(app);
  expect(await quiet(app)).toMatchObject({ next: null, held: [] });
  const [first, ...others] = receiver.seen;
  if (first === undefined) throw new Error('a webhook was sent');
  const { verb, headers, text, from } = first;
  expect(others).toEqual([]);
  expect({ verb, from, status: JSON.parse(text).status }).toEqual({
    verb: 'POST',
    from: '127.0.0.1',
    status: 'SUCCESS',
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  expect(headers['x-payload-digest']).toMatch(/^[0-9a-f]{40}$/);
  await app.close();
  await shut(receiver);
});

test('a webhook is retried after any other status, a malformed answer or a missing receiver', async () => {
  const receiver = await listen();
  const app = await startSender(receiver);
  const answers: readonly Listening['answer'][] = [
    (response) => response.writeHead(201).end(),
    (response) => response.writeHead(302, { location: receiver.url }).end(),
    (response) => response.destroy(),
    (response) => void response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy()),
    (response) => response.socket?.end('nonsense\r\n\r\n'),
  ];
  receiver.answer = (response, nth) => (answers[nth - 1] ?? ((last) => last.end('x'.repeat(1_000_000))))(response, nth);
  await transition(app);
  await quiet(app);
  for (const minutes of [1, 2, 5, 15]) {
    await pull(app, 'clock', { advanceMs: minutes * 60_000 });
    await quiet(app);
  }
  expect(receiver.seen.length).toBe(answers.length);
  await shut(receiver);
  await pull(app, 'clock', { advanceMs: 30 * 60_000 });
  expect(await quiet(app)).not.toMatchObject({ next: null });
  const again = await listen(Number(new URL(receiver.url).port));
  again.answer = (response) => response.end('x'.repeat(1_000_000));
  await pull(app, 'clock', { advanceMs: 48 * 3_600_000 });
  expect(await quiet(app)).toMatchObject({ next: null });
  expect(again.seen.map(({ text }) => text)).toEqual([receiver.seen[0]?.text]);
  await app.close();
  await shut(again);
});

test('a webhook is retried if no answer comes within ten seconds of the clock', async () => {
  const receiver = await listen();
  const app = await startSender(receiver);
  receiver.answer = (response, nth) => (nth > 1 ? response.end() : undefined);
  await transition(app);
  await expect.poll(() => receiver.seen.length).toBe(1);
  await pull(app, 'clock', { advanceMs: 5000 });
  expect(await pull(app, 'webhooks')).toMatchObject({ underway: 1, next: null });
  await pull(app, 'clock', { advanceMs: 5000 });
  expect(await pull(app, 'webhooks')).toMatchObject({ underway: 0, held: [] });
  await pull(app, 'clock', { advanceMs: 50_000 });
  expect(await quiet(app)).toMatchObject({ next: null });
  expect(receiver.seen.length).toBe(2);
  await app.close();
  await shut(receiver);
});

test('an event that is due on the machine’s clock is announced automatically', async () => {
  const receiver = await listen();
  const app = await startSender(receiver);
  const payload = { ...PAYIN, cardNumber: '5555555555554444' };
  await app.inject({ method: 'POST', url: '/v1/user/payments/payout', headers: simpleHeaders(), payload });
  await expect.poll(() => receiver.seen.map(({ text }) => JSON.parse(text).status)).toEqual(['PENDING']);
  await app.close();
  await shut(receiver);
});

test('a thousand webhooks arrive once each, and a closed server leaves no connection open', {
  tag: '@full',
}, async () => {
  const receiver = await listen();
  const app = await startSender(receiver);
  let [most, open] = [0, 0];
  receiver.server.on('connection', (socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => {
      open -= 1;
    });
  });
  for (let made = 0; made < 1000; made += 1) await transition(app);
  expect(await quiet(app)).toMatchObject({ next: null });
  expect(new Set(receiver.seen.map(({ text }) => JSON.parse(text).id)).size).toBe(1000);
  expect(receiver.seen.length).toBe(1000);
  expect(most).toBeLessThanOrEqual(8);
  receiver.answer = () => {};
  await transition(app);
  await expect.poll(() => receiver.seen.length).toBe(1001);
  await app.close();
  await expect.poll(() => open).toBe(0);
  await shut(receiver);
});

for (const [rulesName, shows] of [
  ['webhook-by-put', [{ verb: 'PUT' }]],
  ['webhook-from-another-address', [{ from: '127.0.0.2' }]],
  ['webhook-type-plain', [{ headers: { 'content-type': 'text/plain' } }]],
  ['redirect-followed', [{ url: '/hook' }, { url: '/hook?elsewhere' }]],
] as const) {
  test(`the behaviour of ${rulesName} is visible over HTTP`, async () => {
    const receiver = await listen();
    const app = await startSender(receiver, rulesName);
    receiver.answer = (response, nth) =>
      nth > 1
        ? response.end()
        : response.writeHead(rulesName === 'redirect-followed' ? 307 : 200, { location: '?elsewhere' }).end();
    await transition(app);
    expect(await quiet(app)).toMatchObject({ next: null });
    expect(receiver.seen).toMatchObject([...shows]);
    expect(receiver.seen.length).toBe(shows.length);
    await app.close();
    await shut(receiver);
  });
}

test('a service with persistent connections sends several webhooks on one', async () => {
  const receiver = await listen();
  const app = await startSender(receiver, 'webhook-connections-kept');
  let connections = 0;
  receiver.server.on('connection', () => {
    connections += 1;
  });
  for (let made = 0; made < 5; made += 1) {
    await transition(app);
    await quiet(app);
  }
  expect({ connections, seen: receiver.seen.length }).toEqual({ connections: 1, seen: 5 });
  await app.close();
  await shut(receiver);
});
