import { expect, test } from '@playwright/test';
import { loadContract } from '../load/contract.ts';
import type openapi from '../openapi.json';
import {
  checkoutLifecycle,
  type checkoutReasons,
  domainLifecycle,
  type Lifecycle,
  massPayoutBatchLifecycle,
  massPayoutOrderLifecycle,
  paymentLifecycle,
  requestLifecycle,
  type requestReasons,
} from './lifecycles.ts';

type Schemas = typeof openapi.components.schemas;
type Meanings<Name extends keyof Schemas> = keyof (Schemas[Name] & {
  'x-enumDescriptions': object;
})['x-enumDescriptions'];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test('the lists are the enums of openapi.json (checked by the compiler)', () => {
  const ties: [
    Equal<(typeof paymentLifecycle.states)[number], Meanings<'PaymentStatus'>>,
    Equal<(typeof checkoutLifecycle.states)[number], Meanings<'CheckoutStatus'>>,
    Equal<(typeof requestLifecycle.states)[number], Meanings<'RequestStatus'>>,
    Equal<(typeof domainLifecycle.states)[number], Meanings<'DomainStatus'>>,
    Equal<(typeof massPayoutOrderLifecycle.states)[number], Meanings<'MassPayoutOrderStatus'>>,
    Equal<(typeof massPayoutBatchLifecycle.states)[number], Meanings<'MassPayoutBatchStatus'>>,
    Equal<(typeof checkoutReasons)[number], Meanings<'CheckoutReason'>>,
    Equal<(typeof requestReasons)[number], Meanings<'RequestReason'>>,
  ] = [true, true, true, true, true, true, true, true];
  const lacking: Equal<Exclude<(typeof paymentLifecycle.states)[number], 'FROZEN'>, Meanings<'PaymentStatus'>> = false;
  expect([...ties, lacking]).toEqual([...ties.map(() => true), false]);
});

const lifecycles: Record<string, Lifecycle<string>> = {
  PaymentStatus: paymentLifecycle,
  CheckoutStatus: checkoutLifecycle,
  RequestStatus: requestLifecycle,
  DomainStatus: domainLifecycle,
  MassPayoutOrderStatus: massPayoutOrderLifecycle,
  MassPayoutBatchStatus: massPayoutBatchLifecycle,
};

test('every table of meanings lists the values of its enum', async () => {
  const { document } = await loadContract();
  const schemas = Object.entries(document.components?.schemas ?? {});
  const described = schemas.filter(([, schema]) => 'x-enumDescriptions' in schema);
  expect(described.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(lifecycles)));
  for (const [name, schema] of described)
    expect(Object.keys(Object(Reflect.get(schema, 'x-enumDescriptions'))), name).toEqual(Reflect.get(schema, 'enum'));
});

for (const [name, { states, initial, final, forbidden }] of Object.entries(lifecycles))
  test(`${name}: initial, final and forbidden entries are states`, async () => {
    const contract = await loadContract();
    for (const state of [...states, ...initial, ...final]) expect(contract.validate(name, state), state).toEqual([]);
    expect(new Set(states).size).toBe(states.length);
    expect(initial.filter((state) => final.includes(state))).toEqual([]);
    for (const { from, to, clause } of forbidden) {
      expect(states).toEqual(expect.arrayContaining([from, to]));
      expect(from).not.toBe(to);
      expect(clause).toMatch(/^LIF-\d\d$/);
    }
  });

test('a payment may leave FROZEN, but not return from a final status', () => {
  const clauses = (from: string, to: string) =>
    paymentLifecycle.forbidden.filter((move) => move.from === from && move.to === to).map(({ clause }) => clause);
  expect(clauses('FROZEN', 'SUCCESS')).toEqual([]);
  expect(clauses('NEW', 'PENDING')).toEqual([]);
  expect(clauses('SUCCESS', 'PENDING')).toEqual(['LIF-01']);
  expect(clauses('FAILED', 'NEW')).toEqual(['LIF-01', 'LIF-02']);
  expect(clauses('FROZEN', 'NEW')).toEqual(['LIF-02']);
});
