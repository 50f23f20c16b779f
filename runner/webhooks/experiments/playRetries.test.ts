import { expect, test } from '@playwright/test';
import { advanceWithAnswers, playRetries, type RetryPlayback, stepwise } from './playRetries.ts';

const minuteMs = 60_000;

/** Minutes between a failed attempt and the next. */
const delays = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

/**
 * A fake target that announces one webhook at 0. Each attempt fails unless it is answered in time or accepted at once, and the target sees an answer only after
 * a pause.
 */
function fakeTarget({ heldMs = [] as readonly number[], isTaken = false } = {}) {
  let nowMs = 0;
  let underway: { atMs: number; heldMs: number; leftMs: number; agedMs: number } | undefined;
  let nextMs: number | undefined = 0;
  const attempts: number[] = [];
  const outcomes: boolean[] = [];
  const end = (isOk: boolean) => {
    const { atMs = 0 } = underway ?? {};
    outcomes.push(isOk);
    const delay = isOk ? undefined : delays[outcomes.length - 1];
    nextMs = delay === undefined ? undefined : atMs + delay * minuteMs;
    underway = undefined;
  };
  const begin = () => {
    if (underway || nextMs === undefined || nextMs > nowMs) return;
    const held = heldMs[attempts.length] ?? 0;
    underway = { atMs: nextMs, heldMs: held, leftMs: held, agedMs: 0 };
    attempts.push(nextMs);
    nextMs = undefined;
  };
  const playing: RetryPlayback = {
    outstanding: async () => {
      begin();
      return { nowMs, underway: underway ? 1 : 0, nextMs };
    },
    advance: async (ms) => {
      nowMs += ms;
      if (underway) underway.agedMs += ms;
      if (underway && underway.agedMs > 10_000) end(false);
      return true;
    },
    delayedAnswers: async () => (underway && underway.heldMs > 0 ? [underway.leftMs] : []),
    release: async (ms) => {
      if (underway) underway.leftMs -= ms;
      if (underway && underway.leftMs <= 0) end(true);
    },
    pause: async () => {
      if (underway?.heldMs === 0) end(isTaken);
    },
  };
  return { playing, attempts, outcomes, now: () => nowMs };
}

test('a complete schedule is played in one jump', async () => {
  const target = fakeTarget();
  expect(await playRetries(target.playing, 2_760 * minuteMs)).toBe(true);
  expect(target.attempts.map((ms) => ms / minuteMs)).toEqual([0, 1, 3, 8, 23, 53, 113, 233, 593, 1313, 2753]);
  expect(target.now()).toBe(2_760 * minuteMs);
});

test('a late answer is given at its time on the clock of the target', async () => {
  const late = fakeTarget({ heldMs: [0, 12_000, 8_000] });
  expect(await playRetries(late.playing, 2_760 * minuteMs)).toBe(true);
  expect(late.outcomes).toEqual([false, false, true]);
});

test('a target that reports nothing, or whose clock cannot move, ends the playback', async () => {
  const { playing } = fakeTarget();
  expect(await playRetries({ ...playing, outstanding: async () => undefined }, 1)).toBe(false);
  expect(await playRetries({ ...playing, advance: async () => false }, minuteMs)).toBe(false);
});

test('an attempt that never ends is not awaited for ever', async () => {
  const { playing } = fakeTarget();
  expect(await playRetries({ ...playing, pause: async () => undefined }, minuteMs)).toBe(false);
});

test('the clock does not move during a due or running attempt, which would age by as much', async () => {
  const target = fakeTarget({ isTaken: true });
  expect(await advanceWithAnswers(target.playing, minuteMs)).toBe(true);
  expect(target.outcomes).toEqual([true]);
  const begun = fakeTarget({ isTaken: true });
  await begun.playing.outstanding();
  expect(await advanceWithAnswers(begun.playing, minuteMs)).toBe(true);
  expect(begun.outcomes).toEqual([true]);
});

test('a long clock move gives held answers on the way, and goes exactly as far as requested', async () => {
  const target = fakeTarget({ heldMs: [8_000] });
  await target.playing.outstanding();
  expect(await advanceWithAnswers(target.playing, 45_000)).toBe(true);
  expect(target.outcomes).toEqual([true]);
  expect(target.now()).toBe(45_000);
  const near = fakeTarget({ heldMs: [12_000] });
  await near.playing.outstanding();
  expect(await advanceWithAnswers(near.playing, 5_000)).toBe(true);
  expect(near.outcomes).toEqual([]);
  expect(near.now()).toBe(5_000);
});

test('a short clock move leaves a held answer less time', async () => {
  const target = fakeTarget({ heldMs: [8_000] });
  await target.playing.outstanding();
  expect(await advanceWithAnswers(target.playing, 3_000)).toBe(true);
  expect(await advanceWithAnswers(target.playing, 45_000)).toBe(true);
  expect(target.outcomes).toEqual([true]);
  expect(target.now()).toBe(48_000);
});

test('if the target does not report due times, the clock moves in steps that are short beside the delays', async () => {
  const steps: number[] = [];
  const step = async (ms: number) => steps.push(ms) > 0;
  expect(await stepwise(step, 5_640 * minuteMs)).toBe(true);
  expect(steps.reduce((sum, one) => sum + one, 0)).toBe(5_640 * minuteMs);
  expect(steps.length).toBeLessThan(400);
  let doneMs = 0;
  for (const ms of steps) {
    expect(ms).toBeLessThanOrEqual(Math.max(20_000, doneMs * 0.03 + 1));
    doneMs += ms;
  }
  expect(await stepwise(async () => false, minuteMs)).toBe(false);
});
