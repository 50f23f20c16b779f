import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bareBundle } from '../generators/payloads/bundle.ts';
import { entryCommand } from '../schemas/packageRoot.ts';
import type { LimiterHandle } from '../traffic/rate/limiter/limiterHandle.ts';
import { type MethodClass, methodClasses } from '../traffic/rate/limiter/methodClass.ts';
import type { Shard } from '../traffic/rate/limiter/quotaShare.ts';
import { openRateLimiter } from '../traffic/rate/openRateLimiter.ts';
import { connectLimiter } from '../traffic/rate/server/remoteLimiter.ts';
import { authenticate } from '../traffic/signing/authenticate.ts';
import type { Credential } from '../traffic/signing/signingSchemes.ts';
import { readTarget } from '../traffic/target/target.ts';
import { exchange, openWire, type WireRequest } from '../traffic/transport/wire.ts';

/**
 * Measures how much of an account's quota is used, and whether it is ever exceeded: 8 workers, each in its own process, send 10,000 signed requests to an
 * emulator that throttles. `npm run bench:quota -- [one|redis|shares]`: one run, three shards that share through Redis, or three with equal shares; without a
 * name all of them. Fails if anything is throttled, or if less than 95 % is used.
 */

const windowMs = 1_000;
const quota = { post: 10, get: 300, windowMs };
/** 10,000 requests in the ratio of the two allowances, so that both are used to the end. */
const requests: Record<MethodClass, number> = { post: 323, get: 9_677 };
const workers = 8;
/** Simultaneous requests of one class in a worker: one of them must always be waiting. */
const lanes: Record<MethodClass, number> = { post: 1, get: 2 };
const wantedUse = 0.95;
const answerMs = 30_000;

const modes = ['one', 'redis', 'shares'] as const;
type Mode = (typeof modes)[number];

/** The start parameters of a process. */
interface Part {
  target: string;
  /** The numbers of its workers, from 0. */
  workers: readonly number[];
  /** For a worker: the address of its rate limiter. */
  address?: string;
  shard?: Shard;
  redis?: string;
}

/** The requests of one class: when each was granted, ms since 1970, and how many were throttled or failed. */
type Sent = Record<MethodClass, { grantedMs: number[]; throttled: number; failed: number }>;

/** Starts this file as another process. It reports that it is ready, begins on a message, and then reports what it sent. */
async function startPart(role: string, part: Part): Promise<() => Promise<Sent>> {
  const child = fork(fileURLToPath(import.meta.url), [role, JSON.stringify(part)]);
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a ${role} ended with ${code}`)));
  died.catch(() => undefined);
  await Promise.race([once(child, 'message'), died]);
  return async () => {
    child.send('go');
    const [sent] = (await Promise.race([once(child, 'message'), died])) as [Sent];
    child.disconnect();
    return sent;
  };
}

/** The counterpart of `startPart` in the other process. */
async function serve(run: () => Promise<Sent>): Promise<void> {
  process.send?.('ready');
  await once(process, 'message');
  process.send?.(await run());
}

function added(parts: readonly Sent[]): Sent {
  const of = (name: MethodClass) => ({
    grantedMs: parts.flatMap((part) => part[name].grantedMs).sort((a, b) => a - b),
    throttled: parts.reduce((sum, part) => sum + part[name].throttled, 0),
    failed: parts.reduce((sum, part) => sum + part[name].failed, 0),
  });
  return { post: of('post'), get: of('get') };
}

type Unsigned = Omit<WireRequest, 'headers' | 'deadlineMs' | 'body'> & { body?: string };

/** Returns the two neutral requests: the list of methods, and a bundle that exists after its first creation. */
function requestsOf({ baseUrl, projects }: ReturnType<typeof readTarget>): Record<MethodClass, Unsigned> {
  const bundles = `/v1/user/crypto-acquiring/${projects[0]?.id}/static/bundles`;
  const body = JSON.stringify(bareBundle('quota', { allEnabledAssets: true }));
  return {
    get: { method: 'GET', url: `${baseUrl}/v1/user/methods` },
    post: { method: 'POST', url: baseUrl + bundles, body },
  };
}

function signed(request: Unsigned, credential: Credential): WireRequest {
  const type: [string, string][] = request.body === undefined ? [] : [['Content-Type', 'application/json']];
  const headers = [...type, ...authenticate({ scheme: 'signed', credential }, request.body ?? '')];
  return { ...request, headers, deadlineMs: answerMs };
}

const none = (): Sent[MethodClass] => ({ grantedMs: [], throttled: 0, failed: 0 });

/** Sends the requests of one worker and class, one after another, until the count is used up. */
async function sendAll(
  spending: LimiterHandle,
  left: { count: number },
  next: () => WireRequest,
): Promise<Sent[MethodClass]> {
  const wire = openWire();
  const sent = none();
  for (; left.count > 0; ) {
    left.count -= 1;
    const request = next();
    const lease = await spending.spend(request.method);
    sent.grantedMs.push(performance.timeOrigin + performance.now());
    const answer = await exchange(wire, request);
    const status = 'status' in answer ? answer.status : 0;
    if (status === 429) sent.throttled += 1;
    else if (status !== 200) sent.failed += 1;
    await lease.done(status === 429 ? { throttled: {} } : {});
  }
  await wire.destroy();
  return sent;
}

async function work({ target: file, workers: [number = 0], address = '' }: Part): Promise<void> {
  const target = readTarget(file);
  const [credential] = target.credentials;
  const spending = connectLimiter(address);
  const unsigned = requestsOf(target);
  const countOf = (name: MethodClass) => Math.floor((requests[name] + number) / workers);
  const send = (name: MethodClass) => {
    const next = () => signed(unsigned[name], credential);
    const left = { count: countOf(name) };
    return Promise.all(Array.from({ length: lanes[name] }, () => sendAll(spending, left, next)));
  };
  await serve(async () => {
    const [post, get] = await Promise.all([send('post'), send('get')]);
    return added([
      ...post.map((one) => ({ post: one, get: none() })),
      ...get.map((one) => ({ post: none(), get: one })),
    ]);
  });
  await spending.close();
}

/** Runs a shard, or the whole measurement: its rate limiter and its workers. */
async function govern(part: Part): Promise<void> {
  const { baseUrl, credentials } = readTarget(part.target);
  const account = { baseUrl, tokenId: credentials[0].tokenId };
  const { redis, shard } = part;
  const limiter = await openRateLimiter({ quota, redis, shard, account, run: `bench-${process.pid}` });
  const starts = part.workers.map((number) =>
    startPart('worker', { ...part, workers: [number], address: limiter.address }),
  );
  const ready = await Promise.all(starts);
  await serve(async () => added(await Promise.all(ready.map((go) => go()))));
  await limiter.close();
}

async function startEmulator(folder: string): Promise<{ child: ChildProcess; target: string }> {
  const target = join(folder, 'target.json');
  const limits = `post=${quota.post},get=${quota.get},window=${windowMs / 1000}`;
  const args = [...entryCommand('emulator/main.ts'), '--attached', '--profile-out', target, '--quota', limits];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(createInterface(child.stdout), 'line');
  return { child, target };
}

async function startRedis(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const missing = once(child, 'error').then(() => Promise.reject(new Error('install redis-server (Debian) for this')));
  const lines = createInterface(child.stdout);
  const ready = new Promise<void>((resolve) => lines.on('line', (line) => line.includes('Ready to') && resolve()));
  await Promise.race([ready, missing]);
  return { child, url: `redis://127.0.0.1:${port}` };
}

