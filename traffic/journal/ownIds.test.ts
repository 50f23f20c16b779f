import { expect, test } from '@playwright/test';
import { withoutCards } from '../redaction/cardNumbers.ts';
import { fillingFor, isKeyOfChallenge, isMadeBy, keyOfChallenge, ownId, shortId } from './ownIds.ts';

const key = 'the key of one run';
const seeds = Array.from({ length: 60 }, (_, seed) => seed);
const runsOf = (...keys: string[]) => keys.map((idKey) => ({ run: '20260101-000000-abcdef', idKey }));
const idsOf = (of: string) =>
  seeds.flatMap((seed) => ['a', 'b', 'c'].map((name) => ownId({ key: of, seed }, `${name} ${seed}`)));

test('the key of a run owns its ids and no others, alone or within a longer text, in either letter case', () => {
  const lost = idsOf(key).flatMap((id) =>
    [id, id.toUpperCase(), `beefcafe4d-${id}-0f`, `${id}-<A&b>`].filter(
      (text) => !isMadeBy(runsOf('another', key), text),
    ),
  );
  expect(lost).toEqual([]);
  expect(idsOf('another').filter((id) => isMadeBy(runsOf(key), id))).toEqual([]);
  expect(isMadeBy(runsOf(key), '20260101-000000-abcdee-p0-1')).toBe(false);
  expect(isMadeBy(runsOf(key), '20260101-000000-abcdef-p0-1')).toBe(true);
});

test('ids are different, the same for the same name, and share nothing between two keys', () => {
  expect(new Set(idsOf(key)).size).toBe(seeds.length * 3);
  expect(idsOf(key)).toEqual(idsOf(key));
  const parts = (ids: string[]) => new Set(ids.flatMap((id) => id.match(/[0-9a-f]{8,}/gi) ?? []));
  const others = parts(idsOf('another'));
  expect([...parts(idsOf(key))].filter((part) => others.has(part))).toEqual([]);
});

test('neither an id nor its filling looks like a card number', () => {
  const texts = seeds.flatMap((seed) => [ownId({ key, seed }, 'a'), fillingFor(key, `${seed}`)]);
  expect(texts.filter((text) => withoutCards(text) !== text)).toEqual([]);
  expect(Math.min(...seeds.map((seed) => fillingFor(key, `${seed}`).length))).toBeGreaterThan(252);
});

test('a key of ids follows from one challenge alone', () => {
  const own = keyOfChallenge('a nonce', '5a'.repeat(16));
  expect(isKeyOfChallenge('a nonce', own)).toBe(true);
  expect(isKeyOfChallenge('another nonce', own)).toBe(false);
  expect(isKeyOfChallenge('a nonce', '5a'.repeat(16))).toBe(false);
  expect(keyOfChallenge('a nonce', '5b'.repeat(16)).slice(32)).not.toBe(own.slice(32));
});

test('short ids of a run are all different, and its key owns them alone', () => {
  const workers = ['p0', 'p1', 'p4s', 'experiments'];
  const ids = workers.flatMap((worker) =>
    Array.from({ length: 2000 }, (_, nth) => shortId({ key }, { run: '20260101-000000-abcdef', worker, nth })),
  );
  const placeOf = (id: string) => id.slice(0, /^\d{12}$/.test(id) ? 7 : 4);
  expect(new Set(ids.map(placeOf)).size).toBe(ids.length);
  expect(ids.filter((id) => /^\d{12}$/.test(id)).length).toBeGreaterThan(ids.length / 4);
  expect([...new Set(ids.map(({ length }) => length))].sort((a, b) => a - b)).toEqual([8, 9, 10, 11, 12]);
  expect(ids.filter((id) => !isMadeBy(runsOf('another', key), id))).toEqual([]);
  expect(ids.filter((id) => isMadeBy(runsOf('another'), id)).length).toBeLessThan(3);
  expect(isMadeBy(runsOf(key), `${ids[0]}${ids[1]}`)).toBe(false);
});
