import { expect, test } from '@playwright/test';
import { sampleCase } from '../../../tests/support/findings/sampleFindings.ts';
import type { CaseLabel } from '../cases/fuzzCase.ts';
import { type FindingKey, fingerprintOf } from './fingerprint.ts';

const one: FindingKey = {
  requirement: 'PAY-05',
  operation: 'POST /v1/user/payments/payin',
  label: sampleCase.label,
  outcome: 'accepted',
  difference: 'accepted (200): order ORD-503be28d-44bc-4e7e-b5ff-313a8f5410da of 20261122-034623-a99f8e-w-3 for -1.50',
};

test('values of one sending do not distinguish findings', () => {
  const other = {
    ...one,
    difference: 'accepted (201): order ORD-00000000-0000-4000-8000-000000000000 of 20270101-000000-ffffff-w-12 for -7',
  };
  expect(fingerprintOf(other)).toBe(fingerprintOf(one));
  expect(fingerprintOf(one)).toMatch(/^[0-9a-f]{16}$/);
});

const at = (place: string): CaseLabel => ({
  is: 'invalid',
  broken: { schema: '/a', keyword: 'type', place, words: 'another type' },
});

test('a place in a list does not distinguish findings, the name of a member does', () => {
  const of = (place: string) => fingerprintOf({ ...one, label: at(place) });
  expect(of('body/assets/0/name')).toBe(of('body/assets/17/name'));
  expect(of('body/assets/0/name')).not.toBe(of('body/assets/0/kind'));
});

test('all valid labels are alike, for any reason', () => {
  const of = (because: string) => fingerprintOf({ ...one, label: { is: 'valid', because } });
  expect(of('amount at its minimum')).toBe(of('an optional field left out'));
  expect(of('amount at its minimum')).not.toBe(fingerprintOf(one));
});

for (const [what, change] of Object.entries<Partial<FindingKey>>({
  requirement: { requirement: 'PAY-06' },
  operation: { operation: 'POST /v1/user/payments/payout' },
  outcome: { outcome: 'crashed' },
  'kind of difference': { difference: 'a stack trace' },
  label: { label: { is: 'odd', because: 'deep nesting' } },
}))
  test(`another ${what} is another finding`, () => {
    expect(fingerprintOf({ ...one, ...change })).not.toBe(fingerprintOf(one));
  });
