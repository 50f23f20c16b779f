import { expect, test } from '@playwright/test';
import { type Arbitrary, assert, constantFrom, integer, property, record, sample, subarray } from 'fast-check';
import { stringify } from 'lossless-json';
import { formats } from '../../schemas/domain/formats.ts';
import { listedValues } from '../../schemas/domain/sampleFields.ts';
import { decimal } from '../../schemas/json/exact.ts';
import { loadContract, type OperationKey } from '../../schemas/load/contract.ts';
import { unknownId } from '../texts/ids.ts';
import { type MethodInput, paymentBody, requiredBody } from './payment.ts';
import { person } from './person.ts';

const contract = loadContract();

const paths: Readonly<Record<MethodInput['orderType'], OperationKey>> = {
  PAYIN: 'POST /v1/user/payments/payin',
  PAYOUT: 'POST /v1/user/payments/payout',
};

const operators = {
  cardNumber: '4111111111111111',
  cryptoAddress: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  bankAccount: '1234567890',
  bankCode: 'BT',
  channelCode: 'CIMB',
  walletAddress: 'a-wallet',
};

const keys = Object.keys(operators) as (keyof typeof operators)[];

/** Generates every kind of method that the tables of interface.md allow, with any required fields and any known samples. */
const methodInputs: Arbitrary<MethodInput> = record({
  orderType: constantFrom('PAYIN', 'PAYOUT'),
  way: constantFrom(
    ...['EUR', 'USD', 'UAH', 'KZT', 'TRY'].map((currency) => ({ methodKey: 'CC_VISAMC', currency })),
    ...['IDR', 'KZT', 'EUR'].map((currency) => ({ methodKey: 'VA_QR', currency })),
    ...['ETHEREUM', 'TRON'].map((blockchain) => ({ methodKey: 'CRYPTOCOIN', currency: 'USDT', blockchain })),
    { methodKey: 'CRYPTOCOIN', currency: 'BTC' },
    { methodKey: 'CRYPTOCOIN', currency: 'ETH' },
  ),
  required: subarray([
    'firstName',
    'lastName',
    'phoneNumber',
    'email',
    'comment',
    'paymentMethodId',
    'amount',
    ...keys,
  ]),
  known: subarray(keys),
  scale: integer({ min: 0, max: 8 }),
}).map(({ orderType, way, required, known, scale }) => ({
  id: 'PMD-00000000-0000-4000-8000-000000000001',
  orderType,
  ...way,
  scale,
  minLimit: decimal('0.5'),
  required,
  samples: Object.fromEntries(known.map((name) => [name, operators[name]])),
}));

const drawn = (shape: MethodInput, seed: number) => sample(paymentBody(shape), { seed, numRuns: 3 });

test('a complete body is valid by the contract in the text that is sent', async () => {
  const { operations, validateBody } = await contract;
  assert(
    property(methodInputs, integer(), (shape, seed) => {
      const operation = operations.find(({ key }) => key === paths[shape.orderType]);
      for (const { body, missing } of drawn(shape, seed)) {
        if (!operation || missing.length > 0) continue;
        expect(validateBody(operation, JSON.parse(stringify(body) ?? ''))).toEqual([]);
      }
    }),
  );
});

test('a body has every field that text and method require, or lists those it lacks', () => {
  assert(
    property(methodInputs, integer(), (shape, seed) => {
      for (const { body, missing } of drawn(shape, seed)) {
        expect(Object.keys(body)).toEqual(expect.arrayContaining([...shape.required]));
        const empty = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [name] : []));
        expect(empty.toSorted()).toEqual([...missing].toSorted());
        expect(missing.filter((name) => name in shape.samples)).toEqual([]);
        expect(body).toMatchObject({ currency: shape.currency, method: shape.methodKey });
      }
    }),
  );
});

test('the same seed makes the same body', () => {
  assert(property(methodInputs, integer(), (shape, seed) => expect(drawn(shape, seed)).toEqual(drawn(shape, seed))));
});

const base: MethodInput = {
  id: 'PMD-1',
  orderType: 'PAYOUT',
  methodKey: 'CC_VISAMC',
  currency: 'UAH',
  scale: 2,
  required: [],
  samples: { cardNumber: '1' },
};

/** The fields of every body in addition to the required ones; some have a comment, too. */
const always = ['amount', 'currency', 'method'];

const asked: readonly (readonly [parts: Partial<MethodInput>, fields: readonly string[]])[] = [
  [{}, ['cardNumber']],
  [{ orderType: 'PAYIN' }, ['returnUrl']],
  [{ currency: 'KZT' }, ['cardNumber', 'firstName', 'lastName']],
  [{ currency: 'EUR' }, ['cardNumber', 'firstName', 'lastName', 'phoneNumber']],
  [{ orderType: 'PAYIN', currency: 'USD' }, ['firstName', 'lastName', 'returnUrl']],
  [{ orderType: 'PAYIN', currency: 'USDT', methodKey: 'CRYPTOCOIN' }, ['blockchain', 'returnUrl']],
  [{ currency: 'USDT', methodKey: 'CRYPTOCOIN' }, ['blockchain', 'cryptoAddress']],
  [{ currency: 'IDR', methodKey: 'VA_QR' }, ['bankAccount', 'bankCode']],
  [{ required: ['cardNumber', 'email', 'amount'] }, ['cardNumber', 'email']],
];

