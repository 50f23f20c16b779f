import { expect, test } from '@playwright/test';
import { toResult } from '../../../oracles/core/result.ts';
import { loadContract, type OperationKey } from '../../../schemas/load/contract.ts';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { CaseLabel } from '../../engine/cases/fuzzCase.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { type AuthGateSign, authGateSigns, rejectedOperations, unprotectedOperations } from './authGate.ts';

const contract = await loadContract();

const key = 'GET /v2/user/payments/search' as OperationKey;

const valid: CaseLabel = { is: 'valid', because: 'told' };

const odd: CaseLabel = { is: 'odd', because: 'told' };

const uninvited = (isBlind: boolean): OpenApiResult[] => {
  const fault = { code: 'noEvidence', wanted: 'told', exchanges: ['f0-1'] } as const;
  return [{ requirement: 'ANY-06', result: toResult(['f0-1'], isBlind ? [fault] : []) }];
};

/** A label, a status, the results, and what they show. */
const answers: readonly (readonly [CaseLabel, number, OpenApiResult[], AuthGateSign[]])[] = [
  [valid, 401, [], ['barred']],
  [odd, 401, [], []],
  [valid, 200, [], ['letIn']],
  [odd, 200, [], ['letIn']],
  [valid, 409, [], ['letIn']],
  [odd, 400, [], []],
  [valid, 429, [], []],
  [valid, 503, [], []],
  [odd, 401, uninvited(false), ['decided']],
  [odd, 200, uninvited(false), ['decided']],
  [odd, 404, uninvited(true), ['blind']],
];

for (const [label, status, rulings, counted] of answers)
  test(`${status} to a request that is ${label.is}${rulings.length > 0 ? ', uninvited,' : ''} counts as: ${counted.join() || 'nothing'}`, () => {
    const exchange = new Exchange(exchangeLine('f0-1', { operation: key, path: '/', status, answer: {} }));
    expect(authGateSigns(label, { exchange, results: rulings })).toEqual(counted);
  });

const [one, other] = contract.operations;
if (!one || !other) throw new RangeError('no operations');

const held = (operation: typeof one, signs: readonly AuthGateSign[], untried?: string) => ({
  operation,
  has: (sign: AuthGateSign) => signs.includes(sign),
  untried,
});

test('no operation counts as rejected if any operation has let somebody in', () => {
  expect(rejectedOperations(contract, [held(one, ['barred']), held(other, [])])).toEqual([one.key]);
  expect(rejectedOperations(contract, [held(one, ['barred']), held(other, ['letIn'])])).toEqual([]);
});

test('an operation that was not seen to refuse a request without credentials has its reason', () => {
  expect(unprotectedOperations(contract, [held(one, ['decided', 'blind']), held(other, ['blind'])])).toEqual({
    'it is not known whether the requested resource exists': [other.key],
  });
  expect(unprotectedOperations(contract, [held(one, []), held(other, [], 'no turn')])).toEqual({
    'no request without a credential was sent': [one.key],
    'no turn': [other.key],
  });
});
