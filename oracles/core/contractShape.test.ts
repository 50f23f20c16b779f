import { expect, test } from '@playwright/test';
import {
  exchangeOf,
  paymentLike,
  recordOfExchanges,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { arrayFault, namesFields } from '../payments/methodsList.ts';
import { keepsTypes } from './answerTypes.ts';
import {
  bareOrderIdFault,
  hasFormat,
  hasIdShapes,
  hasShape,
  hasUtcTimes,
  isListed,
  jsonAnswerFault,
  saysJson,
  saysPlainText,
  writesZones,
} from './contractShape.ts';

type Found = readonly Fault[] | Fault | undefined;

/** Returns the places, or else the codes, of the faults. */
const found = (given: Found): string[] =>
  [given ?? []].flat().map((fault) => ('where' in fault ? fault.where.replace(/^.*(?=\/)/, '') : fault.code));

const typed = (type: string, answer: unknown): SampleExchange => ({ answer, headers: [['CONTENT-type', type]] });

test('an answer that is a JSON object or array is JSON with any whitespace', () => {
  for (const answer of ['{}', '[]', ' \n{"a":1}\n', '[1,2]', '{"a":1e999}', '{"__proto__":1}'])
    expect(jsonAnswerFault(exchangeOf({ answer }))).toBeUndefined();
  for (const answer of ['', '1', '"text"', 'null', '{', '{"a":1}x', '<html>', "{'a':1}", 'NaN'])
    expect(found(jsonAnswerFault(exchangeOf({ answer }))), answer).toEqual(['notJson']);
});

test('a cut answer decides nothing', () => {
  expect(found(jsonAnswerFault(exchangeOf({ answer: '[{', cut: true })))).toEqual(['cut']);
  expect(found(bareOrderIdFault(exchangeOf({ answer: 'ORD-', cut: true })))).toEqual(['cut']);
  expect(found(arrayFault(exchangeOf({ answer: '[{', cut: true })))).toEqual(['cut']);
});

test('an unreadable body is reported by its kind, and fails only if it is not UTF-8', () => {
  const unreadable: readonly (readonly [SampleExchange, string])[] = [
    [{ storedBody: { unread: 'coded' } }, 'coded'],
    [{ storedBody: { unread: 'miscoded' } }, 'miscoded'],
    [{ storedBody: { unread: 'nested', cut: true } }, 'nested'],
    [{ storedBody: { unread: 'wide', cut: true } }, 'wide'],
    [{ storedBody: { base64: '/w==' } }, 'notUtf8'],
  ];
  for (const [sample, code] of unreadable) expect(found(jsonAnswerFault(exchangeOf(sample)))).toEqual([code]);
  expect(found(arrayFault(exchangeOf({ storedBody: { base64: '/w==' } })))).toEqual(['illegible']);
});

test('a byte order mark is skipped, and reported when JSON is judged', () => {
  const exchange = exchangeOf({ answer: '\uFEFF{"a":"b"}' });
  expect([found(jsonAnswerFault(exchange)), JSON.stringify(exchange.json)]).toEqual([['byteOrderMark'], '{"a":"b"}']);
  expect(bareOrderIdFault(exchangeOf({ answer: `\uFEFF${order}` }))).toBeUndefined();
});

test('a number outside the range of Float is reported as written', async () => {
  const { contract } = await recordOfExchanges();
  const [tiny, huge] = ['1e-400000000', '-1e400000000'];
  const seen = (answer: string) =>
    [keepsTypes(contract)(exchangeOf({ operation: 'GET /v1/user/wallet/balances', answer })) ?? []]
      .flat()
      .map((fault) => 'seen' in fault && fault.seen);
  for (const text of [tiny, huge]) expect(seen(`[{"amount":${text}}]`)).toEqual([text]);
  for (const text of ['1e-300', '0e400000000', '1e308', '0', '-0.0']) expect(seen(`[{"amount":${text}}]`)).toEqual([]);
});

test('a JSON answer says that it is JSON, with parameters or a suffix', () => {
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'application/hal+json',
  ])
    expect(saysJson(exchangeOf(typed(type, {})))).toBeUndefined();
  for (const type of ['text/html', 'text/json', 'application/octet-stream', 'application/jsonp', ''])
    expect(found(saysJson(exchangeOf(typed(type, {})))), type).toEqual(['contentType']);
  expect(saysJson(exchangeOf(typed('text/html', 'no JSON at all')))).toBeUndefined();
});

