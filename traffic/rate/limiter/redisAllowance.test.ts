import { type ChildProcess, spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { createInterface } from 'node:readline';
import { test as base, expect } from '@playwright/test';
import { Redis } from 'ioredis';
import { freePort } from '../../../tests/support/product/freePort.ts';
import { temporaryFolder } from '../../../tests/support/product/temporaryFolder.ts';
import { ConfigurationError } from '../../system/configurationError.ts';
import { type OpenRateLimiter, openRateLimiter, type RateLimiterOpening } from '../openRateLimiter.ts';
import { QuotaUnavailable } from './limiterHandle.ts';
import type { Shard } from './quotaShare.ts';

const windowMs = 1_000;
const account = { baseUrl: 'https://sandbox.example.com', tokenId: 'TKN-0001-not-to-be-seen' };

interface Server {
  url: string;
  process: ChildProcess;
}

interface Place {
  redis: Server;
  open(parts?: Partial<RateLimiterOpening>): Promise<OpenRateLimiter>;
}

/** Starts Debian's Redis on a free loopback port; undefined on a machine without it. */
async function startRedis(dir: string): Promise<Server | undefined> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const missing = event(child, 'spawn').then(
    () => false,
    () => true,
  );
  if (await missing) return undefined;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => line.includes('Ready to accept') && resolve());
  });
  return { url: `redis://127.0.0.1:${port}`, process: child };
}

const test = base.extend<{ place: Place }>({
  place: async ({}, use, info) => {
    const { path: folder, remove } = temporaryFolder();
    const redis = await startRedis(folder);
    if (!redis) {
      remove();
      return info.skip(true, 'install redis-server (Debian: apt-get install redis-server) to test the shared quota');
    }
    const opened: OpenRateLimiter[] = [];
    await use({
      redis,
      open: async (parts = {}) => {
        const quota = { post: 10, get: 20, windowMs };
        const limiter = await openRateLimiter({ quota, redis: redis.url, account, run: 'run', folder, ...parts });
        opened.push(limiter);
        return limiter;
      },
    });
    await Promise.all(opened.map((each) => each.close()));
    if (redis.process.exitCode === null && redis.process.signalCode === null) {
      redis.process.kill();
      await event(redis.process, 'exit');
    }
    remove();
  },
});

/** Spends POSTs one after another until all limiters together have `enough`; notes when each was sent and answered. */
async function spendUntil(limiter: OpenRateLimiter, seen: number[], enough: number): Promise<number> {
  let own = 0;
  while (seen.length < enough) {
    const lease = await limiter.handle.spend('POST');
    seen.push(performance.now());
    own += 1;
    await lease.done();
  }
  return own;
}

