import { expect, test } from '@playwright/test';
import { assert, integer, property } from 'fast-check';
import { combinationsOf, isSelected, nights } from './selection.ts';

const dayAt = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);
const id = 'PAY-12';
const named = (count: number) => Array.from({ length: count }, (_, index) => `cell ${index}`);

test('a fortnight of nights tries every combination, at most its share, rounded up, a night', () => {
  assert(
    property(integer({ min: 1, max: 60 }), integer({ min: 0, max: 40_000 }), (count, first) => {
      const names = named(count);
      const tried = Array.from({ length: nights }, (_, night) =>
        combinationsOf({ id, names }, { profile: 'nightly', day: dayAt(first + night) }),
      );
      for (const one of tried) expect(one).toHaveLength(Math.ceil(count / nights));
      expect(new Set(tried.flat()).size).toBe(count);
    }),
  );
});

test('requirements with common combinations try the same ones on a night, and all in a fortnight', () => {
  assert(
    property(integer({ min: 1, max: 60 }), integer({ min: 1, max: 9 }), (count, step) => {
      const combinations = named(count);
      const some = combinations.filter((_, index) => index % step === 0);
      const tried = Array.from({ length: nights }, (_, night) => {
        const selection = { profile: 'nightly', day: dayAt(night) } as const;
        const [all, own] = [
          combinationsOf({ id, names: combinations }, selection),
          combinationsOf({ id, names: some, rotation: combinations }, selection),
        ];
        const shared = own.filter((name) => all.includes(name));
        expect(shared).toEqual(all.some((name) => some.includes(name)) ? own : []);
        expect(own.length).toBeGreaterThan(0);
        return own;
      });
      expect(new Set(tried.flat()).size).toBe(some.length);
    }),
  );
});

test('full tries every combination, smoke one, and an empty list none', () => {
  const names = named(11);
  expect(combinationsOf({ id, names }, { profile: 'full', day: '2026-01-01' })).toEqual(names);
  expect(combinationsOf({ id, names }, { profile: 'smoke', day: '2026-01-01' })).toHaveLength(1);
  for (const profile of ['smoke', 'nightly', 'full'] as const)
    expect(combinationsOf({ id, names: [] }, { profile, day: '2026-01-01' })).toEqual([]);
});

test('a halved requirement tries one half of its combinations in one fortnight and the other half in the next', () => {
  assert(
    property(integer({ min: 1, max: 60 }), (count) => {
      const names = named(count);
      const due = (night: number, halved: readonly string[]) =>
        combinationsOf({ id, names }, { profile: 'nightly', day: dayAt(night), halved });
      const all = Array.from({ length: 2 * nights }, (_, night) => due(night, []));
      const tried = all.map((_, night) => due(night, [id]));
      const isHalf = (half: readonly string[], night: number) =>
        half.length > 0 &&
        half.length <= Math.ceil((all[night]?.length ?? 0) / 2) &&
        half.every((name) => all[night]?.includes(name));
      expect(tried.filter((half, night) => !isHalf(half, night))).toEqual([]);
      expect(all.map((_, night) => due(night, ['PAY-13']))).toEqual(all);
      if (count % nights === 0) expect(new Set(tried.flat()).size).toBe(count);
    }),
  );
});

test('the same day tries the same combinations', () => {
  const selection = { profile: 'nightly', day: '2026-03-04' } as const;
  expect(combinationsOf({ id, names: named(20) }, selection)).toEqual(
    combinationsOf({ id, names: named(20) }, selection),
  );
});

test('what failed in an earlier run is asked first, beside the combinations of the day', () => {
  const names = named(20);
  const night = { profile: 'nightly', day: '2026-03-04' } as const;
  const ofDay = combinationsOf({ id, names }, night);
  const other = names.filter((name) => !ofDay.includes(name)).at(-1) ?? '';
  const again = [`${id} ${other}`, `PAY-13 ${names[1]}`, `${id} no longer there`];
  expect(combinationsOf({ id, names }, { ...night, again })).toEqual([other, ...ofDay]);
});

test('a shard has all selected trace checks and its own part of the tests', () => {
  const selection = { profile: 'full', tier: 'active', day: '2026-01-01', only: ['A', 'B', 'L'], part: ['A'] } as const;
  const judged = (id: string, isTraceCheck: boolean) => isSelected({ id, law: isTraceCheck }, selection);
  expect([judged('A', false), judged('B', false), judged('C', false)]).toEqual([true, false, false]);
  expect([judged('L', true), judged('M', true)]).toEqual([true, false]);
});