for (const [parts, fields] of asked) {
  test(`${JSON.stringify(parts)} asks for ${fields.join(', ')}`, () => {
    const [draft] = sample(paymentBody({ ...base, ...parts }), 1);
    const { comment: _, ...others } = draft?.body ?? {};
    expect(Object.keys(others).toSorted()).toEqual([...always, ...fields].toSorted());
  });
}

test('most bodies have a comment, and some have none', () => {
  const commented = sample(paymentBody(base), { numRuns: 90, seed: 1 }).filter(({ body }) => 'comment' in body).length;
  expect(commented).toBeGreaterThan(45);
  expect(commented).toBeLessThan(80);
});

test('a value that the interface lists is never missing, and a sample replaces it', () => {
  const bank = { ...base, currency: 'IDR', methodKey: 'VA_QR', required: ['bankCode', 'channelCode'] };
  for (const { body, missing } of sample(paymentBody({ ...bank, samples: { bankAccount: '1' } }), 9)) {
    for (const field of ['bankCode', 'channelCode'] as const)
      expect(listedValues[field]).toContain((body as Readonly<Record<string, unknown>>)[field]);
    expect(missing).toEqual([]);
  }
  const [given] = sample(paymentBody({ ...bank, samples: { bankAccount: '1', bankCode: 'QRIS' } }), 1);
  expect(given?.body).toMatchObject({ bankCode: 'QRIS' });
});

test('a method that currency and method do not name alone is named by its id', () => {
  const shared = {
    currency: 'USDC',
    methodKey: 'CRYPTOCOIN',
    blockchain: 'POLYGON',
    samples: { cryptoAddress: '0x1' },
  };
  const [draft] = sample(paymentBody({ ...base, ...shared, isAmbiguous: true }), 1);
  const { comment: _, ...others } = draft?.body ?? {};
  expect(Object.keys(others).toSorted()).toEqual(['amount', 'cryptoAddress', 'paymentMethodId']);
  const routed = { ...base, ...shared, isAmbiguous: true, required: ['currency', 'method'] };
  expect(sample(paymentBody(routed), 1)[0]?.body).toMatchObject({ paymentMethodId: base.id, currency: 'USDC' });
});

test('samples of a test override those of the method', () => {
  const [draft] = sample(paymentBody(base, { cardNumber: '2' }), 1);
  expect(draft?.body['cardNumber']).toBe('2');
});

test('a field named like a property of every object is missing like any other', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(sample(paymentBody({ ...base, required: [name] }), 1)[0]?.missing).toEqual([name]);
});

test('a person has ASCII names, an international number and an unused mail address', () => {
  assert(
    property(person, (who) => {
      expect(Object.values(who).join('')).toMatch(/^[ -~]+$/);
      expect(who.receiverName).toBe(`${who.firstName} ${who.lastName}`);
      expect(who.cardholder).toBe(who.receiverName.toUpperCase());
      expect(who.phoneNumber).toMatch(/^\+(?:1\d{3}55501\d\d|44\d{10})$/);
      expect(who.email).toMatch(/^[a-z]{6,10}@example\.com$/);
    }),
  );
});

test('an unused id has the right format and differs for another seed', () => {
  assert(property(unknownId('PMT'), (id) => expect(formats['payment-id'](id)).toBe(true)));
  const [one, same, other] = [1, 1, 2].map((seed) => sample(unknownId('ORD'), { seed, numRuns: 1 })[0]);
  expect(one).toBe(same);
  expect(one).not.toBe(other);
});

test('a body by paymentMethodId has exactly the fields that the method requires', () => {
  assert(
    property(methodInputs, integer(), (shape, seed) => {
      for (const { body, missing } of sample(requiredBody(shape), { seed, numRuns: 3 })) {
        const wanted = new Set(['paymentMethodId', 'amount', ...shape.required]);
        expect(Object.keys(body).toSorted()).toEqual([...wanted].toSorted());
        const empty = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [name] : []));
        expect(empty.toSorted()).toEqual([...missing].toSorted());
        expect(body).toMatchObject({ paymentMethodId: shape.id });
      }
    }),
  );
  const routed = { ...base, required: ['currency', 'method', 'blockchain', 'clientOrderId'], blockchain: 'TRON' };
  expect(sample(requiredBody(routed), 1)[0]).toMatchObject({
    body: { currency: 'UAH', method: 'CC_VISAMC', blockchain: 'TRON' },
    missing: [],
  });
});
