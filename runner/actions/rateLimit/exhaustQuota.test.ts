import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  earlyRefusal,
  exceedsLimit,
  fittingLimit,
  fittingModels,
  limiterKinds,
  limiterKindText,
  mostAccepted,
} from '../../../oracles/limits/models/modelFit.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';
import { exhaustQuota, type RequestLane, restWindows } from './exhaustQuota.ts';

/** A rate limiter of a server: accepts or refuses a request at a time, in ms. */
type Server = (atMs: number) => boolean;

/** The setup of a server: its limit, whether refused requests count, and the phase of its clock, ms. */
interface Setting {
  of: number;
  windowMs: number;
  counts?: boolean;
  phaseMs?: number;
}

function slidingServer({ of, windowMs, counts = false }: Setting): Server {
  let log: number[] = [];
  return (atMs) => {
    log = log.filter((ms) => ms > atMs - windowMs);
    const isTaken = log.length < of;
    if (isTaken || counts) log.push(atMs);
    return isTaken;
  };
}

function fixedServer({ of, windowMs }: Setting): Server {
  let [beganMs, count] = [Number.NEGATIVE_INFINITY, 0];
  return (atMs) => {
    if (atMs >= beganMs + windowMs) [beganMs, count] = [atMs, 0];
    count += 1;
    return count <= of;
  };
}

function clockServer({ of, windowMs, phaseMs = 0 }: Setting): Server {
  let [window, count] = [Number.NEGATIVE_INFINITY, 0];
  return (atMs) => {
    const now = Math.floor((atMs - phaseMs) / windowMs);
    if (now !== window) [window, count] = [now, 0];
    count += 1;
    return count <= of;
  };
}

function bucketServer({ of, windowMs, counts = false }: Setting): Server {
  let [level, lastMs] = [of, 0];
  return (atMs) => {
    level = Math.min(of, level + ((atMs - lastMs) * of) / windowMs);
    lastMs = atMs;
    const isTaken = level >= 1;
    if (isTaken || counts) level = Math.max(0, level - 1);
    return isTaken;
  };
}

const servers = { sliding: slidingServer, fixed: fixedServer, 'fixed by a clock': clockServer, bucket: bucketServer };

type ServerName = keyof typeof servers;

const names = Object.keys(servers) as ServerName[];

const kindOf = (name: ServerName) => name.split(' ')[0];

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A network: the maximum round trip to the server, and the delay after which a waiting client wakes, ms. */
interface Noise {
  seed: number;
  latencyMs: number;
  lateMs: number;
}

/** Returns what a client sees that exhausts the quota of a server over a network, in this many rounds. */
async function seen(
  server: Server,
  limit: Setting,
  { rounds, leastMs = 0, ...noise }: Noise & { rounds: number; leastMs?: number },
) {
  const next = numbersFrom(noise.seed);
  let nowMs = 1_000_000 + next() * limit.windowMs;
  let tookMs = 0;
  const way = () => (next() * (noise.latencyMs - leastMs) + leastMs) / 2;
  const lane: RequestLane = {
    limit,
    tookMs: () => tookMs,
    until: async (ms) => {
      if (ms > nowMs) nowMs = ms + next() * noise.lateMs;
    },
    ask: (count) => {
      const sent = Array.from({ length: count }, (_, place) => {
        const sentMs = nowMs + next();
        return { place, sentMs, atMs: sentMs + way() };
      });
      // The server receives them in another order than they were sent in.
      const met = sent
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ place, sentMs, atMs }) => {
          const outcome: Attempt['outcome'] = server(atMs) ? 'accepted' : 'refused';
          return { place, attempt: { sentMs, receivedMs: atMs + way(), outcome } };
        });
      const wave = met.sort((a, b) => a.place - b.place).map(({ attempt }) => attempt);
      nowMs = Math.max(...wave.map(({ receivedMs }) => receivedMs));
      tookMs = Math.max(...wave.slice(-1).map(({ sentMs, receivedMs }) => receivedMs - sentMs));
      return wave.map((attempt) => Promise.resolve(attempt));
    },
  };
  const attempts: Attempt[] = [];
  for (let round = 0; round < rounds; round += 1) {
    attempts.push(...(await exhaustQuota(lane)));
    nowMs += restWindows * limit.windowMs + 2;
  }
  return attempts;
}

