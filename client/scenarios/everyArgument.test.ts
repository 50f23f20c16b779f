import { expect, test } from '@playwright/test';
import { formats } from '../../schemas/domain/formats.ts';
import { knownFacts } from '../../tests/support/client/knownFacts.ts';
import type { CallRequest } from '../protocol/messages.ts';
import { clientOperations } from '../server/operationTable.ts';
import { everyArgument } from './everyArgument.ts';

const stepsOf = (seed: number) =>
  everyArgument(knownFacts(seed)).flatMap(({ steps }) => steps as readonly CallRequest[]);

test('every member of every body and query of the contract is sent, and every word of its lists', () => {
  const steps = stepsOf(1);
  for (const { id, body, query } of clientOperations.values()) {
    const own = steps.filter(({ operation }) => operation === id);
    const asked = own.flatMap((one) => Object.entries({ ...one.body, ...one.query }));
    const properties = Object.entries({ ...(body['properties'] as object), ...query }) as [
      string,
      { enum?: string[] },
    ][];
    for (const [name, { enum: words = [] }] of properties) {
      const values = asked.filter(([of]) => of === name).map(([, value]) => value);
      expect(values.length, `${id} ${name}`).toBeGreaterThan(0);
      expect(values, `${id} ${name}`).toEqual(expect.arrayContaining(words));
    }
  }
  expect(
    steps.filter(({ operation }) => operation === 'createCheckout').map(({ body }) => body?.['fixedAmount']),
  ).toContainEqual(expect.objectContaining({ currency: 'EUR' }));
  expect(steps).toContainEqual(expect.objectContaining({ query: expect.objectContaining({ page: 0 }) }));
});

test('values have the formats of the contract, and differ by seed', () => {
  const bodies = stepsOf(7).map(({ body }) => body ?? {});
  const valuesOf = (name: string) => bodies.map((one) => one[name]).filter((value) => value !== undefined);
  expect(valuesOf('paymentMethodId').every((value) => formats['method-id'](String(value)))).toBe(true);
  expect(valuesOf('expiresAt').every((value) => formats['utc-instant'](String(value)))).toBe(true);
  expect(valuesOf('cryptoCurrency').every((value) => formats['asset-id'](String(value)))).toBe(true);
  expect(stepsOf(7)).toEqual(stepsOf(7));
  expect(stepsOf(7)).not.toEqual(stepsOf(8));
});
