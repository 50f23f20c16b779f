import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test as base, expect } from '@playwright/test';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import { Redactor } from '../../../traffic/redaction/redactor.ts';
import { exchange, openWire, type WireAnswer } from '../../../traffic/transport/wire.ts';
import type { ReceiverLine } from '../../worker/receiverHandle.ts';
import { defaultIntakeLimits } from './intakeLimits.ts';
import { Receiver, type ReceiverParts } from './receiver.ts';
import { WebhookSecrets } from './webhookSecrets.ts';

const own = '/0123456789abcdef0123456789abcdef';

interface Post {
  kind?: string;
  path?: string;
  method?: string;
  body?: string;
  headers?: [string, string][];
  deadlineMs?: number;
}

interface OpenReceiver {
  receiver: Receiver;
  secrets: WebhookSecrets;
  lines: ReceiverLine[];
  deliveries(): DeliveryLine[];
  post(post?: Post): Promise<WireAnswer>;
}

const test = base.extend<{ open(parts?: Partial<ReceiverParts>): Promise<OpenReceiver> }>({
  open: async ({}, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (parts = {}) => {
      const [wire, secrets, lines] = [openWire(), new WebhookSecrets(), [] as ReceiverLine[]];
      const receiver = new Receiver({
        listen: { host: '127.0.0.1', port: 0 },
        own,
        prefix: 'hooks',
        redactor: new Redactor(),
        secrets,
        otherSecrets: [],
        hasOwnClock: true,
        write: (line) => lines.push(line),
        ...parts,
      });
      await receiver.listen();
      closing.push(
        () => receiver.rest(),
        () => wire.destroy(),
      );
      const post = ({ kind = 'payment', path, method = 'POST', body = '{}', headers = [], deadlineMs }: Post = {}) =>
        exchange(wire, {
          url: `http://127.0.0.1:${receiver.port}${path ?? `${own}/${kind}`}`,
          method,
          headers: [['Content-Type', 'application/json'], ...headers],
          ...(method === 'POST' && { body }),
          deadlineMs: deadlineMs ?? 10_000,
        });
      const deliveries = () => lines.filter((line) => line.kind === 'delivery');
      return { receiver, secrets, lines, deliveries, post };
    });
    for (const close of closing) await close();
  },
});

const signed = (body: string, secret: string) => createHmac('sha1', secret).update(body).digest('hex');

test('stores the raw bytes, the headers, the times and the digest of an attempt', async ({ open }) => {
  const { secrets, deliveries, post } = await open();
  secrets.derive(['payment'], 'of-the-account');
  const secret = secrets.next('payment')?.value ?? '';
  const body = '{"id" : "PMT-1",\n "amount": 1.10 }';
  const headers: [string, string][] = [
    ['X-Payload-Digest', signed(body, secret).toUpperCase()],
    ['Date', 'Sun, 22 Nov 2026 10:00:00 GMT'],
    ['Authorization', 'Bearer of-the-tunnel'],
  ];
  expect(await post({ body, headers })).toMatchObject({ status: 200 });
  await expect.poll(deliveries).toHaveLength(1);
  const [line] = deliveries();
  expect(line).toMatchObject({
    id: 'hooks-1',
    webhook: 'payment',
    request: { method: 'POST', source: '127.0.0.1', body: { text: body, bytes: body.length } },
    digest: { present: true, secret: 1 },
    targetAt: '2026-11-22T10:00:00.000Z',
    answer: { status: 200 },
    answered: 'sent',
  });
  expect(BigInt(line?.answeredNs ?? 0)).toBeGreaterThanOrEqual(BigInt(line?.receivedNs ?? 0));
  expect(JSON.stringify(line)).not.toContain('of-the-tunnel');
});

test('at an address that payments share, the body tells the kind, and each kind has its own secret', async ({
  open,
}) => {
  const { secrets, deliveries, post } = await open();
  secrets.derive(['payment', 'checkout'], 'of-the-account');
  const ofCheckouts = secrets.next('checkout')?.value ?? '';
  for (const body of ['{"id":"CCO-1","payment":{"id":"PMT-1"}}', '{"id":"PMT-1"}', 'no JSON'])
    await post({ body, path: `${own}/payment-checkout`, headers: [['X-Payload-Digest', signed(body, ofCheckouts)]] });
  await expect.poll(deliveries).toHaveLength(3);
  expect(deliveries().map(({ webhook, digest }) => ({ webhook, digest }))).toEqual([
    { webhook: 'checkout', digest: { present: true, secret: 1 } },
    { webhook: 'payment', digest: { present: true, fault: 'otherSecret' } },
    { webhook: 'checkout', digest: { present: true, secret: 1 } },
  ]);
});

