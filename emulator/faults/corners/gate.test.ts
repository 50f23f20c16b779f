import { expect, test } from '@playwright/test';
import { barePayin } from '../../../tests/support/emulator/sampleBodies.ts';
import { headersOf, openTestEmulator, type TestEmulator } from '../../../tests/support/emulator/testEmulator.ts';
import { duringCall, noteOfCall } from '../../domain/currentCall.ts';
import type { Call } from '../../domain/httpMessages.ts';
import { money } from '../../domain/money.ts';
import { rulesNamed } from '../catalogue.ts';
import { factOf, factsOf, type Use } from './facts.ts';
import { gated, gatedRules, useCounter } from './gate.ts';
import type { Predicate } from './predicates.ts';

const CARD = barePayin({ amount: 30_000, currency: 'UAH', method: 'CC_VISAMC' });

const callWith = (body: unknown, query = ''): Call => ({
  verb: 'POST',
  path: '/v1/user/payments/payin',
  query: new URLSearchParams(query),
  headers: {},
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});

const every = (step: number): Predicate => ({ kind: 'nth', fact: 'nth', form: 'every', constants: [String(step)] });

async function payin({ ask, setup }: TestEmulator, body: unknown, account = 'main'): Promise<number> {
  return (await ask({ path: '/v1/user/payments/payin', body, headers: headersOf(setup, account) })).status;
}

test('a gated rule is faulty only while its predicate holds', () => {
  const rule = gated(
    () => 'faulty',
    () => 'sound',
    every(3),
  );
  expect(Array.from({ length: 6 }, () => rule())).toEqual(['sound', 'sound', 'faulty', 'sound', 'sound', 'faulty']);
});

test('each account has its own count of uses', () => {
  const describe = useCounter();
  const useBy = (account: string): number =>
    duringCall({ call: callWith({}), now: 0n }, () => {
      noteOfCall({ account });
      return describe([]).nth;
    });
  expect(['main', 'second', 'main'].map(useBy)).toEqual([1, 1, 2]);
});

test('the time since the last call counts calls, not the uses within one', () => {
  const describe = useCounter();
  const timesAt = (now: bigint): (number | undefined)[] =>
    duringCall({ call: callWith({}), now }, () => [describe([]).sinceMs, describe([]).sinceMs]);
  expect(timesAt(0n)).toEqual([undefined, undefined]);
  expect(timesAt(5_000_000n)).toEqual([5, 5]);
});

test('rules that are not functions are left out', () => {
  const rules = { withinMaximum: () => true, feeOf: 7 } as unknown as Parameters<typeof gatedRules>[0];
  expect(Object.keys(gatedRules(rules, every(2)))).toEqual(['withinMaximum']);
});

test('the facts of a use are those of the call and of the arguments', () => {
  const use: Use = duringCall(
    { call: callWith({ amount: 1.5, card: { pan: '4242' } }, 'size=3'), now: 9_000_000n },
    () => {
      noteOfCall({ operation: 'createPayin', account: 'main', project: 2 });
      return useCounter()([money('0.25'), { currency: 'EUR', createdAt: 4_000_000n }, ['x', 'y']]);
    },
  );
  expect(Object.fromEntries(factsOf(use))).toMatchObject({
    operation: 'createPayin',
    account: 'main',
    project: '2',
    nth: '1',
    age: '5',
    'q.size': '3',
    'b.amount': '1.5',
    'b.card.pan': '4242',
    a0: '0.25',
    'a1.currency': 'EUR',
    'a2.length': '2',
  });
  expect(factOf(use, 'b.missing')).toBeUndefined();
  expect(factOf(use, 'constructor')).toBeUndefined();
});

test('without a call only the arguments have facts', () => {
  const facts = factsOf(useCounter()(['EXPIRED']));
  expect(Object.fromEntries(facts)).toEqual({ nth: '1', a0: 'EXPIRED' });
});

test('a corner by account, by a field of the body and by decimals shows nowhere else', async () => {
  const open = (predicate: string): TestEmulator =>
    openTestEmulator({ rules: rulesNamed(`corner:over-limit~${predicate}`) });
  const byAccount = open('account~account~is~second');
  expect([await payin(byAccount, CARD), await payin(byAccount, CARD, 'second')]).toEqual([400, 200]);
  const byField = open('chain~b.currency~is~TRY');
  const lira = { ...CARD, currency: 'TRY', amount: 50_000 };
  expect([await payin(byField, CARD), await payin(byField, lira)]).toEqual([400, 200]);
  const byDecimals = open('precision~b.amount~is~2');
  expect([await payin(byDecimals, CARD), await payin(byDecimals, { ...CARD, amount: 30_000.25 })]).toEqual([400, 200]);
});

test('the uses of one service do not count for another with the same name', async () => {
  const name = 'corner:over-limit~nth~nth~every~2';
  for (const emulator of [1, 2].map(() => openTestEmulator({ rules: rulesNamed(name) })))
    expect([await payin(emulator, CARD), await payin(emulator, CARD)]).toEqual([400, 200]);
});
