import { expect, test } from '@playwright/test';
import { localAllowance } from './allowance.ts';
import type { Clock } from './clock.ts';
import type { Lease } from './limiterHandle.ts';
import { RateLimiter } from './rateLimiter.ts';

/** A clock that stands still until the test moves it. */
class HandClock implements Clock {
  #nowMs = 0;
  #alarms: { atMs: number; ring: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, ring: () => void): () => void {
    const alarm = { atMs: this.#nowMs + ms, ring };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  }

  /** Moves on from alarm to alarm; work started by an alarm is done before the clock goes on. */
  async move(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settled();
    for (let next = this.#first(untilMs); next; next = this.#first(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#alarms = this.#alarms.filter((each) => each !== next);
      next.ring();
      await settled();
    }
    this.#nowMs = untilMs;
  }

  #first(untilMs: number) {
    return this.#alarms.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Waits until every promise that can settle has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const windowMs = 1_000;
/** A window, and the tolerance for different clocks. */
const restMs = 1_002;

function governed(of: number) {
  const clock = new HandClock();
  const post = localAllowance({ of, windowMs, clock });
  return { clock, governor: new RateLimiter({ post, windowMs, clock }) };
}

/** Requests `count` leases at once; returns those granted so far in order, with the number of the request. */
function askers(limiter: RateLimiter, count: number): { number: number; lease: Lease }[] {
  const granted: { number: number; lease: Lease }[] = [];
  for (let number = 0; number < count; number += 1)
    void limiter.spend('POST').then((lease) => granted.push({ number, lease }));
  return granted;
}

test('requests are served in order, and a permit is free one window after the answer', async () => {
  const { clock, governor } = governed(2);
  const granted = askers(governor, 5);
  await clock.move(100);
  expect(granted.map(({ number }) => number)).toEqual([0, 1]);
  await granted[1]?.lease.done();
  await clock.move(restMs - 1);
  expect(granted).toHaveLength(2);
  await clock.move(1);
  expect(granted.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(granted[2]?.lease.waitedMs).toBe(100 + restMs);
  await granted[0]?.lease.done();
  await granted[2]?.lease.done();
  await clock.move(restMs);
  expect(granted.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
});

test('GET has its own allowance, and every other method uses that of POST', async () => {
  const { clock, governor } = governed(1);
  const granted: string[] = [];
  for (const method of ['PUT', 'POST', 'GET', 'DELETE', 'GET'])
    void governor.spend(method).then(() => granted.push(method));
  await clock.move(10_000);
  expect(granted.toSorted()).toEqual(['GET', 'GET', 'PUT']);
});

test('a cancelled request is rejected and takes no permit', async () => {
  const { clock, governor } = governed(1);
  const first = await governor.spend('POST');
  const cancelled = new AbortController();
  const asked = governor.spend('POST', cancelled.signal);
  const granted = askers(governor, 1);
  cancelled.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  await first.done();
  await clock.move(restMs);
  expect(granted).toHaveLength(1);
  await expect(governor.spend('POST', cancelled.signal)).rejects.toThrow('gone');
});

test('ending a request a second time has no effect', async () => {
  const { clock, governor } = governed(1);
  const lease = await governor.spend('POST');
  expect(await lease.done({ throttled: {} })).toEqual({ repeat: true });
  expect(await lease.done()).toEqual({ repeat: true });
  const granted = askers(governor, 3);
  await clock.move(restMs);
  expect(granted).toHaveLength(1);
  expect(governor.status().post.throttled).toBe(1);
});

const pauses: readonly [string, number | undefined, number][] = [
  ['for Retry-After', 30_000, 30_000],
  ['for a window without it', undefined, restMs],
  ['for no longer than five minutes', 86_400_000, 300_000],
  ['for a window when it is no time', Number.NaN, restMs],
  ['for a window when it is before now', -5_000, restMs],
];

for (const [how, retryAfterMs, ms] of pauses) {
  test(`after a throttled answer the class pauses ${how}`, async () => {
    const { clock, governor } = governed(10);
    const lease = await governor.spend('POST');
    expect(await lease.done({ throttled: { retryAfterMs } })).toEqual({ repeat: true });
    const granted = askers(governor, 10);
    const wanted = ms === restMs ? windowMs : ms;
    await clock.move(wanted - 1);
    expect(granted).toEqual([]);
    expect((await governor.spend('GET')).waitedMs).toBe(0);
    await clock.move(ms - wanted + 1);
    expect(granted).toHaveLength(10);
  });
}

test('a target that throttles everything causes two pauses and no more waiting after that', async () => {
  const { clock, governor } = governed(100);
  const repeats: boolean[] = [];
  for (let round = 0; round < 6; round += 1) {
    const granted = askers(governor, 1);
    await clock.move(60_000);
    repeats.push((await granted[0]?.lease.done({ throttled: { retryAfterMs: 60_000 } }))?.repeat ?? false);
  }
  expect(repeats).toEqual([true, true, false, false, false, false]);
  const lease = await governor.spend('POST');
  expect(lease.waitedMs).toBe(0);
  await lease.done();
  const last = await governor.spend('POST');
  expect(await last.done({ throttled: {} })).toEqual({ repeat: true });
});

test('requests that were under way together are throttled for one reason', async () => {
  const { clock, governor } = governed(100);
  const granted = askers(governor, 8);
  await clock.move(0);
  const ends = await Promise.all(granted.map(({ lease }) => lease.done({ throttled: { retryAfterMs: 5_000 } })));
  expect(ends).toEqual(granted.map(() => ({ repeat: true })));
  expect(governor.status().post.throttled).toBe(8);
});

test('pauses add up to at most a quarter of an hour', async () => {
  const { clock, governor } = governed(100);
  let pausedMs = 0;
  for (let round = 0; round < 20; round += 1) {
    const asked = governor.spend('POST');
    await clock.move(300_000);
    const lease = await asked;
    pausedMs += lease.waitedMs;
    await lease.done(round % 2 === 0 ? { throttled: { retryAfterMs: 300_000 } } : {});
  }
  expect(pausedMs).toBe(900_000);
});

test('the status shows use, allowance, and until when requests wait', async () => {
  const { clock, governor } = governed(2);
  expect(governor.status().post).toEqual({
    used: 0,
    of: 2,
    granted: 0,
    most: 0,
    throttled: 0,
    waitingUntil: undefined,
  });
  const granted = askers(governor, 3);
  await clock.move(0);
  for (const { lease } of granted) await lease.done();
  await clock.move(0);
  const { waitingUntil = 0, ...rest } = governor.status().post;
  expect(rest).toEqual({ used: 2, of: 2, granted: 2, most: 2, throttled: 0 });
  expect(Math.abs(waitingUntil - Date.now() - restMs)).toBeLessThan(500);
  await clock.move(restMs);
  expect(governor.status().post).toMatchObject({ used: 1, granted: 3, most: 2, waitingUntil: undefined });
  expect(governor.status().get).toMatchObject({ of: undefined, granted: 0 });
});
