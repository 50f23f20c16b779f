import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { assert, double, integer, property } from 'fast-check';
import { postsOf } from '../../../runner/selection/forecast.ts';
import { isJudgedByWebhooks, isJudgedOnPages } from '../../../traffic/requirements/catalogue.ts';
import { catalogueAndCosts } from '../prepare/selectionOptions.ts';
import { drawSample } from './drawSample.ts';

const known = catalogueAndCosts();
const ids = known.catalogue.map(({ id }) => id);
const today = '2026-06-15';

/** A source of numbers that a seed begins. */
function randomOf(seed: number): () => number {
  let nth = 0;
  return () => {
    nth += 1;
    return createHash('sha256').update(`${seed} ${nth}`).digest().readUInt32LE() / 2 ** 32;
  };
}

test('a sample is expected to stay within its bound, and holds only what the certificate claims', () => {
  assert(
    property(
      integer({ min: 0, max: 100 }),
      integer(),
      double({ min: 0, max: 1, noNaN: true }),
      (posts, seed, share) => {
        const claimed = ids.filter((_, at) => at < share * ids.length);
        const { drawn, selection } = drawSample({ ids: claimed, posts, known, random: randomOf(seed), today });
        expect(drawn.filter((id) => !claimed.includes(id))).toEqual([]);
        const tests = known.catalogue.filter(({ id, law }) => !law && drawn.includes(id)).map(({ id }) => id);
        expect(postsOf(tests, selection, known)).toBeLessThanOrEqual(posts);
      },
    ),
    { numRuns: 12 },
  );
});

test('forty POSTs ask several dozen requirements, and two draws differ', () => {
  const draws = [1, 2, 3].map((seed) => drawSample({ ids, posts: 40, known, random: randomOf(seed), today }));
  for (const { drawn } of draws) expect(drawn.length).toBeGreaterThan(50);
  const tests = draws.map(({ drawn }) => drawn.join(' '));
  expect(new Set(tests).size).toBe(3);
});

test('every requirement of the certificate without webhooks is drawn at times', { tag: '@full' }, () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed += 1)
    for (const id of drawSample({ ids, posts: 40, known, random: randomOf(seed), today }).drawn) seen.add(id);
  const cheap = known.catalogue.filter(
    ({ id, law }) => !law && postsOf([id], { profile: 'nightly', tier: 'active', day: today }, known) <= 10,
  );
  const never = cheap.map(({ id }) => id).filter((id) => !seen.has(id) && !isJudgedByWebhooks(id));
  expect(never).toEqual([]);
});

test('a sample has many of the rules by which its certificate judges the API, and trace checks that webhooks only help to feed', () => {
  const tests = known.catalogue.filter((one) => !one.law && !isJudgedByWebhooks(one.id) && !isJudgedOnPages(one));
  const all = new Set(tests.flatMap(({ oracles = [] }) => oracles));
  const shares = Array.from({ length: 20 }, (_, seed) => {
    const { drawn } = drawSample({ ids, posts: 40, known, random: randomOf(seed), today });
    expect(drawn).toContain('PAY-11');
    const own = new Set(tests.filter(({ id }) => drawn.includes(id)).flatMap(({ oracles = [] }) => oracles));
    return own.size / all.size;
  });
  expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeGreaterThan(0.25);
});