const noises = fc.record({
  seed: fc.nat(),
  latencyMs: fc.integer({ min: 1, max: 60 }),
  lateMs: fc.integer({ min: 1, max: 60 }),
});

const settings = fc.record({
  of: fc.constantFrom(4, 10, 30),
  windowMs: fc.constantFrom(1_000, 2_000, 60_000),
  counts: fc.boolean(),
  phaseMs: fc.nat(60_000),
});

const declared = ({ of, windowMs }: Setting) => ({ of, windowMs });

for (const name of names) {
  test(`a conforming limiter of kind ${name} is among the fitting ones, and never fails`, {
    tag: name === names[0] ? [] : '@full',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(noises, settings, async (noise, setting) => {
        const attempts = await seen(servers[name](setting), declared(setting), { ...noise, rounds: 1 });
        expect(limiterKinds(fittingModels(attempts, declared(setting)))).toContain(kindOf(name));
        expect(earlyRefusal(attempts, declared(setting))).toBeUndefined();
        expect(exceedsLimit(attempts, declared(setting))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test(`the kind ${name} is identified in at least 95 of 100 networks`, {
    tag: name === names[0] ? [] : '@full',
  }, async () => {
    const given = fc.sample(fc.record({ noise: noises, setting: settings }), { numRuns: 60, seed: 7 });
    const named = await Promise.all(
      given.map(async ({ noise, setting }) => {
        const quick = { ...setting, of: Math.min(setting.of, 10), windowMs: Math.max(setting.windowMs, 2_000) };
        const attempts = await seen(servers[name](quick), declared(quick), { ...noise, rounds: 1 });
        return limiterKindText(limiterKinds(fittingModels(attempts, declared(quick)))) === kindOf(name);
      }),
    );
    expect(named.filter(Boolean).length).toBeGreaterThanOrEqual(57);
  });

  test(`a ${name} limiter that accepts one less refuses early, and one that accepts two more exceeds`, async () => {
    await fc.assert(
      fc.asyncProperty(noises, settings, async (noise, setting) => {
        const less = { ...setting, of: setting.of - 1 };
        const scanty = await seen(servers[name](less), declared(setting), { ...noise, rounds: 1 });
        const more = { ...setting, of: setting.of + 2 };
        const lavish = await seen(servers[name](more), declared(setting), { ...noise, rounds: 1 });
        expect(exceedsLimit(scanty, declared(setting))).toBe(false);
        expect(earlyRefusal(lavish, declared(setting))).toBeUndefined();
      }),
      { numRuns: 40 },
    );
    const setting: Setting = { of: 10, windowMs: 2_000, phaseMs: 900 };
    const noise: Noise & { rounds: number } = { seed: 1, latencyMs: 10, lateMs: 10, rounds: 1 };
    const scanty = await seen(servers[name]({ ...setting, of: 9 }), declared(setting), noise);
    expect(earlyRefusal(scanty, declared(setting))).toMatchObject({ held: 9 });
    const lavish = await seen(servers[name]({ ...setting, of: 12 }), declared(setting), noise);
    expect(exceedsLimit(lavish, declared(setting))).toBe(true);
    expect(fittingLimit(lavish, declared(setting))).toBe(12);
    expect(mostAccepted(lavish, declared(setting))).toBeGreaterThanOrEqual(12);
  });
}

/** Answers that take from no time to a third of a window. */
const slowNoises = fc.record({
  seed: fc.nat(),
  latencyMs: fc.integer({ min: 60, max: 1_300 }),
  leastMs: fc.integer({ min: 0, max: 60 }),
  lateMs: fc.integer({ min: 1, max: 60 }),
});

for (const name of names)
  test(`with slow answers a conforming ${name} limiter never fails, and is seen to refuse`, {
    tag: name === names[0] ? [] : '@full',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(slowNoises, settings, async (noise, setting) => {
        const slow = { ...setting, windowMs: 4_000, of: Math.min(setting.of, 15) };
        const attempts = await seen(servers[name](slow), declared(slow), { ...noise, rounds: 1 });
        expect(limiterKinds(fittingModels(attempts, declared(slow)))).toContain(kindOf(name));
        expect(earlyRefusal(attempts, declared(slow))).toBeUndefined();
        expect(exceedsLimit(attempts, declared(slow))).toBe(false);
        // A bucket that refills while answers are awaited is almost never seen empty.
        if (noise.latencyMs > 700) return;
        expect(attempts.some(({ outcome }) => outcome === 'refused')).toBe(true);
        expect(mostAccepted(attempts, declared(slow))).toBeGreaterThanOrEqual(0.9 * slow.of);
      }),
      { numRuns: 40 },
    );
  });

test('slow answers hide neither a limiter that accepts one less nor one that accepts two more', async () => {
  const setting: Setting = { of: 10, windowMs: 4_000, phaseMs: 900 };
  const noise = { seed: 1, leastMs: 80, latencyMs: 120, lateMs: 10, rounds: 1 };
  const scanty = await seen(slidingServer({ ...setting, of: 9 }), declared(setting), noise);
  expect(earlyRefusal(scanty, declared(setting))).toMatchObject({ held: 9 });
  const lavish = await seen(slidingServer({ ...setting, of: 12 }), declared(setting), noise);
  expect(exceedsLimit(lavish, declared(setting))).toBe(true);
});

test('a target that refuses nothing accepts more than any limiter', async () => {
  const limit = { of: 10, windowMs: 1_000 };
  const attempts = await seen(() => true, limit, { seed: 1, latencyMs: 5, lateMs: 5, rounds: 1 });
  expect(attempts).toHaveLength(22);
  expect(exceedsLimit(attempts, limit)).toBe(true);
});

test('a single long request identifies no kind', () => {
  const attempts: Attempt[] = [{ sentMs: 0, receivedMs: 10_000, outcome: 'accepted' }];
  expect(limiterKindText(limiterKinds(fittingModels(attempts, { of: 10, windowMs: 1_000 })))).toBe(
    'sliding or fixed or bucket',
  );
});

test('a request with an unknown result fails no target, whether it was counted or not', () => {
  const limit = { of: 2, windowMs: 1_000 };
  const lost: Attempt = { sentMs: 0, receivedMs: 5, outcome: 'unknown' };
  const later = (outcome: Attempt['outcome'], at: number): Attempt => ({ sentMs: at, receivedMs: at + 5, outcome });
  expect(earlyRefusal([lost, later('accepted', 10), later('refused', 20)], limit)).toBeUndefined();
  expect(exceedsLimit([lost, later('accepted', 10), later('accepted', 20)], limit)).toBe(false);
  expect(limiterKinds(fittingModels([lost, later('accepted', 10), later('refused', 20)], limit))).toHaveLength(3);
});

test('concurrent requests may reach the server in any order', () => {
  const limit = { of: 2, windowMs: 1_000 };
  const wave = (...outcomes: readonly Attempt['outcome'][]) =>
    outcomes.map((outcome, place): Attempt => ({ sentMs: place, receivedMs: 50 + place, outcome }));
  const conforming = wave('refused', 'accepted', 'refused', 'accepted');
  expect(limiterKinds(fittingModels(conforming, limit))).toHaveLength(3);
  expect(earlyRefusal(conforming, limit)).toBeUndefined();
  const early = wave('refused', 'accepted', 'refused');
  expect(earlyRefusal(early, limit)).toEqual({ index: 0, held: 1 });
  // A new clock window may have begun in between.
  const lavish = wave('accepted', 'accepted', 'refused', 'accepted');
  expect(limiterKinds(fittingModels(lavish, limit))).toEqual(['fixed']);
});

test('a limiter of no known kind is called another kind', () => {
  const refusing: Attempt[] = [{ sentMs: 0, receivedMs: 1, outcome: 'refused' }];
  expect(limiterKindText(limiterKinds(fittingModels(refusing, { of: 10, windowMs: 1_000 })))).toBe('another kind');
});
