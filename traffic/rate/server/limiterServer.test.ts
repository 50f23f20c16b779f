import { once as event } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { localAllowance } from '../limiter/allowance.ts';
import { monotonic } from '../limiter/clock.ts';
import { type LimiterHandle, QuotaUnavailable, RunnerEnded } from '../limiter/limiterHandle.ts';
import { OncePerRun } from '../limiter/oncePerRun.ts';
import { RateLimiter, type RateLimiterStatus } from '../limiter/rateLimiter.ts';
import { openLimiterServer } from './limiterServer.ts';
import { connectLimiter } from './remoteLimiter.ts';

/** An hour: a spent permit does not become free during a test. */
const windowMs = 3_600_000;

interface Office {
  address: string;
  clerk(): LimiterHandle;
  status(): RateLimiterStatus;
  close(): Promise<void>;
}

const test = base.extend<{ open(post: number): Promise<Office> }>({
  open: async ({}, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (of) => {
      const limiter = new RateLimiter({ post: localAllowance({ of, windowMs, clock: monotonic }), windowMs });
      const server = await openLimiterServer({ limiter, once: new OncePerRun() });
      closing.push(server.close);
      const clerk = () => {
        const opened = connectLimiter(server.address);
        closing.unshift(opened.close);
        return opened;
      };
      return { address: server.address, clerk, status: () => limiter.status(), close: server.close };
    });
    for (const close of closing) await close().catch(() => undefined);
  },
});

const portOf = ({ address }: Office) => Number(address.split(':')[0]);
const tokenOf = ({ address }: Office) => address.split(':')[1];

test('several handles spend one allowance', async ({ open }) => {
  const office = await open(5);
  const clerks = [office.clerk(), office.clerk(), office.clerk()];
  const leases = await Promise.all(
    Array.from({ length: 5 }, (_, index) => clerks[index % 3]?.spend('POST') ?? Promise.reject(new Error('none'))),
  );
  expect(await Promise.all(leases.map((lease) => lease.done()))).toEqual(leases.map(() => ({ repeat: false })));
  expect(leases.every(({ waitedMs }) => waitedMs < 60_000)).toBe(true);
  expect(office.status().post).toMatchObject({ granted: 5, used: 5, of: 5 });
  const lease = await office.clerk().spend('GET');
  expect(await lease.done({ throttled: { retryAfterMs: 1 } })).toEqual({ repeat: true });
  expect(await lease.done()).toEqual({ repeat: true });
  expect(office.status().get.throttled).toBe(1);
});

test('the leases of a closed handle end, and its waiting requests cost nobody anything', async ({ open }) => {
  const office = await open(1);
  const [first, second] = [office.clerk(), office.clerk()];
  await first.spend('POST');
  const waiting = second.spend('POST').catch((error: unknown) => error);
  await expect.poll(() => office.status().post.waitingUntil).toBeDefined();
  await second.close();
  expect(await waiting).toBeInstanceOf(QuotaUnavailable);
  await expect.poll(() => office.status().post.waitingUntil).toBeUndefined();
  await first.close();
  expect(office.status().post).toMatchObject({ granted: 1 });
});

