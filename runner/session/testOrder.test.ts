import { expect, test } from '@playwright/test';
import { oracles } from '../../oracles/registry.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { inOrderOf, unusualOracles } from './testOrder.ts';

const catalogue = readCatalogue();
const tests = catalogue.filter(({ law }) => !law).map(({ id, title }) => ({ title: `${id} ${title}` }));
const idsOf = (run: { seed: number; isDiscreet?: boolean }) =>
  inOrderOf(run, tests, catalogue).map(({ title }) => title.split(' ')[0] ?? '');

test('the seed draws the order of tests, and the same seed draws the same', () => {
  const [first, second] = [idsOf({ seed: 1 }), idsOf({ seed: 2 })];
  expect(idsOf({ seed: 1 })).toEqual(first);
  expect(first).not.toEqual(second);
  expect(first.toSorted()).toEqual(second.toSorted());
  expect(first.slice(0, 10)).not.toEqual(idsOf({ seed: 3 }).slice(0, 10));
});

test('a discreet run sends what any merchant sends before what none does', () => {
  const isUnusual = (id: string) =>
    catalogue.find((one) => one.id === id)?.oracles?.some((one) => unusualOracles.has(one));
  const order = idsOf({ seed: 7, isDiscreet: true }).map((id) =>
    id.startsWith('AUT-') ? 2 : isUnusual(id) || id.startsWith('LIM-') ? 1 : 0,
  );
  expect(order).toEqual(order.toSorted());
  expect(new Set(order).size).toBe(3);
});

test('every oracle that marks an unusual test exists', () => {
  expect([...unusualOracles].filter((name) => !Object.hasOwn(oracles, name))).toEqual([]);
});

test('without cross payout is tried right after a cross payout, on any seed', () => {
  for (const seed of [1, 2, 3, 4]) {
    const order = idsOf({ seed });
    expect(order.indexOf('OUT-08')).toBe(order.indexOf('OUT-07') + 1);
  }
});
