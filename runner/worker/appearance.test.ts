import { expect, test } from '@playwright/test';
import { echoTexts } from '../../generators/payloads/checkout.ts';
import { runAlone } from '../../traffic/journal/run.ts';
import { appearanceOf } from './appearance.ts';

const appearanceFor = (seed: number, idKey = `${seed}`) => appearanceOf(runAlone('out', { seed, idKey }));
const marks = /merchant|example|payer@|conformance|assay|NO_SUCH|CARRIER|sideways/i;
const body =
  '{"comment":"Tea for milk","returnUrl":"https://merchant.example.com/return","email":"payer@example.com","referenceId":"assay-neutral","status":"NO_SUCH_STATUS"}';

test('a body of a run has no mark, keeps its members, and differs from that of another seed', () => {
  const dressed = [1, 2, 3, 4, 5].map((seed) => appearanceFor(seed).dressed(body));
  for (const text of dressed) {
    expect(text).not.toMatch(marks);
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(body)));
  }
  expect(new Set(dressed).size).toBe(5);
  expect(appearanceFor(1).dressed(body)).toBe(dressed[0]);
});

test('texts that tests made of a length keep it, and different ones stay different', () => {
  const { dressed } = appearanceFor(7);
  const before = Object.values(echoTexts).map((fields) => JSON.stringify(fields));
  const after = before.map(dressed);
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  expect(new Set(after).size).toBe(before.length);
});

test('what is drawn by chance is sent as it was drawn, since it is searched for again', () => {
  const { dressed } = appearanceFor(1);
  const drawn = '{"clientOrderId":"Z-i1gE1q8YtuKa9XQQQ8O0oXA.QXJz","referenceId":"KW7QQQZZZBARTER5"}';
  expect(dressed(drawn)).toBe(drawn);
  for (const name of [
    'QQQ-1b5c7c0e',
    'QQQZZZ',
    'NOCHAIN_QQQ',
    '/rates/QQQZZZ/USD',
    'no-such-integration-7',
    'NO_SUCH_STATUS',
  ])
    expect(dressed(name)).not.toMatch(/QQQ|ZZZ|NOCHAIN|no-such|SUCH/);
});

test('names of a run that differ only in letter case still do', () => {
  const { named } = appearanceFor(3);
  const [lower, upper] = [named('-bundle'), named('-BUNDLE')];
  expect(lower).not.toBe(upper);
  expect(lower.toLowerCase()).toBe(upper.toLowerCase());
  expect(named('-bundle')).toBe(lower);
});

test('ids follow no counter, and several are long', () => {
  const { key } = appearanceFor(3);
  const ids = Array.from({ length: 40 }, (_, nth) => key('p0', nth));
  expect(new Set(ids).size).toBe(40);
  expect(Math.max(...ids.map(({ length }) => length))).toBe(252);
});

test('ids of records that share them freely are tiny or numbers now and then, and the same each time', () => {
  const { key, tiny } = appearanceFor(3);
  const ids = Array.from({ length: 200 }, (_, nth) => key('p0', nth));
  const changed = ids.map(tiny).filter((one) => !ids.includes(one));
  expect(new Set(changed.map(({ length }) => length))).toEqual(new Set([3, 4, 5, 6, 8, 20]));
  expect(changed.length).toBeGreaterThan(30);
  expect(changed.length).toBeLessThan(90);
  const asNumbers = changed.filter((one) => /^\d{8,}$/.test(one));
  expect(asNumbers.some((one) => one.startsWith('0'))).toBe(true);
  expect(asNumbers.some((one) => Number(one) > Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(ids.map(tiny)).toEqual(ids.map(tiny));
});

test('short names have three characters, others for each number and in each run', () => {
  const shortNames = (key: number) => Array.from({ length: 26 }, (_, nth) => appearanceFor(key).shortName('long', nth));
  const [one, other] = [shortNames(3), shortNames(4)];
  expect(new Set(one).size).toBe(26);
  expect(one.every((name) => /^[a-z][0-9a-z]{2}$/.test(name))).toBe(true);
  expect(one).toEqual(shortNames(3));
  expect(one.filter((name) => other.includes(name))).toEqual([]);
});

test('a run that is to be recognised names itself', () => {
  const { key, named, tiny, shortName, comment, dressed } = appearanceOf(
    runAlone('out', { id: '20260101-000000-abcdef' }),
    {
      facts: { recognisable: true },
    },
  );
  expect(key('p0', 1)).toContain('20260101-000000-abcdef-p0-1');
  for (let nth = 0; nth < 40; nth += 1) expect(tiny(key('p0', nth))).toBe(key('p0', nth));
  expect(shortName(named('-bundle'), 1)).toBe(named('-bundle'));
  expect(named('-bundle')).toBe('20260101-000000-abcdef-bundle');
  expect(comment('an order of several things')).toContain('conformance 20260101-000000-abcdef');
  expect(dressed(body)).toBe(body);
});

const discreetFor = (idKey: string, samples = {}) =>
  appearanceOf(runAlone('out', { idKey, isDiscreet: true }), { samples });
const people =
  '{"firstName":"Anna","lastName":"Berg","cardholder":"ANNA BERG","comment":"№ 7, 2 × tea","returnUrl":"https://merchant.example.com/return"}';

test('a discreet run has ids of the most common form, also for the things that it names', () => {
  const { key, named } = discreetFor('a');
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const id of [...Array.from({ length: 40 }, (_, nth) => key('p0', nth)), named('-bundle')])
    expect(id).toMatch(uuid);
  expect(named('-Bundle')).toBe(named('-bundle').toUpperCase());
  expect(named('-other')).not.toBe(named('-bundle'));
});

test('a discreet run has common names, a plain comment and a host of its own', () => {
  const bodies = ['a', 'b', 'c', 'd', 'e'].map((key) => JSON.parse(discreetFor(key).dressed(people)));
  for (const { firstName, lastName, cardholder, comment, returnUrl } of bodies) {
    expect(cardholder.split(' ')).toHaveLength(2);
    expect([firstName, lastName].join(' ')).not.toBe('Anna Berg');
    expect(cardholder).toBe(cardholder.toUpperCase());
    expect(comment).toMatch(/^[A-Z][a-z]+ \d+$/);
    expect(new URL(returnUrl).host).not.toContain('example');
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(5);
});

test("a discreet run leaves the operator's own values as they are", () => {
  const samples = { CC_VISAMC: { firstName: 'Anna', lastName: 'Berg', returnUrl: 'https://shop.operator.test/back' } };
  const body = JSON.parse(discreetFor('a', samples).dressed(people));
  expect(body).toMatchObject({ firstName: 'Anna', lastName: 'Berg' });
  expect(new URL(body.returnUrl).host).toBe('shop.operator.test');
});