const order = 'ORD-0a1b2c3d-0000-4000-8000-00000000000f';

test('a bare order id is the whole text except one line break', () => {
  for (const answer of [order, `${order}\n`, `${order}\r\n`, order.toUpperCase()])
    expect(bareOrderIdFault(exchangeOf({ answer }))).toBeUndefined();
  for (const answer of [
    '',
    `"${order}"`,
    ` ${order}`,
    `${order} `,
    `${order}\n\n`,
    `{"id":"${order}"}`,
    order.slice(0, -1),
    order.replace('ORD', 'PMT'),
    order.replaceAll('-', ''),
  ])
    expect(found(bareOrderIdFault(exchangeOf({ answer }))), answer).toEqual(['notBareOrderId']);
});

test('a plain-text creation says plain/text, as the interface spells it', () => {
  expect(saysPlainText(exchangeOf(typed('plain/text;charset=UTF-8', order)))).toBeUndefined();
  for (const type of ['text/plain', 'application/json', ''])
    expect(found(saysPlainText(exchangeOf(typed(type, order))))).toEqual(['contentType']);
});

/** Returns the sightings of these payments in a list. */
async function listed(...payments: unknown[]) {
  const record = await recordOfExchanges({ operation: 'GET /v1/user/payments', answer: payments });
  return { contract: record.contract, sightings: record.payments };
}

const without = (name: string) => ({ ...paymentLike(), [name]: undefined });

const samplePayments: readonly (readonly [name: string, payment: unknown, places: readonly string[]])[] = [
  ['a sound payment', paymentLike(), []],
  ['null for what is optional', paymentLike({ blockchain: null, reason: null, comment: null, h2H: null }), []],
  ['nothing for what is optional', without('comment'), []],
  ['fields that nobody asked for', paymentLike({ extraField: { deep: [1] }, another: null }), []],
  ['a value that no list has', paymentLike({ status: 'COMPLETED', currency: 'XXX' }), []],
  ['a number as text', paymentLike({ amount: '10' }), ['/amount']],
  ['a text as number', paymentLike({ clientOrderId: 7 }), ['/clientOrderId']],
  ['an object for a text', paymentLike({ reason: {} }), ['/reason']],
  ['null for what is required', paymentLike({ amount: null }), ['/amount']],
  ['a time as number, which is for another law', paymentLike({ createdAt: 1767225600000 }), []],
];

for (const [name, payment, places] of samplePayments) {
  test(`${name} ${places.length === 0 ? 'has' : 'has not'} the fields of a payment`, async () => {
    const { contract, sightings } = await listed(payment);
    expect(sightings.flatMap((sighting) => found(hasShape(contract, 'Payment')(sighting)))).toEqual(places);
  });
}

test('a missing required field is reported', async () => {
  const { contract, sightings } = await listed(without('id'), without('status'));
  const faults = sightings.flatMap((sighting) => hasShape(contract, 'Payment')(sighting) ?? []);
  expect(faults.map((fault) => fault.code === 'schema' && fault.keyword)).toEqual(['required', 'required']);
});

test('a listed field holds a listed value, one named by the methods, null or nothing', async () => {
  const { contract, sightings } = await listed(
    ...['EUR', 'USDC', 'XXX', null, undefined].map((currency) => ({ ...paymentLike(), currency })),
  );
  const rule = isListed('Payment', 'currency', { contract, also: ['USDC'] });
  const faults = sightings.flatMap((sighting) => rule(sighting) ?? []);
  expect(faults).toMatchObject([{ code: 'notListed', seen: 'XXX', where: 'GET /v1/user/payments /2/currency' }]);
});

