import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  headersOf,
  openTestEmulator,
  simpleHeaders,
  type TestResponse,
} from '../../tests/support/emulator/testEmulator.ts';
import { type Quota, readQuota, SANDBOX_QUOTA, type WindowKind } from '../domain/quota.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { newInstance } from '../instance/instance.ts';
import { newSetup } from '../instance/setup.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { limitRate } from './rateLimiter.ts';
import { writeTargetFile } from './targetFile.ts';

const METHODS = '/v1/user/methods';
const PAYMENTS = '/v1/user/payments';
const PAYIN = '/v1/user/payments/payin';
const BODY = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const SECOND = simpleHeaders('TKN-second', 'second-secret');
const CONTROL = { 'x-control-token': CONTROL_TOKEN };

/** A window that outlasts every test. */
const HOUR_MS = 3_600_000;

const scarce = (posts: number, gets: number): Quota => ({ posts, gets, windowMs: HOUR_MS, kind: 'sliding' });

const statusOf = async (asked: Promise<TestResponse>): Promise<number> => (await asked).status;

test('nothing is limited without a quota', async () => {
  const { ask } = openTestEmulator();
  for (let count = 0; count < 400; count += 1) expect(await statusOf(ask({ path: METHODS }))).toBe(200);
});

test('one request beyond the allowance is refused before it has any effect', async () => {
  const { ask } = openTestEmulator({ quota: scarce(2, 5) });
  for (const status of [200, 200]) expect(await statusOf(ask({ path: PAYIN, body: BODY }))).toBe(status);
  for (const body of [BODY, '{']) {
    expect(await ask({ path: PAYIN, body })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/), 'content-type': 'application/json; charset=utf-8' },
      json: { code: 'rate_limited', message: expect.any(String) },
    });
  }
  expect((await ask({ path: PAYMENTS })).json).toHaveLength(2);
});

test('GET is counted separately, and every other HTTP method with POST', async () => {
  const { ask } = openTestEmulator({ quota: scarce(3, 2) });
  for (const verb of ['PUT', 'PATCH', 'DELETE'] as const) {
    expect(await statusOf(ask({ verb, path: METHODS }))).toBe(405);
  }
  expect(await statusOf(ask({ path: PAYIN, body: BODY }))).toBe(429);
  expect(await statusOf(ask({ path: METHODS }))).toBe(200);
  expect(await statusOf(ask({ path: METHODS }))).toBe(200);
  expect(await statusOf(ask({ path: METHODS }))).toBe(429);
});

test('each account has its own allowance, and unauthenticated requests count for nobody', async () => {
  const { ask } = openTestEmulator({ quota: scarce(1, 1) });
  for (const headers of [{}, simpleHeaders(undefined, 'wrong'), SECOND, {}]) {
    const status = headers === SECOND ? 200 : 401;
    expect(await statusOf(ask({ path: METHODS, headers }))).toBe(status);
  }
  expect(await statusOf(ask({ path: METHODS, headers: SECOND }))).toBe(429);
  expect(await statusOf(ask({ path: METHODS }))).toBe(200);
  expect(await statusOf(ask({ path: METHODS, headers: {} }))).toBe(401);
});

test('the test control API is never limited, and moving the clock restores no allowance', async () => {
  const { ask, pass } = openTestEmulator({ control: true, quota: scarce(1, 1) });
  expect(await statusOf(ask({ path: METHODS }))).toBe(200);
  for (let count = 0; count < 5; count += 1) {
    expect(await statusOf(ask({ path: '/~control/world', headers: CONTROL }))).toBe(200);
    const advanced = ask({ path: '/~control/clock', body: { advanceMs: HOUR_MS }, headers: CONTROL });
    expect(await statusOf(advanced)).toBe(200);
  }
  pass(HOUR_MS);
  expect(await statusOf(ask({ path: METHODS }))).toBe(429);
});

test('each instance counts separately and has its own quota for the rate-limit account', async () => {
  const { ask } = openTestEmulator({ instances: true, quota: scarce(1, 1) });
  for (const base of ['', '/~slow', '/~zone-left-out']) {
    expect(await statusOf(ask({ path: base + METHODS }))).toBe(200);
    expect(await statusOf(ask({ path: base + METHODS }))).toBe(429);
  }
  const free = openTestEmulator({ instances: true });
  const headers = headersOf(free.setup, 'limited');
  for (const [base, allowance] of [
    ['', 10],
    ['/~allowance-one-short', 9],
    ['/~allowance-two-over', 12],
  ] as const) {
    const asked = (): Promise<number> => statusOf(free.ask({ path: base + PAYIN, body: BODY, headers }));
    for (let count = 0; count < allowance; count += 1) expect(await asked()).toBe(200);
    expect(await asked()).toBe(429);
  }
});

