import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { PermitPool, restMsOf } from './permitPool.ts';

/** A run on a simulated clock: a request always waits, and each one is under way for some part of the window. */
interface Drawn {
  count: number;
  windowMs: number;
  windows: number;
  /** Longest latency, as a part of the window. */
  slowest: number;
  /** Used in rotation: the part of the longest latency that a request takes, and the part of that before it arrives. */
  ways: readonly (readonly [number, number])[];
}

interface Request {
  seenMs: number;
  answeredMs: number;
}

/** Returns the arrival times at the server, in order, if every permit is used at once. */
function simulate({ count, windowMs, windows, slowest, ways }: Drawn): number[] {
  const permits = new PermitPool({ count, restMs: restMsOf(windowMs) });
  const seen: number[] = [];
  const open: Request[] = [];
  const first = () => open.reduce((least, each) => (each.answeredMs < least.answeredMs ? each : least));
  let nowMs = 0;
  while (nowMs < windows * windowMs) {
    while (permits.take(nowMs)) {
      const [part = 0, there = 0] = ways[seen.length % ways.length] ?? [];
      const latencyMs = part * slowest * windowMs;
      seen.push(nowMs + there * latencyMs);
      open.push({ seenMs: nowMs + there * latencyMs, answeredMs: nowMs + latencyMs });
    }
    const next = permits.nextMs ?? Number.POSITIVE_INFINITY;
    const answered = open.length > 0 ? first() : undefined;
    if (answered && answered.answeredMs <= next) {
      open.splice(open.indexOf(answered), 1);
      nowMs = Math.max(nowMs, answered.answeredMs);
      permits.give(nowMs);
    } else nowMs = next;
  }
  return seen.sort((a, b) => a - b);
}

const drawn = (slowest: fc.Arbitrary<number>): fc.Arbitrary<Drawn> =>
  fc.record({
    count: fc.integer({ min: 1, max: 40 }),
    windowMs: fc.integer({ min: 200, max: 60_000 }),
    windows: fc.integer({ min: 5, max: 20 }),
    slowest,
    ways: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 50,
    }),
  });

/** A request exactly one window earlier is outside the window, also for a server that counts in whole ms. */
function mostInAnyWindow(seen: readonly number[], { count, windowMs }: Drawn): number {
  const isOver = seen.some((ms, index) => {
    const later = seen[index + count];
    return later !== undefined && Math.floor(later) - Math.floor(ms) < windowMs;
  });
  return isOver ? count + 1 : count;
}

test('no sliding window of the server exceeds the allowance, however slow the network is', () => {
  fc.assert(
    fc.property(drawn(fc.double({ min: 0, max: 3, noNaN: true })), (run) => {
      expect(mostInAnyWindow(simulate(run), run)).toBe(run.count);
    }),
  );
});

test('no fixed window of the server exceeds the allowance, wherever it begins', () => {
  const phase = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(drawn(fc.double({ min: 0, max: 3, noNaN: true })), phase, (run, begins) => {
      const windows = new Map<number, number>();
      for (const ms of simulate(run)) {
        const window = Math.floor(ms / run.windowMs - begins);
        windows.set(window, (windows.get(window) ?? 0) + 1);
      }
      expect(Math.max(...windows.values())).toBeLessThanOrEqual(run.count);
    }),
  );
});

test('at least 95 % of the allowance is used if the network takes at most 3 % of the window', () => {
  fc.assert(
    fc.property(drawn(fc.double({ min: 0, max: 0.03, noNaN: true })), (run) => {
      const used = simulate(run).length / (run.count * run.windows);
      expect(used).toBeGreaterThanOrEqual(0.95);
    }),
  );
});

test('the permit that has been free longest is taken first', () => {
  const permits = new PermitPool({ count: 2, restMs: 100 });
  expect([permits.take(0), permits.take(0), permits.take(0)]).toEqual([true, true, false]);
  expect(permits.nextMs).toBeUndefined();
  permits.give(10);
  permits.give(30);
  expect(permits.nextMs).toBe(110);
  expect([permits.take(109), permits.take(110), permits.take(120)]).toEqual([false, true, false]);
  expect(permits.nextMs).toBe(130);
});

test('a permit that sent nothing is free at once', () => {
  const permits = new PermitPool({ count: 1, restMs: 100 });
  permits.take(0);
  permits.drop();
  expect(permits.take(0)).toBe(true);
});

test('permits spent by an earlier run keep resting, and so do those of this run', () => {
  const permits = new PermitPool({ count: 3, restMs: 100, restingUntil: [50, 20] });
  expect([permits.take(0), permits.take(0), permits.take(20)]).toEqual([true, false, true]);
  permits.give(30);
  expect(permits.restingAt(40).toSorted((a, b) => a - b)).toEqual([50, 130, 140]);
  const fewer = new PermitPool({ count: 1, restMs: 100, restingUntil: [50, 20, 70] });
  expect([fewer.take(69), fewer.take(70)]).toEqual([false, true]);
});
