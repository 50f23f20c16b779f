import { expect, test } from '@playwright/test';
import { assert, constantFrom, integer, property } from 'fast-check';
import { isJudgedByWebhooks, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { nights, type Selection } from '../../traffic/requirements/selection.ts';
import { completeSelection, nightlyPosts, smokePosts } from './completeSelection.ts';
import { readCosts } from './costs.ts';
import { type CatalogueWithCosts, type Forecast, forecast } from './forecast.ts';
import { scopeOf } from './selectionScope.ts';

const known: CatalogueWithCosts = { catalogue: readCatalogue(), costs: readCosts() };
const asked: Selection = { profile: 'nightly', tier: 'active', day: '2026-01-01' };
const tests = known.catalogue.filter(({ law: isTraceCheck }) => !isTraceCheck).map(({ id }) => id);
const foretold = (selection: Selection, quota = {}): Forecast =>
  forecast(selection, {
    ...known,
    quota: { windowMs: 60_000, ...quota },
    canMoveClock: true,
    readsBack: true,
    furtherAccounts: 2,
    previousPayments: 0,
  });
const dayAt = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);

test('every test has its costs', () => {
  expect(Object.keys(known.costs.probes).sort()).toEqual([...tests].sort());
});

test('a smoke run stays within its POSTs on any day, and judges some of the requirements', () => {
  assert(
    property(integer({ min: 20_000, max: 22_000 }), (day) => {
      const selection = completeSelection({ ...asked, profile: 'smoke', day: dayAt(day) }, known);
      expect(foretold(selection).posts).toBeLessThanOrEqual(smokePosts);
      expect(selection.only?.length).toBeGreaterThan(0);
    }),
    { numRuns: 10 },
  );
});

const sections = [...new Set(known.catalogue.map(({ section }) => section))];

test('a smoke run stays within its POSTs whatever is named, and however many shards there are', () => {
  for (const named of [...sections, 'BAL-01', 'LIM-06'])
    for (const of of [1, 2, 5]) {
      const shards = Array.from({ length: of }, (_, index) =>
        completeSelection({ ...asked, profile: 'smoke', asked: [named], shard: { index: index + 1, of } }, known),
      );
      const posts = shards.map((selection) => foretold(selection).posts).reduce((sum, one) => sum + one, 0);
      expect(posts, `${named} in ${of} shards`).toBeLessThanOrEqual(smokePosts);
    }
});

test('a smoke run takes what is named first', () => {
  const { only = [] } = completeSelection({ ...asked, profile: 'smoke', asked: ['PAY-13', 'BAL-01'] }, known);
  expect(only).toEqual(expect.arrayContaining(['PAY-13', 'BAL-01']));
});

test('a smoke run refuses names that do not fit, with the number of POSTs and the profile to use', () => {
  const smoke =
    (name: string, parts = {}) =>
    () =>
      completeSelection({ ...asked, profile: 'smoke', asked: [name] }, known, parts);
  expect(smoke('LIM-04a')).toThrow(/needs about \d+[\s\S]*--profile nightly/);
  expect(smoke('WHK', { registrations: 6 })).toThrow(/registration costs POSTs[\s\S]*--profile nightly/);
  const { only } = completeSelection({ ...asked, profile: 'smoke' }, known, { registrations: 6 });
  expect(only?.filter(isJudgedByWebhooks)).toEqual([]);
});

/** The sections of crypto acquiring; in LIF only checkouts and requests cost anything. */
const acquiring = ['ART', 'CHK', 'DEP', 'LIF', 'REQ', 'SAB'];

