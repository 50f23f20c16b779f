import { expect, test } from '@playwright/test';
import { distinctStates } from '../../oracles/core/history.ts';
import type { ExactObject } from '../../schemas/json/exact.ts';
import { parseExact } from '../../schemas/json/exact.ts';
import { SightingCache } from './sightingCache.ts';

const read = (text: string): ExactObject => {
  const parsed = parseExact(text);
  if (!('value' in parsed)) throw new Error(parsed.fault);
  return parsed.value as ExactObject;
};

const shown = (views: SightingCache, source: string, text: string) => views.asBefore({ source, value: read(text) });

test('an unchanged record of a view is the same object and not a new state', () => {
  const views = new SightingCache();
  const all = [
    shown(views, 'list', '{"id":"a","amount":1}'),
    shown(views, 'list', '{"amount":1,"id":"a"}'),
    shown(views, 'list', '{"id":"b","amount":1}'),
  ];
  expect(all[1]?.value).toBe(all[0]?.value);
  expect(distinctStates(all)).toEqual([all[0], all[2]]);
});

for (const [what, text, source] of [
  ['a number that is written otherwise', '{"id":"a","amount":1.0}', 'list'],
  ['a text for a number', '{"id":"a","amount":"1"}', 'list'],
  ['what looks like a number inside', '{"id":"a","amount":{"isLosslessNumber":true,"value":"1"}}', 'list'],
  ['a field more', '{"id":"a","amount":1,"reason":null}', 'list'],
  ['another view', '{"id":"a","amount":1}', 'get'],
] as const)
  test(`${what} is another state`, () => {
    const views = new SightingCache();
    const all = [shown(views, 'list', '{"id":"a","amount":1}'), shown(views, source, text)];
    expect(distinctStates(all)).toHaveLength(2);
  });

test('a state that returns is reported again', () => {
  const views = new SightingCache();
  const all = ['NEW', 'PENDING', 'NEW'].map((status) => shown(views, 'get', `{"id":"a","status":"${status}"}`));
  expect(distinctStates(all)).toHaveLength(3);
});