const answers: Record<string, { answer: Answer; seen: Record<string, unknown>; answered: DeliveryLine['answered'] }> = {
  ...Object.fromEntries(
    [200, 201, 204, 400, 401, 404, 410, 429, 500, 503].map((status) => [
      String(status),
      { answer: { status }, seen: { status }, answered: 'sent' as const },
    ]),
  ),
  'a reset before the answer': {
    answer: { reset: 'before' },
    seen: { failure: { code: 'reset' } },
    answered: 'closed',
  },
  'a reset within the body': { answer: { reset: 'within' }, seen: { failure: { code: 'reset' } }, answered: 'closed' },
  'a late answer': { answer: { status: 200, afterMs: 80 }, seen: { status: 200 }, answered: 'sent' },
  'a slow body': { answer: { slowMs: 80 }, seen: { status: 200 }, answered: 'sent' },
  'a huge body': { answer: { status: 200, bytes: 1_500_000 }, seen: { status: 200 }, answered: 'sent' },
};

for (const [name, { answer, seen, answered }] of Object.entries(answers))
  test(`an attempt can be answered with ${name}, and the next with success`, async ({ open }) => {
    const { receiver, deliveries, post } = await open();
    receiver.plans.add({ text: 'PMT-7', plan: [answer, { status: 200 }] });
    const [first, second] = [await post({ body: '{"id":"PMT-7"}' }), await post({ body: '{"id":"PMT-7"}' })];
    expect(first).toMatchObject(seen);
    expect(second).toMatchObject({ status: 200 });
    await expect.poll(deliveries).toHaveLength(2);
    expect(deliveries()[0]).toMatchObject({ answer, answered });
    if ('bytes' in answer && 'body' in first) expect(first.body.bytes).toHaveLength(answer.bytes ?? 0);
  });

test('a redirect points to a path of the receiver that marks what follows it', async ({ open }) => {
  const { receiver, deliveries, post } = await open();
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 301 }, { status: 500 }] });
  const answer = await post({ body: 'PMT-1' });
  const location = 'headers' in answer ? answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] : '';
  expect(location).toBe(`${own}/payment/moved`);
  expect(await post({ path: location ?? '', method: 'GET' })).toMatchObject({ status: 200 });
  expect(await post({ path: location ?? '', body: 'PMT-1' })).toMatchObject({ status: 200 });
  expect(await post({ body: 'PMT-1' })).toMatchObject({ status: 500 });
  await expect
    .poll(() => deliveries().map(({ moved, request }) => `${request.method} ${moved}`))
    .toEqual(['POST undefined', 'GET true', 'POST true', 'POST undefined']);
});

test('later plans win, the last answer repeats, and another method consumes none', async ({ open }) => {
  const { receiver, post } = await open();
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 500 }] });
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 404 }, { status: 503 }] });
  expect(await post({ method: 'GET' })).toMatchObject({ status: 200 });
  const statuses = [];
  for (let attempt = 0; attempt < 3; attempt += 1) statuses.push(await post({ body: 'PMT-1' }));
  expect(statuses).toMatchObject([{ status: 404 }, { status: 503 }, { status: 503 }]);
  expect(await post({ body: 'PMT-2' })).toMatchObject({ status: 200 });
});

test('unknown paths get 404 and are not recorded', async ({ open }) => {
  const { lines, post } = await open();
  for (const path of ['/', `${own.slice(0, -1)}0/payment`, `${own}x/payment`, `${own}/letter`, `${own}/payment/more`])
    expect(await post({ path })).toMatchObject({ status: 404 });
  expect(await post({ path: `${own}?from=1` })).toMatchObject({ status: 200 });
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('webhook');
});