/** A request may follow the Nth one before it after one window. */
function expectWithin(seen: readonly number[], of: number): void {
  const gaps = seen.slice(of).map((ms, index) => ms - (seen[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(windowMs);
}

const threeShards: readonly Shard[] = [1, 2, 3].map((index) => ({ index, of: 3 }));

for (const [name, shards] of [
  ['three shards', threeShards],
  ['three runs that know nothing of each other', [undefined, undefined, undefined]],
] as const) {
  test(`${name} share one allowance, use all of it, and each gets a part`, async ({ place }) => {
    const governors = await Promise.all(shards.map((shard) => place.open({ shard })));
    const seen: number[] = [];
    const begunMs = performance.now();
    const own = await Promise.all(governors.map((limiter) => spendUntil(limiter, seen, 60)));
    expectWithin(seen, 10);
    // 60 take five windows after the first ten; a loaded machine may need more, a limiter that wastes permits needs much more.
    expect(performance.now() - begunMs).toBeLessThan(8 * windowMs);
    for (const count of own) expect(count).toBeGreaterThanOrEqual(5);
  });
}

test('a shard with idle siblings spends what they leave', async ({ place }) => {
  const [shard] = threeShards;
  const limiter = await place.open({ shard });
  await place.open({ shard: threeShards[1] });
  const seen: number[] = [];
  const begunMs = performance.now();
  await spendUntil(limiter, seen, 40);
  expectWithin(seen, 10);
  expect(performance.now() - begunMs).toBeLessThan(6 * windowMs);
});

test('a shard that starts later gets its own permits', async ({ place }) => {
  const first = await place.open({ shard: threeShards[0] });
  const seen: number[] = [];
  const busy = spendUntil(first, seen, 60);
  await expect.poll(() => seen.length).toBeGreaterThan(10);
  const second = await place.open({ shard: threeShards[1] });
  const own = await spendUntil(second, seen, 60);
  await busy;
  expectWithin(seen, 10);
  expect(own).toBeGreaterThanOrEqual(6);
});

test('a run waits for the permits that the run before it has spent', async ({ place }) => {
  const seen: number[] = [];
  const first = await place.open();
  await spendUntil(first, seen, 10);
  await first.close();
  await spendUntil(await place.open(), seen, 15);
  expectWithin(seen, 10);
});

test('a pause applies to all processes, and the other class goes on', async ({ place }) => {
  const [one, two] = [await place.open(), await place.open()];
  const lease = await one.handle.spend('POST');
  const begunMs = performance.now();
  expect(await lease.done({ throttled: { retryAfterMs: 1_500 } })).toEqual({ repeat: true });
  const [get, ...posts] = await Promise.all([
    two.handle.spend('GET'),
    two.handle.spend('POST'),
    one.handle.spend('POST'),
  ]);
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(1_499);
  expect(get.waitedMs).toBeLessThan(1_000);
  for (const { waitedMs } of posts) expect(waitedMs).toBeGreaterThan(1_000);
});

test('a request that takes longer than the window keeps its permit', async ({ place }) => {
  const quota = { post: 1, windowMs };
  const [one, two] = [await place.open({ quota }), await place.open({ quota })];
  const slow = await one.handle.spend('POST');
  const next = two.handle.spend('POST');
  // Two windows of the other class pass.
  const seen: number[] = [];
  const gets = await place.open({ quota: { post: 5, windowMs }, account: { ...account, tokenId: 'TKN-0002' } });
  await spendUntil(gets, seen, 15);
  const answeredMs = performance.now();
  await slow.done();
  await next;
  expect(performance.now() - answeredMs).toBeGreaterThanOrEqual(windowMs);
});

test('no key reveals the account, and each grant takes only a few Redis commands', async ({ place }) => {
  const [one, two] = [await place.open({ shard: threeShards[0] }), await place.open({ shard: threeShards[1] })];
  const seen: number[] = [];
  await Promise.all([spendUntil(one, seen, 50), spendUntil(two, seen, 50)]);
  const redis = new Redis(place.redis.url);
  const keys = await redis.keys('*');
  const [, calls] = /total_commands_processed:(\d+)/.exec(await redis.info('stats')) ?? [];
  await redis.quit();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^assay:[0-9a-f]{64}:(post|get):(\d+|pause)$/);
  // Each call of the limiter counts as four or five: a script and its commands.
  expect(Number(calls)).toBeLessThan(50 * 25);
});

test('a Redis lost during a run is reported, and nothing hangs', async ({ place }) => {
  const limiter = await place.open({ quota: { post: 1, windowMs } });
  const lease = await limiter.handle.spend('POST');
  place.redis.process.kill('SIGKILL');
  await event(place.redis.process, 'exit');
  expect(await lease.done()).toEqual({ repeat: false });
  const wanted =
    /expected the shared quota from Redis at 127\.0\.0\.1:\d+, got .+; start Redis again, and then the run/;
  await expect(limiter.handle.spend('POST')).rejects.toThrow(QuotaUnavailable);
  await expect(limiter.handle.spend('GET')).resolves.toMatchObject({ waitedMs: expect.any(Number) });
  await expect(limiter.handle.spend('POST')).rejects.toThrow(wanted);
});

base('a Redis that does not answer is misuse, and its password is not told', async () => {
  const port = await freePort();
  const redis = `redis://:hunter2-not-to-be-seen@127.0.0.1:${port}`;
  const opening = openRateLimiter({ quota: { post: 1, windowMs }, redis, account, run: 'run' });
  const error = await opening.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toMatch(
    /quota\.redisEnv: expected a Redis that answers, got ECONNREFUSED at 127\.0\.0\.1:\d+\./,
  );
  expect(String(error)).not.toContain('hunter2');
});
