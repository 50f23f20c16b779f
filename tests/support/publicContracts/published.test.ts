import { expect, test } from '@playwright/test';
import { ContractError, loadContract } from '../../../schemas/load/contract.ts';
import { openMock } from '../mock/mock.ts';
import { validRequest } from '../mock/requesting.ts';
import { publishedFile } from './published.ts';

const seed = 20_261_122;

// Only every nth operation is requested, since all of them would take minutes.
const sampled = { stripe: 32, adyen: 6, vercel: 12 } as const;

for (const name of ['stripe', 'adyen', 'vercel'] as const) {
  test(`the public contract of ${name} loads, and its mock accepts and answers what it allows`, {
    tag: '@full',
  }, async () => {
    const contract = await loadContract(publishedFile(name), { isTolerant: true });
    const unusable = new Set(contract.problems.flatMap(({ operations }) => operations));
    const operations = contract.operations.filter((_, at) => at % sampled[name] === 0);
    const mock = await openMock(contract, { seed });
    let served = 0;
    try {
      for (const operation of operations) {
        const request = validRequest(contract, operation, seed);
        if (!request) continue;
        const { method, target, headers, body } = request;
        const response = await fetch(mock.url + target, { method, headers, ...(body === undefined ? {} : { body }) });
        const text = await response.text();
        const isJson = /json/.test(response.headers.get('content-type') ?? '');
        const contentType = response.headers.get('content-type') ?? undefined;
        expect(response.status, `${operation.key} ${target} ${body}: ${text}`).toBeLessThan(300);
        const answer = { status: response.status, contentType, value: isJson ? JSON.parse(text) : text };
        const isDescribed = Object.keys(operation.responses).some((status) => /^(?:2|default)/.test(status));
        if (isDescribed && !unusable.has(operation.key))
          expect(contract.validateAnswer(operation, answer), operation.key).toEqual([]);
        served += 1;
      }
    } finally {
      await mock.close();
    }
    expect(served).toBeGreaterThanOrEqual(operations.length * 0.9);
  });
}

test('a public contract with broken schemas is refused for judgement, and tolerated elsewhere', {
  tag: '@full',
}, async () => {
  const refused: unknown = await loadContract(publishedFile('vercel')).catch((error: unknown) => error);
  if (!(refused instanceof ContractError)) throw new Error('wanted a ContractError', { cause: refused });
  const { problems } = await loadContract(publishedFile('vercel'), { isTolerant: true });
  expect(problems.map(({ pointer }) => pointer)).toEqual(refused.problems.map(({ pointer }) => pointer));
  expect(problems.length).toBeGreaterThan(0);
  for (const { pointer, operations } of problems) expect(operations.length, pointer).toBeGreaterThan(0);
});