for (const kind of ['sliding', 'fixed', 'bucket'] as const) {
  test(`a ${kind} window passes in real time`, async () => {
    const { ask } = openTestEmulator({ quota: { posts: 1, gets: 1, windowMs: 300, kind } });
    const asked = (): Promise<number> => statusOf(ask({ path: METHODS }));
    const untilOften = { intervals: [10], timeout: 60_000 };
    await expect.poll(asked, untilOften).toBe(429);
    await expect.poll(asked, untilOften).toBe(200);
  });
}

/** Returns the limiter's answer to POSTs at these times: undefined for one that passes, else the seconds to wait. */
function metered(timesMs: readonly number[], quota: Quota, rules: Rules = conformingRules): (number | undefined)[] {
  const setup = newSetup('meter', {});
  const instance = newInstance({ ...setup, baseUrl: 'http://emulator.invalid', quota }, conformingRules);
  const [account] = instance.accounts;
  if (account === undefined) throw new Error('a world has accounts');
  return timesMs.map((nowMs) => {
    const refusal = limitRate({ verb: 'POST', nowMs }, { instance, rules, account });
    return refusal && Number(refusal.headers['retry-after']);
  });
}

const arrivals = fc
  .array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 80 })
  .map((gapsMs) => gapsMs.map((_, place) => gapsMs.slice(0, place + 1).reduce((sum, gapMs) => sum + gapMs, 0)));

const quotas = (kind: WindowKind): fc.Arbitrary<Quota> =>
  fc.record({
    posts: fc.integer({ min: 1, max: 12 }),
    gets: fc.constant(1),
    windowMs: fc.integer({ min: 1, max: 10_000 }),
    kind: fc.constant(kind),
  });

const passedOf = (timesMs: readonly number[], answers: readonly (number | undefined)[]): number[] =>
  timesMs.filter((_, place) => answers[place] === undefined);

test('a sliding window refuses exactly the requests beyond its allowance', () => {
  fc.assert(
    fc.property(arrivals, quotas('sliding'), (timesMs, quota) => {
      const answers = metered(timesMs, quota);
      const passed: number[] = [];
      for (const [place, nowMs] of timesMs.entries()) {
        const within = passed.filter((timeMs) => timeMs > nowMs - quota.windowMs).length;
        expect(answers[place] === undefined).toBe(within < quota.posts);
        if (answers[place] === undefined) passed.push(nowMs);
      }
    }),
  );
});

test('a fixed window begins with the first request after the last one and allows its whole quota', () => {
  fc.assert(
    fc.property(arrivals, quotas('fixed'), (timesMs, quota) => {
      const answers = metered(timesMs, quota);
      let [begin, used] = [Number.NEGATIVE_INFINITY, 0];
      for (const [place, nowMs] of timesMs.entries()) {
        if (nowMs >= begin + quota.windowMs) [begin, used] = [nowMs, 0];
        used += 1;
        expect(answers[place] === undefined).toBe(used <= quota.posts);
      }
    }),
  );
});

test('a client that does not wait never passes again if refused requests count', () => {
  const quota: Quota = { posts: 2, gets: 1, windowMs: 1000, kind: 'sliding' };
  const timesMs = [0, 0, 600, 900, 1300];
  expect(metered(timesMs, quota)).toEqual([undefined, undefined, 1, 1, undefined]);
  expect(metered(timesMs, quota, rulesNamed('refused-requests-counted'))).toEqual([undefined, undefined, 1, 1, 1]);
});

