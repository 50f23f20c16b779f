import { expect, test } from '@playwright/test';
import { money, ZERO } from '../domain/money.ts';
import type { AttemptOutcome } from '../domain/webhook.ts';
import { type Instance, newInstance, now } from '../instance/instance.ts';
import { recordPayment } from '../instance/ledger.ts';
import { newSetup } from '../instance/setup.ts';
import { movePayment } from '../lifecycle/paymentTransitions.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { announcePayment } from './announce.ts';
import { advanceDeliveries, nextDue, settleAttempt } from './deliveries.ts';

const HOOK = 'http://127.0.0.1:9/';
const MINUTE = 60_000_000_000n;
const OK: AttemptOutcome = { end: 'answered', status: 200, location: null };

/** Opens an instance with a stopped clock and a payment webhook; `move` makes a pay-in and fails it. */
function open(rules: Rules = conformingRules): { instance: Instance; move: () => string } {
  const { accounts } = newSetup('deliveries', {});
  const instance = newInstance(
    { seed: 's', baseUrl: 'http://e', accounts, clock: () => 1_767_225_600_000_000_000n },
    rules,
  );
  const [account] = instance.accounts;
  if (account === undefined) throw new Error('a setup has an account');
  instance.webhooks.registered = [
    { kind: 'payment', owner: account.ownerId, projectId: null, url: HOOK, secret: null, formerSecret: null },
  ];
  const order = { orderId: 'ORD-1', requested: money(1), fee: ZERO, currency: 'UAH' } as const;
  const move = (): string => {
    const { id } = recordPayment(
      { instance, rules, account, now: now(instance) },
      { ...order, status: 'NEW', orderType: 'PAYIN', transactionType: 'CREDIT' },
    );
    const stored = instance.payments.get(id);
    if (stored) movePayment({ instance, rules, stored }, 'FAILED', { at: now(instance), reason: null });
    return id;
  };
  return { instance, move };
}

test('at most 20,000 webhooks wait, and the oldest are dropped', { tag: '@full' }, () => {
  const { instance: opened, move } = open();
  const [first] = [move(), ...Array.from({ length: 20_000 }, move)];
  expect(opened.webhooks.waiting.length).toBe(20_000);
  expect(opened.webhooks.waiting.some(({ subject }) => subject.id === first)).toBe(false);
  advanceDeliveries({ instance: opened, rules: conformingRules });
  expect(opened.webhooks.underway.size).toBe(8);
  for (let ordinal = 1; opened.webhooks.underway.size > 0; ordinal += 1) {
    settleAttempt({ instance: opened, rules: conformingRules }, ordinal, OK);
    advanceDeliveries({ instance: opened, rules: conformingRules });
  }
  expect(opened.webhooks.waiting).toEqual([]);
});

test('the result of an attempt counts once, and an update without a change is not announced', () => {
  const { instance: opened, move } = open();
  const id = move();
  announcePayment({ instance: opened, rules: conformingRules }, id, 'FAILED');
  announcePayment({ instance: opened, rules: conformingRules }, id, null);
  advanceDeliveries({ instance: opened, rules: conformingRules });
  expect(opened.webhooks.underway.size).toBe(1);
  settleAttempt({ instance: opened, rules: conformingRules }, 1, { ...OK, status: 500 });
  settleAttempt({ instance: opened, rules: conformingRules }, 1, OK);
  expect(nextDue(opened)).toBe(now(opened) + MINUTE);
});

test('a new event of a record does not move the retry of an earlier one', () => {
  const drop = { ...conformingRules, superseded: () => true };
  for (const [rules, left] of [
    [conformingRules, 2],
    [drop, 1],
  ] as const) {
    const { instance: opened, move } = open({ ...rules, moveAllowed: () => true });
    const id = move();
    advanceDeliveries({ instance: opened, rules });
    settleAttempt({ instance: opened, rules }, 1, { ...OK, status: 500 });
    const stored = opened.payments.get(id);
    if (stored)
      movePayment({ instance: opened, rules: { ...rules, moveAllowed: () => true }, stored }, 'FROZEN', {
        at: now(opened),
        reason: null,
      });
    expect(opened.webhooks.waiting.length).toBe(left);
  }
});