test('a delivery signed with an own secret is recorded at any path, and answered with 404', async ({ open }) => {
  const { secrets, deliveries, post, receiver } = await open();
  secrets.derive(['payment', 'checkout'], 'of-the-account');
  const secret = secrets.next('checkout')?.value ?? '';
  receiver.plans.add({ text: 'CCO-1', plan: [{ status: 500 }] });
  const digest = (by: string): [string, string][] => [['X-Payload-Digest', signed('CCO-1', by)]];
  expect(await post({ path: '/', body: 'CCO-1', headers: digest(secret) })).toMatchObject({ status: 404 });
  expect(await post({ path: '/', body: 'CCO-1', headers: digest('of nobody') })).toMatchObject({ status: 404 });
  expect(await post({ body: 'CCO-1' })).toMatchObject({ status: 500 });
  await expect.poll(deliveries).toMatchObject([
    { webhook: 'checkout', strayed: true, digest: { secret: 1 }, answer: { status: 404 } },
    { webhook: 'payment', answer: { status: 500 } },
  ]);
});

test('a huge body is cut off, and its digest is not judged', async ({ open }) => {
  const { deliveries, post } = await open();
  const sent = await post({ body: 'x'.repeat(3_000_000), headers: [['X-Payload-Digest', 'abc']] });
  expect(sent).not.toMatchObject({ status: 200 });
  await expect.poll(deliveries).toHaveLength(1);
  expect(deliveries()[0]).toMatchObject({ digest: { present: true }, request: { body: { cut: true } } });
  expect(deliveries()[0]?.digest).not.toHaveProperty('fault');
});

test('a sender that disconnects within its body or before the answer does no harm', async ({ open }) => {
  const { receiver, deliveries, post } = await open();
  const socket = connect(receiver.port, '127.0.0.1');
  socket.write(`POST ${own}/payment HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"id":`);
  await expect.poll(() => receiver.underway).toBe(1);
  socket.destroy();
  await expect.poll(() => receiver.underway).toBe(0);
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 200, afterMs: 60_000 }] });
  expect(await post({ body: 'PMT-1', deadlineMs: 50 })).toMatchObject({ failure: { code: 'timeout' } });
  await expect.poll(deliveries).toMatchObject([{ answered: 'left' }]);
});

test('a sender with endless headers or an endless body is disconnected', async ({ open }) => {
  const { receiver, lines } = await open({ most: { ...defaultIntakeLimits, requestMs: 200 } });
  for (const begun of [
    `POST ${own}/payment HTTP/1.1\r\nX-A: `,
    `POST ${own}/payment HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`,
  ]) {
    const socket = connect(receiver.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(begun);
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await expect.poll(() => receiver.underway).toBe(0);
  expect(lines).toEqual([]);
});

test('accepts a thousand deliveries', async ({ open }) => {
  const { deliveries, post } = await open();
  const sent = await Promise.all(Array.from({ length: 1_000 }, (_, index) => post({ body: `{"n":${index}}` })));
  expect(sent.every((answer) => 'status' in answer && answer.status === 200)).toBe(true);
  await expect.poll(() => new Set(deliveries().map(({ request }) => request.body.text)).size).toBe(1_000);
});

test('a flood of deliveries is refused, and the time is recorded as not listening', async ({ open }) => {
  const { receiver, lines, post } = await open({ most: { ...defaultIntakeLimits, inAll: 3 } });
  for (const status of [200, 200, 200, 503, 503]) expect(await post()).toMatchObject({ status });
  await receiver.rest();
  expect(lines.map(({ kind }) => kind)).toEqual(['delivery', 'delivery', 'delivery', 'deaf']);
  expect(lines[3]).toMatchObject({ planned: false });
});

test('stops listening and listens again on the same port', async ({ open }) => {
  const { receiver, deliveries, post } = await open();
  const { port } = receiver;
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 200, afterMs: 60_000 }] });
  const underway = post({ body: 'PMT-1' });
  await expect.poll(() => receiver.underway).toBe(1);
  await receiver.rest();
  expect(await underway).toMatchObject({ failure: { code: 'reset' } });
  expect(deliveries()).toMatchObject([{ answered: 'closed' }]);
  expect(await post()).toMatchObject({ failure: { code: 'unreachable' } });
  await receiver.listen();
  expect(receiver.port).toBe(port);
  expect(await post()).toMatchObject({ status: 200 });
});

test('takes its port back from a short occupant, and reports a port that is taken at the start', async ({ open }) => {
  const { receiver, post } = await open();
  const { port } = receiver;
  await receiver.rest();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const again = receiver.listen();
  await expect(open({ listen: { host: '127.0.0.1', port } })).rejects.toThrow('EADDRINUSE');
  other.close();
  await again;
  expect(await post()).toMatchObject({ status: 200 });
});