base('a slot comes back when the connection of its holder breaks', async () => {
  const limiter = new RateLimiter({ post: localAllowance({ of: 1, windowMs: 1, clock: monotonic }), windowMs: 1 });
  const server = await openLimiterServer({ limiter, once: new OncePerRun() });
  const [port, token] = server.address.split(':');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${token}\n{"ask":"spend","id":1,"method":"POST"}\n`);
  await event(socket, 'data');
  socket.resetAndDestroy();
  const lease = await limiter.spend('POST');
  await lease.done();
  expect(limiter.status().post.granted).toBe(2);
  await server.close();
});

test('a value made once is made once for all handles', async ({ open }) => {
  const office = await open(1);
  let count = 0;
  const make = async () => ({ nth: ++count, text: 'é\n'.repeat(1_000_000) });
  const [one, two] = [office.clerk(), office.clerk()];
  const values = await Promise.all([one.once('k', make), two.once('k', make), one.once('k', make)]);
  expect(count).toBe(1);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1);
  expect(values[2]?.text).toHaveLength(2_000_000);
});

test('the next caller makes the value if the first one fails or disconnects', async ({ open }) => {
  const office = await open(1);
  const [leaving, failing, working] = [office.clerk(), office.clerk(), office.clerk()];
  let begun: () => void = () => undefined;
  const isMaking = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const never = leaving
    .once('k', () => {
      begun();
      return new Promise<string>(() => undefined);
    })
    .catch((error: unknown) => error);
  await isMaking;
  const failed = failing.once('k', () => Promise.reject(new Error('no luck')));
  // The server answers a second question on the same connection only after it queued the first.
  await (await failing.spend('GET')).done();
  const made = working.once('k', async () => 'made');
  await leaving.close();
  await expect(failed).rejects.toThrow('no luck');
  expect(await made).toBe('made');
  expect(await office.clerk().once('k', async () => 'anew')).toBe('made');
  void never;
});

test('a value that is too long is refused, and the next caller makes another', async ({ open }) => {
  const office = await open(1);
  const handle = office.clerk();
  await expect(handle.once('k', async () => 'x'.repeat(9 * 1024 * 1024))).rejects.toThrow(RangeError);
  expect(await handle.once('k', async () => 'short')).toBe('short');
});

test('a handle whose server stopped reports it, and answers received before stay valid', async ({ open }) => {
  const office = await open(1);
  const handle = office.clerk();
  const lease = await handle.spend('POST');
  const waiting = handle.spend('POST').catch((error: unknown) => error);
  await expect.poll(() => office.status().post.waitingUntil).toBeDefined();
  await office.close();
  expect(await waiting).toBeInstanceOf(RunnerEnded);
  await expect(handle.spend('GET')).rejects.toThrow(/its server is closed/);
  expect(await lease.done()).toEqual({ repeat: false });
  await expect(connectLimiter(office.address).spend('GET')).rejects.toThrow(QuotaUnavailable);
});

/** Sends something on a new connection; returns what arrives before the connection ends. */
async function ending(office: Office, say: (socket: Socket) => void): Promise<string> {
  const socket = connect(portOf(office), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => undefined);
  const closed = event(socket, 'close').catch(() => undefined);
  say(socket);
  await closed;
  return received;
}

const strangers: readonly [string, (socket: Socket) => unknown][] = [
  ['a wrong token', (socket) => socket.write(`${'0'.repeat(48)}\n{"ask":"spend","id":1,"method":"GET"}\n`)],
  ['an empty line', (socket) => socket.write('\n')],
  ['an ask before the token', (socket) => socket.write('{"ask":"spend","id":1,"method":"GET"}\n')],
  ['HTTP', (socket) => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['a first line without an end', (socket) => socket.write('x'.repeat(300))],
];

for (const [name, say] of strangers) {
  test(`a stranger who sends ${name} gets no answer and is disconnected`, async ({ open }) => {
    const office = await open(1);
    expect(await ending(office, say)).toBe('');
    expect(office.status().get.granted).toBe(0);
  });
}

const nonsense: readonly string[] = [
  'nothing',
  'null',
  '[]',
  '{}',
  '{"id":1}',
  '{"id":"1","ask":"spend","method":"GET"}',
  '{"id":1,"ask":"constructor"}',
  '{"id":1,"ask":"spend"}',
  '{"id":1,"ask":"done"}',
  '{"id":1,"ask":"done","lease":1,"throttled":7}',
  '{"id":1,"ask":"done","lease":1,"throttled":{"retryAfterMs":"1"}}',
  '{"id":1,"ask":"made","key":"k"}',
  '{"id":1,"ask":"once","key":{}}',
  '\u0000\uffff',
];

for (const text of nonsense) {
  test(`nonsense ends its own connection only: ${JSON.stringify(text)}`, async ({ open }) => {
    const office = await open(1);
    const handle = office.clerk();
    await (await handle.spend('GET')).done();
    await ending(office, (socket) => socket.write(`${tokenOf(office)}\n${text}\n`));
    await (await handle.spend('GET')).done();
    expect(office.status().get.granted).toBe(2);
  });
}

test('an endless line is not stored', async ({ open }) => {
  const office = await open(1);
  const block = Buffer.alloc(1024 * 1024, 'x');
  await ending(office, (socket) => {
    socket.write(`${tokenOf(office)}\n`);
    for (let count = 0; count < 9; count += 1) socket.write(block);
  });
  await (await office.clerk().spend('GET')).done();
});

test('ending an unknown lease or supplying an unrequested value does no harm', async ({ open }) => {
  const office = await open(1);
  const socket = connect(portOf(office), '127.0.0.1');
  socket.write(`${tokenOf(office)}\n{"ask":"done","id":7,"lease":99}\n{"ask":"made","id":8,"key":"k","value":1}\n`);
  let received = '';
  while (received.split('\n').length < 3) received += String((await event(socket, 'data'))[0]);
  expect(received.trim().split('\n').toSorted()).toEqual(['{"id":7,"repeat":false}', '{"id":8,"kept":true}']);
  socket.destroy();
  expect(await office.clerk().once('k', async () => 'mine')).toBe('mine');
});