test('a format applies only to values that are set', async () => {
  const owner = 'OWN-0a1b2c3d-0000-4000-8000-00000000000f';
  const { contract, sightings } = await listed(
    ...[owner, null, undefined, owner.slice(4), { id: owner }].map((transferTo) => ({ ...paymentLike(), transferTo })),
  );
  const rule = hasFormat('Payment', 'transferTo', contract);
  expect(sightings.map((sighting) => found(rule(sighting)).length)).toEqual([0, 0, 0, 1, 1]);
});

const answered = async (payment: unknown, status = 200) => {
  const record = await recordOfExchanges({ operation: 'GET /v1/user/payments/{id}', answer: payment, status });
  const exchange = record.exchanges[0] ?? exchangeOf({});
  return { exchange, contract: record.contract };
};

test('an identifier has the prefix of its entity and a uuid of any letter case', async () => {
  for (const [fields, places] of [
    [{}, []],
    [{ id: 'PMT-0A1B2C3D-0000-4000-8000-00000000000F' }, []],
    [{ id: 'PMT-1' }, ['/id']],
    [{ id: '0a1b2c3d-0000-4000-8000-00000000000f' }, ['/id']],
    [{ id: order, orderId: paymentLike()['id'] }, ['/id', '/orderId']],
    [{ clientOrderId: 'whatever we sent', externalId: 'f'.repeat(64) }, []],
  ] as const) {
    const { exchange, contract } = await answered(paymentLike(fields), 201);
    expect(found(hasIdShapes(contract)(exchange)).toSorted(), JSON.stringify(fields)).toEqual(places);
  }
});

const times: readonly (readonly [value: unknown, utc: boolean, zoned: boolean])[] = [
  ['2026-01-01T00:00:01Z', true, true],
  ['2026-01-01T00:00:01.1Z', true, true],
  ['2026-01-01T00:00:01.12Z', true, true],
  ['2026-01-01T00:00:01.123456789Z', true, true],
  ['2026-01-01T00:00:01+00:00', true, true],
  ['2026-01-01T00:00:01', true, false],
  ['2026-01-01T03:00:01+03:00', false, true],
  ['2026-01-01 00:00:01', false, true],
  ['01.01.2026', false, true],
  [1767225601000, false, true],
];

for (const [value, utc, zoned] of times) {
  test(`the time ${value} is ${utc ? '' : 'not '}in UTC and its zone is ${zoned ? 'not ' : ''}missing`, async () => {
    const { exchange, contract } = await answered(paymentLike({ createdAt: value }));
    expect(found(hasUtcTimes(contract)(exchange))).toEqual(utc ? [] : ['/createdAt']);
    expect(found(writesZones(exchange))).toEqual(zoned ? [] : ['/createdAt']);
  });
}

test('a methods list is an array, and its field names are names', async () => {
  expect(arrayFault(exchangeOf({ answer: [] }))).toBeUndefined();
  for (const answer of [{}, { content: [] }, 'text']) expect(found(arrayFault(exchangeOf({ answer })))).toHaveLength(1);
  const named = async (properties: unknown) => {
    const { methods } = await recordOfExchanges({ answer: [{ id: 'PMD-1', properties }] });
    return methods.flatMap((sighting) => found(namesFields(sighting)));
  };
  for (const required of [[], ['cardNumber', 'email', 'x.y', 'field_2'], null, undefined])
    expect(await named({ required, optional: ['nobodyKnowsThis'] })).toEqual([]);
  expect(await named(null)).toEqual([]);
  for (const required of ['cardNumber', {}, [1], [''], [null], ['card number'], ['The card, 16 digits']])
    expect(await named({ required }), JSON.stringify(required)).toEqual(['/required']);
});
