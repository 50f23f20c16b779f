import { expect, test } from '@playwright/test';
import { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { newestCase, noteTouched } from './newestCase.ts';

const now = Date.parse('2026-01-01');

const orderOf = (body: string, more: Partial<CaseStep> = {}): FuzzCase => ({
  steps: [
    {
      operation: 'POST /v1/user/exchange',
      method: 'POST',
      path: '/v1/user/exchange',
      headers: [],
      body: { text: body },
      signing: 'signed',
      ...more,
    },
  ],
  label: { is: 'valid', because: 'it is within the limits' },
});

const pairs = ['BTCUSDT', 'USDTEUR', 'TRXUSDT'];

test('the case with the most pairs that nothing has touched is sent', () => {
  const touched = new TouchedPairs();
  const seen = Array.from({ length: 3 }, (_, round) => {
    const chance = seededRandom(1, round);
    const make = () => orderOf(`{"symbolPair":"${chance.pick(pairs)}","side":"BUY"}`, { fault: 'wrongSecret' });
    const one = newestCase(make, { touched, posts: 1, now, chance, alike: [], commented: new Set<string>() });
    if (one) noteTouched(touched, one, now);
    return JSON.stringify(one?.steps[0]?.body);
  });
  expect(new Set(seen).size).toBe(3);
});

test('a case gets ids of other lengths and another scheme, but not if it is about ids or signatures', () => {
  const drawn = (body: string, more?: Partial<CaseStep>) =>
    Array.from({ length: 40 }, (_, round) => {
      const given = {
        touched: new TouchedPairs(),
        posts: 1,
        now,
        chance: seededRandom(2, round),
        alike: [],
        commented: new Set<string>(),
      };
      return newestCase(() => orderOf(body, more), given)?.steps[0];
    });
  const plain = drawn('{"clientOrderId":"{{key}}"}');
  expect(new Set(plain.map((step) => step?.signing))).toEqual(new Set(['signed', 'simple']));
  expect(new Set(plain.map((step) => JSON.stringify(step?.body))).size).toBeGreaterThan(3);
  const special = drawn('{"clientOrderId":"{{key:a}}"}', { fault: 'wrongSecret' });
  expect(new Set(special.map((step) => JSON.stringify(step))).size).toBe(1);
});

test('a read is made once, and a case that cannot be made is none', () => {
  let made = 0;
  const given = {
    touched: new TouchedPairs(),
    now,
    chance: seededRandom(3, 0),
    alike: [],
    commented: new Set<string>(),
  };
  const none = () => {
    made += 1;
    return undefined;
  };
  expect(newestCase(none, { ...given, posts: 0 })).toBeUndefined();
  expect(made).toBe(1);
});

test('payments get comments of any length, and pay-ins are sent by accounts with the same methods too', () => {
  const payin = 'POST /v1/user/payments/payin';
  const drawn = (operation: string, body: string) =>
    Array.from({ length: 60 }, (_, round) => {
      const given = {
        touched: new TouchedPairs(),
        posts: 1,
        now,
        chance: seededRandom(4, round),
        alike: ['second'],
        commented: new Set(['M-2']),
      };
      return newestCase(() => orderOf(body, { operation }), given)?.steps[0];
    });
  const lengths = (steps: readonly (CaseStep | undefined)[]) =>
    new Set(steps.map((step) => JSON.stringify(step?.body).length));
  const named = drawn(payin, '{"amount":10.50,"currency":"EUR","method":"CC_VISAMC"}');
  expect(lengths(named).size).toBeGreaterThan(10);
  expect(named.every((step) => JSON.stringify(step?.body).includes('10.50'))).toBe(true);
  expect(new Set(named.map((step) => step?.account))).toEqual(new Set([undefined, 'second']));
  const byId = drawn('POST /v1/user/payments/payout', '{"amount":10.50,"paymentMethodId":"M-1"}');
  expect(lengths(byId).size).toBe(1);
  expect(new Set(byId.map((step) => step?.account))).toEqual(new Set([undefined]));
  expect(lengths(drawn(payin, '{"amount":10.50,"paymentMethodId":"M-2"}')).size).toBeGreaterThan(10);
});

test('some bundles get a reference of three characters, the same for each use in a case', () => {
  const operation = 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles';
  const one = orderOf('{"referenceId":"{{key:b}}","again":"{{key:b}}-1"}', { operation });
  const texts = Array.from({ length: 60 }, (_, round) => {
    const given = { touched: new TouchedPairs(), posts: 1, now, alike: [], commented: new Set<string>() };
    const step = newestCase(() => one, { ...given, chance: seededRandom(5, round) })?.steps[0];
    return step?.body && 'text' in step.body ? step.body.text : '';
  });
  const short = texts.filter((text) => !text.includes('{{key:b}}'));
  expect(short.length).toBeGreaterThan(10);
  expect(short.length).toBeLessThan(60);
  expect(short.every((text) => /^\{"referenceId":"([a-z0-9]{3})","again":"\1-1"\}$/.test(text))).toBe(true);
});
