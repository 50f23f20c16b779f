import { expect, test } from '@playwright/test';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { CasePlanner } from './casePlanner.ts';

const known = {} as TargetInventory;

const moveOf = (name: string, combinations: readonly string[], more: Partial<CaseGenerator> = {}): CaseGenerator => ({
  name,
  evidences: ['PAY-12'],
  posts: 1,
  isMisuse: false,
  combinations: () => combinations,
  make: () => undefined,
  ...more,
});

const moves = [
  moveOf('a pay-in', ['EUR least', 'EUR most', 'USD least', 'USD most'], { evidences: ['PIN-01'] }),
  moveOf('a refusal', ['amount', 'currency'], { evidences: ['PIN-02', 'PIN-06'], isMisuse: true }),
  moveOf('a read', ['one', 'other'], { posts: 0 }),
  moveOf('a race', ['at once'], { evidences: ['LIM-02'], posts: 9, isMisuse: true }),
];

const enough = { posts: 1_000, gets: 1_000 };

function drawn(count: number, seed = 7): string[] {
  const planner = new CasePlanner(moves, known, seededRandom(seed, 'order'));
  return Array.from({ length: count }, (_, at) => {
    const combination = planner.next(enough, seededRandom(seed, at));
    return `${combination?.generator.name}: ${combination?.name}`;
  });
}

test('the same seed tries the same in the same order, another seed differs', () => {
  expect(drawn(30)).toEqual(drawn(30));
  expect(drawn(30, 8)).not.toEqual(drawn(30));
});

test('every variation is tried once before any is repeated', () => {
  const all = drawn(9);
  expect(new Set(all).size).toBe(9);
});

test('the generator with most evidence per POST comes first, and its most different variation next', () => {
  const all = drawn(9).filter((one) => !one.startsWith('a read'));
  expect(all[0]).toMatch(/^a refusal/);
  expect(all[1]).toMatch(/^a pay-in/);
  expect(all[2]).toBe('a race: at once');
  const [first = '', second = ''] = all.filter((one) => one.startsWith('a pay-in'));
  const words = (one: string) => new Set(one.split(': ')[1]?.split(' '));
  expect([...words(first)].filter((word) => words(second).has(word))).toEqual([]);
});

test('a generator beyond the remaining budget is left out, and without POSTs only reads remain', () => {
  const planner = new CasePlanner(moves, known, seededRandom(7, 'order'));
  for (let at = 0; at < 20; at += 1)
    expect(planner.next({ posts: 0, gets: 10 }, seededRandom(7, at))?.generator.name).toBe('a read');
  expect(planner.next({ posts: 0, gets: 0 }, seededRandom(7, 99))).toBeUndefined();
});

test('a resumed campaign repeats nothing that was tried before', () => {
  const [before, after] = [1, 2].map(() => new CasePlanner(moves, known, seededRandom(7, 'order')));
  const names = Array.from({ length: 4 }, (_, at) => before?.next(enough, seededRandom(7, at)));
  after?.resume(before?.taken ?? {});
  const later = Array.from({ length: 5 }, (_, at) => after?.next(enough, seededRandom(7, at)));
  const keys = [...names, ...later].map((combination) => `${combination?.generator.name}: ${combination?.name}`);
  expect(new Set(keys).size).toBe(9);
});

test('a campaign after others tries first what they left out, and reads again', () => {
  const [before, after] = [1, 2].map((seed) => new CasePlanner(moves, known, seededRandom(seed, 'order')));
  const namesOf = (planner: CasePlanner | undefined, count: number) =>
    Array.from({ length: count }, (_, at) => planner?.next(enough, seededRandom(7, at))).map(
      (combination) => `${combination?.generator.name}: ${combination?.name}`,
    );
  const earlier = namesOf(before, 5).filter((name) => !name.startsWith('a read'));
  after?.follow(before?.taken ?? {});
  const later = namesOf(after, 9 - earlier.length);
  expect(earlier.length).toBeGreaterThan(0);
  expect(later.filter((name) => earlier.includes(name))).toEqual([]);
  expect(later.filter((name) => name.startsWith('a read'))).toHaveLength(2);
});

const sided = [
  moveOf(
    'sides',
    Array.from({ length: 40 }, (_, at) => `side ${at}`),
    { aims: (_, name) => [name] },
  ),
  moveOf(
    'news',
    Array.from({ length: 40 }, (_, at) => `news ${at}`),
    { evidences: ['PIN-01', 'PIN-02'] },
  ),
];

/** Plans `count` combinations with some boundary cases already reached; returns the names of those that aim at boundary cases. */
function plannedNames(count: number, reached: readonly string[] = []): string[] {
  const planner = new CasePlanner(sided, known, seededRandom(7, 'order'));
  planner.evidenced(['PAY-12', 'PIN-01', 'PIN-02']);
  return Array.from({ length: count }, (_, at) => {
    const combination = planner.next(enough, seededRandom(7, at));
    if (combination)
      planner.made(combination, { steps: [], label: { is: 'odd', because: '' } }, [...combination.aims, ...reached]);
    return combination?.generator.name === 'sides' ? combination.name : '';
  });
}

test('a fixed share of all turns goes to unreached boundary cases, the same for a seed', () => {
  const all = plannedNames(12);
  expect(all.filter((_, at) => at % 6 === 5).every((name) => name.startsWith('side'))).toBe(true);
  expect(plannedNames(12)).toEqual(all);
});

test('every generator has a turn before any has a second one', () => {
  const names = Array.from({ length: 6 }, (_, at) => `move ${at}`);
  const planner = new CasePlanner(
    names.map((name, at) => moveOf(name, ['a', 'b', 'c'], { posts: 1 + at })),
    known,
    seededRandom(7, 'order'),
  );
  planner.evidenced(['PAY-12']);
  const first = Array.from({ length: 6 }, (_, at) => planner.next(enough, seededRandom(7, at))?.generator.name);
  expect(first.toSorted()).toEqual(names);
});

test('a boundary case that a request has reached needs no turn of its own', () => {
  const reached = Array.from({ length: 39 }, (_, at) => `side ${at}`);
  expect(plannedNames(6, reached)[5]).toBe('side 39');
});

test('new evidence comes before boundary cases', () => {
  const dear = [...sided, ...moves].filter(({ posts }) => posts > 0);
  const planner = new CasePlanner(dear, known, seededRandom(7, 'order'));
  const first = dear.map((_, at) => planner.next(enough, seededRandom(7, at))?.generator.name);
  expect(new Set(first).size).toBe(dear.length);
});

test('a read that could not be made has another turn after more was spent', () => {
  const planner = new CasePlanner(
    [
      moveOf(
        'a pay-in',
        Array.from({ length: 99 }, (_, at) => `EUR ${at}`),
      ),
      moveOf('a walk', ['all'], { posts: 0 }),
    ],
    known,
    seededRandom(7, 'order'),
  );
  const isWalk = Array.from({ length: 60 }, (_, at) => {
    const combination = planner.next(enough, seededRandom(7, at));
    if (!combination || combination.generator.posts > 0) return false;
    planner.notMade(combination);
    return true;
  });
  const first = isWalk.indexOf(true);
  const again = isWalk.indexOf(true, first + 1);
  expect([first, again]).toEqual([0, expect.any(Number)]);
  expect(again).toBeGreaterThan(20);
});
