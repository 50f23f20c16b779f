import { expect, test } from '@playwright/test';
import type { Fault } from '../traffic/outcome/fault.ts';
import { brokenResultsOf, heldIn } from './brokenResults.ts';

const fault = (what: string): Fault => ({ code: 'notAccepted', what, seen: '400', exchanges: ['p0-1'] });
const failed = (what: string, cell?: string) => ({
  outcome: 'fail' as const,
  faults: [fault(what)],
  ...(cell && { cell }),
});

test('a fingerprint does not depend on values, ids and the names that rotate', () => {
  const [one, other] = brokenResultsOf('OUT-02', [
    failed('a pay-out of 12.5 EUR by CC_VISAMC', 'by card'),
    failed('a pay-out of 7 USDT by CRYPTOCOIN', 'in coins'),
  ]);
  expect(one?.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(other?.fingerprint).toBe(one?.fingerprint);
  const [third] = brokenResultsOf('OUT-02', [failed('a pay-in of 7 USDT by CRYPTOCOIN')]);
  expect(third?.fingerprint).not.toBe(one?.fingerprint);
  expect(brokenResultsOf('OUT-03', [failed('a pay-out of 12.5 EUR by CC_VISAMC')])[0]?.fingerprint).not.toBe(
    one?.fingerprint,
  );
});

test('each way to fail is listed once for each combination, and only combinations without one held', () => {
  const weighed = [
    failed('a pay-out of 1 EUR', 'by card'),
    failed('a pay-out of 2 EUR', 'by card'),
    { outcome: 'pass' as const, faults: [], cell: 'by card' },
    { outcome: 'pass' as const, faults: [], cell: 'in coins' },
    { outcome: 'unverified' as const, faults: [], cell: 'by bank' },
  ];
  expect(brokenResultsOf('OUT-02', weighed)).toHaveLength(1);
  expect(heldIn(weighed)).toEqual(['in coins']);
});

test('a wrong field is one failure, whichever operation shows it first', () => {
  const shown = (where: string): Fault => ({
    code: 'notListed',
    where,
    wanted: 'null or absent',
    seen: 'NONE',
    exchanges: ['p0-1'],
  });
  const printOf = (where: string) =>
    brokenResultsOf('PAY-04', [{ outcome: 'fail', faults: [shown(where)] }])[0]?.fingerprint;
  const [first, ...others] = [
    'GET /v1/user/payments/{id}/blockchain (USD)',
    'GET /v1/user/payments /3/blockchain (KZT)',
    'GET /v2/user/payments/search /content/0/blockchain (EUR)',
    'POST /v1/user/payments/payin/blockchain (USD)',
  ].map(printOf);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(printOf('GET /v1/user/payments/{id}/currency (USD)')).not.toBe(first);
});