test('a night costs at most 176 POSTs, 40 of them for crypto acquiring, and 5,000 GETs on any day', () => {
  // The lists of combinations turn at different paces, so that two fortnights differ.
  for (const day of Array.from({ length: 2 * nights }, (_, index) => dayAt(20_000 + 11 * index))) {
    const { posts, gets, sections } = foretold(completeSelection({ ...asked, day }, known));
    const ofAcquiring = sections.filter(({ section }) => acquiring.includes(section));
    expect(posts, day).toBeLessThanOrEqual(nightlyPosts);
    expect(
      ofAcquiring.reduce((sum, section) => sum + section.posts, 0),
      day,
    ).toBeLessThanOrEqual(40);
    expect(gets, day).toBeLessThanOrEqual(5_000);
  }
});

test('a night leaves each trace check more than half of the tests that feed it', () => {
  for (const day of Array.from({ length: nights }, (_, index) => dayAt(20_000 + 11 * index))) {
    const left = new Set(completeSelection({ ...asked, day }, known).only ?? known.catalogue.map(({ id }) => id));
    const starved = known.catalogue.filter(
      ({ fedBy = [] }) => fedBy.length > 0 && fedBy.filter((id) => left.has(id)).length <= fedBy.length / 2,
    );
    expect(
      starved.map(({ id }) => id),
      day,
    ).toEqual([]);
  }
});

test('in a fortnight every requirement is asked on some night', () => {
  const days = Array.from({ length: nights }, (_, index) => dayAt(20_000 + index));
  const ids = known.catalogue.map(({ id }) => id);
  const everAsked = new Set(days.flatMap((day) => completeSelection({ ...asked, day }, known).only ?? ids));
  expect(ids.filter((id) => !everAsked.has(id))).toEqual([]);
});

test('a passive run sends no POST, and selects trace checks that need only reads', () => {
  const selection = completeSelection({ ...asked, tier: 'passive' }, known);
  expect(foretold(selection).posts).toBe(0);
  for (const { id, law: isTraceCheck, byReading } of known.catalogue.filter(({ id }) => selection.only?.includes(id)))
    if (isTraceCheck) expect(byReading, id).toBe(true);
});

test('a requirement that reading cannot judge is reported', () => {
  expect(() => completeSelection({ ...asked, tier: 'passive', asked: ['SBX-04'] }, known)).toThrow(/--tier/);
});

test('a trace check is selected with the tests that feed it, and an unknown name is reported', () => {
  const { only } = completeSelection({ ...asked, asked: ['LIF-01'] }, known);
  const feeders = known.catalogue.find(({ id }) => id === 'LIF-01')?.fedBy ?? [];
  expect(new Set(only)).toEqual(new Set(['LIF-01', ...feeders]));
  expect(() => completeSelection({ ...asked, asked: ['LIF-01', 'NO-99', 'NOT'] }, known)).toThrow(/NO-99[\s\S]*NOT/);
});

test('a trace check that every test feeds selects no tests beside other requirements', () => {
  const section = (name: string) => completeSelection({ ...asked, asked: [name] }, known).only ?? [];
  expect(new Set(section('LIM'))).toEqual(
    new Set(known.catalogue.filter((one) => one.section === 'LIM').map(({ id }) => id)),
  );
  expect(section('LIM-06').length).toBeGreaterThan(1);
});

test('what a name with ! before it leaves out is not asked, not even to feed a trace check', () => {
  const full = completeSelection({ ...asked, profile: 'full', asked: ['!WID', '!CHK-06'] }, known).only ?? [];
  const ids = known.catalogue.map(({ id }) => id);
  expect(full).toEqual(ids.filter((id) => !id.startsWith('WID-') && id !== 'CHK-06'));
  const night = completeSelection({ ...asked, asked: ['!WID'] }, known).only ?? [];
  const whole = completeSelection(asked, known).only ?? ids;
  expect(night).toEqual(whole.filter((id) => !id.startsWith('WID-')));
  expect(scopeOf({ ...asked, asked: ['!WID'], only: night }, known)).toBeUndefined();
  const section = completeSelection({ ...asked, asked: ['SBX', '!SBX-10', '!sbx-06'] }, known).only ?? [];
  expect(section).toContain('SBX-01');
  expect(section.filter((id) => ['SBX-06', 'SBX-10'].includes(id))).toEqual([]);
  expect(() => completeSelection({ ...asked, asked: ['!WIT'] }, known)).toThrow('WIT');
});

