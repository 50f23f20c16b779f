import { expect, test } from '@playwright/test';
import type { Candidate } from '../reports/fleet.ts';
import { bundlesOf, candidateOf } from './bundles.ts';

const variant = (name: string, ...overrides: string[]): Candidate => ({
  name,
  kind: 'variant',
  because: name,
  overrides,
});

test('variants that override no rule alike share a world, and each is in one', () => {
  const variants = [variant('a', 'x', 'y'), variant('b', 'y'), variant('c', 'z'), variant('d', 'y', 'z')];
  expect(bundlesOf(variants).map(({ name }) => name)).toEqual(['a+c', 'b', 'd']);
});

test('a world has at most six of them', () => {
  const variants = Array.from({ length: 8 }, (_, index) => variant(`v${index}`, `rule${index}`));
  expect(bundlesOf(variants).map(({ members }) => members.length)).toEqual([6, 2]);
});

test('a bundle may draw the warnings of its members', () => {
  const members = [{ ...variant('a'), warns: ['LIM-01b'] }, variant('b')];
  expect(candidateOf({ name: 'a+b', members })).toMatchObject({ name: 'a+b', kind: 'variant', warns: ['LIM-01b'] });
});
