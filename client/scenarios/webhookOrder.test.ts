import { expect, test } from '@playwright/test';
import { knownFacts } from '../../tests/support/client/knownFacts.ts';
import type { StateAfter } from '../oracles/webhooks.ts';
import type { WebhookStep } from './scenario.ts';
import { webhookOrder } from './webhookOrder.ts';

const scenarios = webhookOrder(knownFacts(1)).map(({ name, steps, claims: [claim] }) => ({
  name,
  told: (steps as readonly WebhookStep[]).map(({ text }) => JSON.parse(text)),
  after: claim?.args as StateAfter,
}));

const named = (name: string) => scenarios.find((one) => one.name === name);

test('every final status is tried before every earlier one, and a conflict is not', () => {
  for (const name of [
    'a payment, FROZEN after PARTIAL_SUCCESS',
    'a checkout, PAYMENT_DETECTED after EXPIRED',
    'a request, WAITING_PAYMENT after EXPIRED',
    'a checkout, REQUEST_CREATED twice',
  ])
    expect(named(name)?.after.isOld, name).toBe(true);
  expect(scenarios.filter(({ name }) => name.includes('CONFLICT'))).toEqual([]);
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
});

test('the record keeps the last status by the true order, and its amount', () => {
  expect(named('a payment, PENDING after PARTIAL_SUCCESS')?.after).toEqual({
    status: 'PARTIAL_SUCCESS',
    amount: '4.5',
    isOld: true,
  });
  expect(named('a payment, in order')?.after).toEqual({ status: 'SUCCESS', isOld: false });
});

test('a late request says that it changed earlier, and a duplicate says the same', () => {
  const times = (name: string) => (named(name)?.told ?? []).map(({ lastUpdatedAt }) => String(lastUpdatedAt));
  const [first = '', late = ''] = times('a request, WAITING_PAYMENT after SUCCESS');
  expect(late < first).toBe(true);
  expect(new Set(times('a request, WAITING_PAYMENT twice')).size).toBe(1);
});