test('shards divide the tests: each test runs in exactly one of them', () => {
  assert(
    property(integer({ min: 1, max: 6 }), constantFrom('smoke', 'nightly', 'full'), (of, profile) => {
      const parts = Array.from({ length: of }, (_, index) =>
        completeSelection({ ...asked, profile, shard: { index: index + 1, of } }, known),
      );
      const ids = parts.flatMap(({ part }) => part ?? []);
      const everyTest =
        completeSelection({ ...asked, profile }, known).only?.filter((id) => tests.includes(id)) ?? tests;
      expect(ids.toSorted()).toEqual(everyTest.toSorted());
    }),
    { numRuns: 6 },
  );
});

test('tests that need webhook deliveries run in the first shard, which has the receiver', () => {
  const [like = 'PAY-01'] = tests.toSorted((a, b) => {
    const cost = (id: string) => known.costs.probes[id]?.base.posts ?? 0;
    return cost(b) - cost(a);
  });
  const needDeliveries = Array.from({ length: 3 }, (_, index) => `WHK-9${index}`);
  const listed = known.catalogue.filter(({ id }) => id === like);
  const costs = Object.fromEntries(needDeliveries.map((id) => [id, known.costs.probes[like]] as const));
  const more = {
    catalogue: [...known.catalogue, ...needDeliveries.flatMap((id) => listed.map((one) => ({ ...one, id })))],
    costs: { ...known.costs, probes: { ...known.costs.probes, ...costs } } as CatalogueWithCosts['costs'],
  };
  const parts = [1, 2, 3].map(
    (index) => completeSelection({ ...asked, profile: 'full', shard: { index, of: 3 } }, more).part ?? [],
  );
  expect(parts.map((part) => needDeliveries.filter((id) => part.includes(id)).length)).toEqual([3, 0, 0]);
  expect(parts.flat()).toHaveLength(tests.length + needDeliveries.length);
});

test('the quota decides the minutes: one window for each quota beyond the first', () => {
  const selection = completeSelection({ ...asked, profile: 'full' }, known);
  const { posts } = foretold(selection);
  const { minutes } = foretold(selection, { post: 10, get: 300 });
  expect(minutes).toBeGreaterThan(Math.ceil(posts / 10) - 1);
  expect(minutes).toBeLessThan(Math.ceil(posts / 10));
  expect(foretold(selection, { post: 5, get: 300 }).minutes).toBeGreaterThan(2 * minutes - 1.1);
});

test('a pace is waited for before each request', () => {
  const around = {
    quota: { windowMs: 60_000 },
    canMoveClock: false,
    readsBack: true,
    furtherAccounts: 2,
    previousPayments: 0,
  };
  const [fast, slow] = [0, 600].map((paceMs) => forecast(asked, { ...known, ...around, paceMs }));
  expect((slow?.minutes ?? 0) - (fast?.minutes ?? 0)).toBeCloseTo(((slow?.posts ?? 0) + (slow?.gets ?? 0)) / 100);
});

test('the forecast includes the POSTs that register webhooks', () => {
  const [without, with3] = [undefined, 3].map((registrations) =>
    forecast(asked, {
      ...known,
      quota: { windowMs: 60_000 },
      canMoveClock: false,
      readsBack: true,
      furtherAccounts: 2,
      previousPayments: 0,
      registrations,
    }),
  );
  expect((with3?.posts ?? 0) - (without?.posts ?? 0)).toBe(3);
});

test('the sections of a forecast add up to its total', () => {
  const { sections, posts, gets } = foretold(completeSelection(asked, known));
  expect(sections.reduce((sum, section) => sum + section.posts, 0)).toBe(posts);
  expect(sections.reduce((sum, section) => sum + section.gets, 0)).toBe(gets);
});