test('late answers are given at their time, or once the clock of the target has passed it', async ({ open }) => {
  const { receiver, deliveries, post } = await open();
  receiver.plans.add({ text: 'PMT-1', plan: [{ slowMs: 600_000 }] });
  receiver.plans.add({ text: 'PMT-2', plan: [{ slowMs: 400_000 }] });
  receiver.plans.add({ text: 'PMT-3', plan: [{ status: 200, afterMs: 1_000 }] });
  const [late, slow] = [post({ body: 'PMT-1' }), post({ body: 'PMT-2' })];
  await expect.poll(() => receiver.delayedAnswers.length).toBe(2);
  expect(await post({ body: 'PMT-3' })).toMatchObject({ status: 200 });
  // One second of each delay has already passed in real time.
  const [first = 0, second = 0] = receiver.delayedAnswers.toSorted((a, b) => a - b);
  expect(first).toBeLessThanOrEqual(399_100);
  receiver.release(first);
  expect(await slow).toMatchObject({ status: 200 });
  expect(receiver.delayedAnswers).toHaveLength(1);
  receiver.release(second);
  expect(await late).toMatchObject({ status: 200 });
  // Whichever clock released them, both senders have waited as long as planned.
  const waited = () => deliveries().map(({ waitedMs = 0 }) => waitedMs);
  await expect.poll(() => waited().filter((ms) => ms >= 400_000)).toHaveLength(2);
  expect(Math.max(...waited())).toBeGreaterThanOrEqual(600_000);
});

test('an answer that must come too late is late by our clock too, however far the target clock moved', async ({
  open,
}) => {
  const { receiver, deliveries, post } = await open();
  receiver.plans.add({ text: 'PMT-1', plan: [{ status: 200, afterMs: 12_000 }] });
  const late = post({ body: 'PMT-1' });
  await expect.poll(() => receiver.delayedAnswers.length).toBe(1);
  receiver.release(13_000);
  expect(receiver.delayedAnswers).toEqual([]);
  expect(await late).toMatchObject({ failure: { code: 'timeout' } });
  await expect.poll(() => deliveries().map(({ answered }) => answered)).toEqual(['left']);
});

test('a delivery that was longer on its way than others counts that time as waited', async ({ open }) => {
  const { deliveries, post } = await open();
  const from = (at: number) => post({ headers: [['Date', new Date(at).toUTCString()]] });
  const now = Math.ceil(Date.now() / 1_000) * 1_000;
  await from(now + 3_600_000);
  await from(now + 3_587_000);
  await from(now + 7_200_000);
  await expect.poll(() => deliveries().length).toBe(3);
  const [first = 0, second = 0, third = 0] = deliveries().map(({ waitedMs = 0 }) => waitedMs);
  expect(second).toBeGreaterThanOrEqual(13_000);
  expect(Math.max(first, third)).toBeLessThan(13_000);
});

test('behind a proxy the source is the last entry of the proxy header', async ({ open }) => {
  const { deliveries, post } = await open({ sourceHeader: 'X-Forwarded-For' });
  await post({ headers: [['X-Forwarded-For', '10.0.0.1, 203.0.113.7']] });
  await expect.poll(deliveries).toMatchObject([{ request: { source: '203.0.113.7' } }]);
});

test('reports an attempt to the experiments before it is answered', async ({ open }) => {
  const reported: string[] = [];
  const { receiver, deliveries, post } = await open({ arrived: ({ id }) => reported.push(id) });
  receiver.plans.add({ text: 'PMT-1', plan: [{ reset: 'before' }] });
  await post({ body: 'PMT-1' });
  expect(reported).toEqual(['hooks-1']);
  await expect.poll(deliveries).toHaveLength(1);
});

test('a webhook without a Date arrived at the last known time of the target clock, if it has one', async ({ open }) => {
  const targetNow = () => '2030-01-01T00:00:00.000Z';
  const [withTargetClock, ours] = [await open({ targetNow }), await open({ targetNow, hasOwnClock: false })];
  for (const { post } of [withTargetClock, ours]) await post();
  await withTargetClock.post({ headers: [['Date', 'Wed, 02 Jan 2030 00:00:00 GMT']] });
  expect(withTargetClock.deliveries().map(({ targetAt }) => targetAt)).toEqual([
    targetNow(),
    '2030-01-02T00:00:00.000Z',
  ]);
  expect(ours.deliveries().map(({ targetAt, receivedAt }) => targetAt === receivedAt)).toEqual([true]);
});