/** Returns the parts of a measurement: a single one, or three shards with three, three and two workers. */
function partsOf(mode: Mode, target: string, redis: string | undefined): Part[] {
  const numbers = Array.from({ length: workers }, (_, number) => number);
  if (mode === 'one') return [{ target, workers: numbers }];
  return [1, 2, 3].map((index) => ({
    target,
    workers: numbers.filter((number) => number % 3 === index - 1),
    shard: { index, of: 3 },
    ...(redis !== undefined && { redis }),
  }));
}

async function measure(mode: Mode): Promise<Sent> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-quota-'));
  const { child, target } = await startEmulator(folder);
  const redis = mode === 'redis' ? await startRedis(folder) : undefined;
  try {
    const starts = partsOf(mode, target, redis?.url).map((part) => startPart('runner', part));
    const ready = await Promise.all(starts);
    return added(await Promise.all(ready.map((go) => go())));
  } finally {
    child.kill();
    redis?.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints one line for each class; true if nothing was throttled and enough was used. */
function print(mode: Mode, sent: Sent): boolean {
  return methodClasses
    .map((name) => {
      const { grantedMs, throttled, failed } = sent[name];
      const of = quota[name];
      const elapsedMs = (grantedMs.at(-1) ?? 0) - (grantedMs[0] ?? 0);
      const leastMs = (Math.ceil(grantedMs.length / of) - 1) * windowMs;
      // Counts whole windows from the first grant on: no sliding window may hold more than `of`, so the most is 100 %.
      const windows = Math.floor(elapsedMs / windowMs);
      const untilMs = (grantedMs[0] ?? 0) + windows * windowMs;
      const used = grantedMs.filter((ms) => ms < untilMs).length / (windows * of);
      const seconds = (ms: number) => (ms / 1000).toFixed(2).padStart(9);
      const counts = [grantedMs.length, throttled, failed].map((count) => String(count).padStart(8)).join('');
      const share = `${(used * 100).toFixed(1)} %`.padStart(9);
      process.stdout.write(
        `${mode.padEnd(7)}${name.padEnd(5)}${counts}${seconds(elapsedMs)}${seconds(leastMs)}${share}\n`,
      );
      return throttled === 0 && failed === 0 && (used >= wantedUse || mode === 'shares');
    })
    .every(Boolean);
}

async function main(named: string | undefined): Promise<void> {
  const chosen = modes.filter((mode) => named === undefined || mode === named);
  if (chosen.length === 0) throw new Error(`expected one of ${modes.join(', ')}, got ${named}`);
  process.stdout.write(`run    class  granted     429  failed elapsed s  least s     used\n`);
  for (const mode of chosen) if (!print(mode, await measure(mode))) process.exitCode = 1;
}

const [, , role, text = ''] = process.argv;
if (role === 'worker') await work(JSON.parse(text) as Part);
else if (role === 'runner') await govern(JSON.parse(text) as Part);
else await main(role);
