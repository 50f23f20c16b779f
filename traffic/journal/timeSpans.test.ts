import { expect, test } from '@playwright/test';
import { array, assert, integer, property, tuple } from 'fast-check';
import { gapsIn, joinedSpans, spansWithin, type TimeSpan } from './timeSpans.ts';

/** Builds a span from minutes after midnight. */
const span = (from: number, until: number): TimeSpan => ({ fromAt: at(from), untilAt: at(until) });
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();

test('spans separated by a hand-over are joined, others are not', () => {
  expect(joinedSpans([span(10, 20), span(0, 9), span(22, 30)])).toEqual([span(0, 20), span(22, 30)]);
  expect(joinedSpans([span(0, 30), span(10, 20)])).toEqual([span(0, 30)]);
  expect(joinedSpans([])).toEqual([]);
});

test('only the parts within another span belong to it', () => {
  expect(spansWithin([span(0, 10), span(20, 30)], span(5, 25))).toEqual([span(5, 10), span(20, 25)]);
  expect(spansWithin([span(0, 10)], span(15, 25))).toEqual([]);
});

test('the time outside all spans is a gap, at the edges too', () => {
  expect(gapsIn([span(0, 10), span(20, 30)], span(0, 30))).toEqual([span(10, 20)]);
  expect(gapsIn([span(5, 30)], span(0, 40))).toEqual([span(0, 5), span(30, 40)]);
  expect(gapsIn([], span(0, 40))).toEqual([span(0, 40)]);
  expect(gapsIn([span(0, 20), span(21, 40)], span(0, 40))).toEqual([]);
});

test('spans and gaps together fill the whole time', () => {
  const minutes = tuple(integer({ min: 0, max: 500 }), integer({ min: 0, max: 100 }));
  const total = span(50, 450);
  assert(
    property(array(minutes, { maxLength: 12 }), (drawn) => {
      const spans = drawn.map(([from, length]) => span(from, from + length));
      const all = [...spansWithin(spans, total), ...gapsIn(spans, total)];
      expect(gapsIn(all, total)).toEqual([]);
    }),
  );
});