for (const [name, wanted] of [
  ['sound', /^\d+$/],
  ['retry-after-as-date', /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/],
  ['retry-after-absent', undefined],
] as const) {
  test(`the form of Retry-After: ${name}`, async () => {
    const { ask } = openTestEmulator({ quota: scarce(1, 1), rules: rulesNamed(name) });
    await ask({ path: METHODS });
    const { status, headers } = await ask({ path: METHODS });
    const said = headers['retry-after'];
    expect(status).toBe(429);
    if (wanted === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(wanted);
    // An hour from now, with some tolerance for a slow machine.
    const waitMs = name === 'sound' ? Number(said) * 1000 : Date.parse(String(said)) - Date.now();
    if (wanted !== undefined) expect(Math.abs(waitMs - HOUR_MS)).toBeLessThan(HOUR_MS / 10);
  });
}

test('a rate-limited creation makes nothing except under the mutant that serves it', async () => {
  for (const [name, made] of [
    ['sound', 1],
    ['limited-but-served', 2],
  ] as const) {
    const { ask } = openTestEmulator({ quota: scarce(1, 9), rules: rulesNamed(name) });
    expect(await statusOf(ask({ path: PAYIN, body: BODY }))).toBe(200);
    expect(await statusOf(ask({ path: PAYIN, body: BODY }))).toBe(429);
    expect((await ask({ path: PAYMENTS })).json).toHaveLength(made);
  }
});

test('a bucket gives its whole allowance at once, and its tokens return evenly', () => {
  fc.assert(
    fc.property(arrivals, quotas('bucket'), (timesMs, quota) => {
      const answers = metered(timesMs, quota);
      const exact = (ms: number): bigint => BigInt(ms) * BigInt(quota.posts);
      // A full window holds allowance × milliseconds units, so that no fraction of a token is lost.
      const full = exact(quota.windowMs);
      let [held, beforeMs] = [full, 0];
      for (const [place, nowMs] of timesMs.entries()) {
        const filled = held + exact(nowMs - beforeMs);
        [held, beforeMs] = [filled < full ? filled : full, nowMs];
        const share = BigInt(quota.windowMs);
        expect(answers[place] === undefined).toBe(held >= share);
        if (answers[place] === undefined) held -= share;
      }
    }),
  );
});

for (const kind of ['sliding', 'fixed', 'bucket'] as const) {
  test(`Retry-After of a ${kind} window is long enough, and a second less is not`, () => {
    fc.assert(
      fc.property(arrivals, quotas(kind), (timesMs, quota) => {
        const answers = metered(timesMs, quota);
        const place = answers.findIndex((waitSeconds) => waitSeconds !== undefined);
        const [nowMs, waitSeconds] = [timesMs[place], answers[place]];
        if (nowMs === undefined || waitSeconds === undefined) return;
        const before = passedOf(timesMs.slice(0, place), answers);
        const again = (seconds: number): unknown => metered([...before, nowMs + seconds * 1000], quota).at(-1);
        expect(waitSeconds).toBeGreaterThanOrEqual(1);
        expect(again(waitSeconds)).toBeUndefined();
        expect(again(waitSeconds - 1)).toBeDefined();
      }),
    );
  });
}

for (const [written, quota] of [
  ['sandbox', SANDBOX_QUOTA],
  ['post=10,get=300,window=60', SANDBOX_QUOTA],
  ['get=300,post=10', SANDBOX_QUOTA],
  ['post=1,get=2,window=0.3,kind=fixed', { posts: 1, gets: 2, windowMs: 300, kind: 'fixed' }],
  ['post=1,get=1,window=0.07', { ...scarce(1, 1), windowMs: 70 }],
  ['kind=sliding,post=1000000,get=1,window=86400', { ...scarce(1_000_000, 1), windowMs: 86_400_000 }],
] as const) {
  test(`reads the quota ${written}`, () => expect(readQuota(written)).toEqual(quota));
}

for (const [written, message] of [
  ['', 'not ""'],
  ['production', 'not "production"'],
  ['toString=1', 'not "toString"'],
  ['post=10', 'names post and get'],
  ['post=0,get=1', 'post is a whole number from 1 to 1000000'],
  ['post=1.5,get=1', 'post is a whole number'],
  ['post=1,get=1000001', 'get is a whole number'],
  ['post=1,get=1=1', 'get is a whole number'],
  ['post=1,post=1,get=1', 'post is given twice'],
  ['post=1,get=1,window=0', 'window is a number of seconds'],
  ['post=1,get=1,window=-1', 'window is a number of seconds'],
  ['post=1,get=1,window=86401', 'window is a number of seconds'],
  ['post=1,get=1,kind=leaky', 'kind is sliding, fixed, bucket'],
] as const) {
  test(`refuses the quota "${written}"`, () => expect(() => readQuota(written)).toThrow(message));
}

test('an unreadable quota is a misuse', async () => {
  const child = spawn(process.execPath, ['scripts/start.js', 'emulator/main.ts', '--quota', 'post=ten,get=1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(exit).toEqual([2, null]);
  expect(said).toContain('post is a whole number');
  expect(said).not.toContain('    at ');
});

for (const [quota, declared] of [
  [undefined, undefined],
  [SANDBOX_QUOTA, { postPerMinute: 10, getPerMinute: 300 }],
  [
    { ...SANDBOX_QUOTA, windowMs: 300 },
    { postPerMinute: 10, getPerMinute: 300, windowSeconds: 0.3 },
  ],
] as const) {
  test(`the target file declares ${JSON.stringify(declared)}`, ({}, testInfo) => {
    const file = testInfo.outputPath('target.json');
    writeTargetFile(file, { setup: newSetup('profile', {}), url: 'http://emulator.invalid', control: false, quota });
    expect(JSON.parse(readFileSync(file, 'utf8')).quota).toEqual(declared);
  });
}
