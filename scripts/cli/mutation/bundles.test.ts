import { expect, test } from '@playwright/test';
import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { bundlesOf, candidateOf } from './bundles.ts';

const variant = (name: string, ...overrides: string[]): Candidate => ({
  name,
  kind: 'variant',
  because: name,
  overrides,
});

test('variants that override different rules share an instance, and each is in exactly one', () => {
  const variants = [variant('a', 'x', 'y'), variant('b', 'y'), variant('c', 'z'), variant('d', 'y', 'z')];
  expect(bundlesOf(variants).map(({ name }) => name)).toEqual(['a+c', 'b', 'd']);
});

test('variants of one limiter do not share an instance', () => {
  const variants = [variant('a', 'windowKind'), variant('b', 'countedThoughRefused')];
  expect(bundlesOf(variants)).toHaveLength(2);
});

test('an instance has at most eight variants', () => {
  const variants = Array.from({ length: 10 }, (_, index) => variant(`v${index}`, `rule${index}`));
  expect(bundlesOf(variants).map(({ members }) => members.length)).toEqual([8, 2]);
});

test('a variant that may cause a warning has its own instance, which may cause it', () => {
  const warned = { ...variant('b', 'y'), warns: ['LIM-01b'] };
  const bundles = bundlesOf([variant('a', 'x'), warned, variant('c', 'z')]);
  expect(bundles.map(({ name }) => name)).toEqual(['a+c', 'b']);
  expect(bundles.map(candidateOf).map(({ warns }) => warns)).toEqual([[], ['LIM-01b']]);
});
