import { expect, test } from '@playwright/test';
import type { ExactObject } from '../../schemas/json/exact.ts';
import { leftOut } from './leftOut.ts';

const seen = (...values: readonly ExactObject[]) =>
  leftOut(
    values.map((value, index) => ({ exchange: { id: 'p0-1' }, where: `list /${index}`, value })),
    ['scale', 'fixed'],
  ).map((fault) => fault.code === 'leftOut' && fault.where);

test('a field that some entries show and others leave out is reported once, at the first that lacks it', () => {
  expect(seen({ scale: 'a', fixed: 'b' }, { scale: 'c' }, { scale: 'd' })).toEqual(['list /1/fixed']);
  expect(seen({ fixed: 'b' }, { scale: 'c' })).toEqual(['list /1/fixed', 'list /0/scale'].toReversed());
});

test('a field that all show or none shows is not reported, and null is shown', () => {
  expect(seen()).toEqual([]);
  expect(seen({ scale: 'a' })).toEqual([]);
  expect(seen({ scale: 'a' }, { scale: null })).toEqual([]);
});
