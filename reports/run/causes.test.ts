import { expect, test } from '@playwright/test';
import { sampleRequirement } from '../../tests/support/reports/sampleVerdict.ts';
import { causesOf } from './causes.ts';

let last = 0;

/** A failing requirement with one finding, by an exchange of its own unless one is given. */
function failing(finding: { code?: string; wanted: string; seen: string; exchange?: string }) {
  last += 1;
  const { code = 'differs', wanted, seen, exchange = `p0-${last}` } = finding;
  const exchanges = [exchange];
  return sampleRequirement({ id: `PAY-${last}`, findings: [{ code, wanted, seen, exchanges }], exchanges });
}

const causes = (...all: readonly Parameters<typeof failing>[0][]) => causesOf(all.map(failing)).length;

const search = '/v2/user/payments/search?size=100&sort=createdAt%2Cdesc';
const stray = (query: string, seen: string) => ({
  code: 'stray',
  wanted: `only matching payments in the answer to GET ${search}&${query}`,
  seen: `${seen.includes('PENDING') ? 'PMT-00000000-0000-4000-8000-000000000001' : 'PMT-00000000-0000-4000-8000-000000000002'} with ${seen}`,
});
const missed = (query: string) => ({
  code: 'missed',
  wanted: `PMT-00000000-0000-4000-8000-000000000001 in the answer to GET ${search}&${query}`,
  seen: 'no such entry, though earlier and later answers show it',
});

test('the same demand on the same field is one cause, even if no exchange shows both failures', () => {
  expect(causes(stray('status=NEW', 'status PENDING'), stray('status=EXPIRED&currency=EUR', 'status FAILED'))).toBe(1);
  expect(causes(missed('status=EXPIRED'), missed('currency=EUR&status=EXPIRED'))).toBe(1);
  const sameComment = (payment: string, seen: string) => ({
    code: 'disagreement',
    wanted: `PMT-00000000-0000-4000-8000-00000000000${payment} to have the same comment in every answer`,
    seen,
  });
  expect(causes(sameComment('1', 'tea and TEA'), sameComment('2', 'jam by list and JAM by webhook'))).toBe(1);
  const lower = (operation: string) => ({
    code: 'schema',
    wanted: `${operation} /content/0/status must be equal to one of the allowed values`,
    seen: 'pending',
  });
  expect(causes(lower('GET /v2/user/payments/search'), { ...lower('GET /v1/user/payments'), code: 'notListed' })).toBe(
    1,
  );
});

test('failures about different fields, records or words stay apart', () => {
  expect(causes(stray('status=NEW', 'status PENDING'), stray('currency=EUR', 'currency BTC'))).toBe(2);
  expect(causes(missed('status=EXPIRED'), missed('orderType=PAYIN'))).toBe(2);
  // What was seen is no mark of a cause if any target may show it.
  const deposit = { wanted: 'FAILED as the outcome of 0.5 TRON_USDT (minimum 1)', seen: 'PENDING' };
  const payout = { wanted: 'a payment to reach SUCCESS by the deadline', seen: 'PENDING' };
  expect(causes(deposit, payout)).toBe(2);
  expect(
    causes(
      { wanted: 'search to find an order', seen: 'no match' },
      { wanted: 'search to find a checkout', seen: 'no match' },
    ),
  ).toBe(2);
  // The last segment of a path is no field.
  const at = (field: string, seen: string) => ({
    wanted: `GET /v1/user/methods /0/${field} must be a number`,
    seen,
    exchange: 'p0-m',
  });
  expect(causes(at('percent', '"1"'), at('scale', '"2"'))).toBe(2);
});

test('an answer that only this target gives joins what it breaks', () => {
  const seen = '401 application/json {"message":"The request needs a token"}';
  expect(causes({ wanted: 'a list of pairs accepted', seen }, { wanted: 'a simple request accepted', seen })).toBe(1);
  expect(causes({ wanted: 'a', seen: 'none', exchange: 'p0-s' }, { wanted: 'b', seen: 'two', exchange: 'p0-s' })).toBe(
    1,
  );
});

test('a requirement whose title names the field leads its cause', () => {
  const finding = {
    code: 'differs',
    wanted: 'the payment webhook body/blockchain null',
    seen: 'NONE',
    exchanges: ['p0-w'],
  };
  const of = (id: string, title: string) => sampleRequirement({ id, title, findings: [finding], exchanges: ['p0-w'] });
  const [cause] = causesOf([
    of('LIF-03', 'each move is announced'),
    of('PAY-04', 'blockchain is listed, none for fiat'),
  ]);
  expect(cause?.requirements.map(({ id }) => id)).toEqual(['PAY-04', 'LIF-03']);
});
