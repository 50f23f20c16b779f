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
  const world = newInstance(
    { seed: 's', baseUrl: 'http://e', accounts, clock: () => 1_767_225_600_000_000_000n },
    rules,
  );
  const [account] = world.accounts;
  if (account === undefined) throw new Error('a setup has an account');
  world.webhooks.registered = [
    { kind: 'payment', owner: account.ownerId, projectId: null, url: HOOK, secret: null, formerSecret: null },
  ];
  const order = { orderId: 'ORD-1', requested: money(1), fee: ZERO, currency: 'UAH' } as const;
  const move = (): string => {
    const { id } = recordPayment(
      { instance: world, rules, account, now: now(world) },
      { ...order, status: 'NEW', orderType: 'PAYIN', transactionType: 'CREDIT' },
    );
    const stored = world.payments.get(id);
    if (stored) movePayment({ instance: world, rules, stored }, 'FAILED', { at: now(world), reason: null });
    return id;
  };
  return { instance: world, move };
}

test('at most 20,000 webhooks wait, the oldest are dropped, and waiting costs little', () => {
  const { instance: world, move } = open();
  const [first] = [move(), ...Array.from({ length: 20_000 }, move)];
  expect(world.webhooks.waiting.length).toBe(20_000);
  expect(world.webhooks.waiting.some(({ subject }) => subject.id === first)).toBe(false);
  advanceDeliveries({ instance: world, rules: conformingRules });
  expect(world.webhooks.underway.size).toBe(8);
  const begun = performance.now();
  for (let ordinal = 1; world.webhooks.underway.size > 0; ordinal += 1) {
    settleAttempt({ instance: world, rules: conformingRules }, ordinal, OK);
    advanceDeliveries({ instance: world, rules: conformingRules });
  }
  // A tenth of this is usual.
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(world.webhooks.waiting).toEqual([]);
});

test('the result of an attempt counts once, and an update without a change is not announced', () => {
  const { instance: world, move } = open();
  const id = move();
  announcePayment({ instance: world, rules: conformingRules }, id, 'FAILED');
  announcePayment({ instance: world, rules: conformingRules }, id, null);
  advanceDeliveries({ instance: world, rules: conformingRules });
  expect(world.webhooks.underway.size).toBe(1);
  settleAttempt({ instance: world, rules: conformingRules }, 1, { ...OK, status: 500 });
  settleAttempt({ instance: world, rules: conformingRules }, 1, OK);
  expect(nextDue(world)).toBe(now(world) + MINUTE);
});

test('a new event of a record does not move the retry of an earlier one', () => {
  const drop = { ...conformingRules, superseded: () => true };
  for (const [rules, left] of [
    [conformingRules, 2],
    [drop, 1],
  ] as const) {
    const { instance: world, move } = open({ ...rules, moveAllowed: () => true });
    const id = move();
    advanceDeliveries({ instance: world, rules });
    settleAttempt({ instance: world, rules }, 1, { ...OK, status: 500 });
    const stored = world.payments.get(id);
    if (stored)
      movePayment({ instance: world, rules: { ...rules, moveAllowed: () => true }, stored }, 'FROZEN', {
        at: now(world),
        reason: null,
      });
    expect(world.webhooks.waiting.length).toBe(left);
  }
});
