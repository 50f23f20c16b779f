import { expect, test } from '@playwright/test';
import { loadContract, type OperationKey, type PathParameters } from '../load/contract.ts';

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test('path parameters are the names in the path (checked by the compiler)', () => {
  const ties: [
    Equal<PathParameters<'GET /v1/user/payments/{id}'>, Readonly<Record<'id', string>>>,
    Equal<
      keyof PathParameters<'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}'>,
      'baseAsset' | 'quoteAsset'
    >,
    Equal<keyof PathParameters<'GET /v1/user/methods'>, never>,
  ] = [true, true, true];
  expect(ties).not.toContain(false);
});

const spelt: OperationKey = 'POST /v1/user/payments/payin';
// @ts-expect-error: a misspelt path does not compile
const misspelt: OperationKey = 'POST /v1/user/payment/payin';
// @ts-expect-error: a method that the path does not have does not compile either
const wrongMethod: OperationKey = 'GET /v1/user/payments/payin';

test('a misspelt key is no operation', async () => {
  const { operations } = await loadContract();
  const keys = operations.map(({ key }) => key);
  expect([spelt, misspelt, wrongMethod].map((key) => keys.includes(key))).toEqual([true, false, false]);
});

test('a concrete path of each operation leads back to it', async () => {
  const { operations, operationOf } = await loadContract();
  for (const operation of operations) {
    const path = operation.path.replace(/\{\w+\}/g, 'CAP-1');
    expect(operationOf(operation.method, path)).toBe(operation);
    expect(operationOf(operation.method.toLowerCase(), `${path}?page=1/2`)).toBe(operation);
    expect(operationOf('DELETE', path)).toBeUndefined();
    expect(operationOf(operation.method, `${path}/much/too/deep`)).toBeUndefined();
  }
});

test('a literal segment takes precedence over a template', async () => {
  const { operationOf } = await loadContract();
  const key = (method: string, path: string) => operationOf(method, path)?.key;
  expect(key('GET', '/v1/user/crypto-acquiring/rates/requests/USD')).toBe(
    'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
  );
  expect(key('GET', '/v1/user/crypto-acquiring/CAP-1/requests/USD')).toBe(
    'GET /v1/user/crypto-acquiring/{projectId}/requests/{requestId}',
  );
  expect(key('GET', '/v1/user/payments/')).toBeUndefined();
  expect(key('GET', '/V1/user/payments')).toBeUndefined();
});
