import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import type { CaseStep } from '../cases/fuzzCase.ts';
import { boundaryCaseIndex } from './requestBoundaryCases.ts';

const contract = await loadContract();
const book = boundaryCaseIndex(contract);

const payin = 'POST /v1/user/payments/payin';
const search = 'GET /v2/user/payments/search';

const step = (target: string, more: Partial<CaseStep> = {}): CaseStep => {
  const [method = '', path = ''] = target.split(' ');
  return { method, path, headers: [], signing: 'signed', ...more };
};

const posted = (body: unknown, more: Partial<CaseStep> = {}) =>
  step(payin, { body: { type: 'application/json', text: JSON.stringify(body) }, ...more });

test('every parameter and body has boundary cases, and unreachable ones have a reason', () => {
  const withBoundaryCases = new Set(book.all.map(({ name }) => name.split(' ').slice(0, 2).join(' ')));
  const documented = contract.operations.filter(
    ({ optional, parameters, requestBody }) => !optional && (parameters.length > 0 || requestBody),
  );
  expect([...withBoundaryCases].sort()).toEqual(documented.map(({ key }) => key).sort());
  const cannot = new Map(book.all.flatMap(({ name, cannot: why }) => (why === undefined ? [] : [[name, why]])));
  expect(cannot.get(`${search} query sort: type out`)).toBe('in a query everything is a text');
  expect(cannot.get('GET /v1/user/payments/{id} path id: required out')).toContain('something else');
  expect(cannot.has(`${search} query size: type out`)).toBe(false);
  expect([...cannot.keys()].filter((name) => name.includes(' body'))).toEqual([]);
});

const lying: Readonly<Record<string, { sent: CaseStep; on: readonly string[] }>> = {
  'a query that breaks one constraint lies on that side alone': {
    sent: step(`${search}?size=many&sort=createdAt,desc`),
    on: [`${search} query size: type out`],
  },
  'a query that breaks two lies on none': { sent: step(`${search}?size=many&page=none`), on: [] },
  'a sound query lies on all that it holds': {
    sent: step(`${search}?size=3&amount=1&amount=2`),
    on: ['amount: type in', 'amount: maxItems at', 'amount/*: type in', 'size: type in'].map(
      (side) => `${search} query ${side}`,
    ),
  },
  'a path whose text is none of its format': {
    sent: step('GET /v1/user/payments/PMT-1'),
    on: ['GET /v1/user/payments/{id} path id: format out'],
  },
  'a path that needs the answer to another request': { sent: step('GET /v1/user/payments/{{1/id}}'), on: [] },
  'a body without what is required': {
    sent: posted({ currency: 'EUR' }),
    on: [`${payin} body/amount: required out`],
  },
  'no body': { sent: step(payin), on: [`${payin} body: required out`] },
  'an empty body': { sent: step(payin, { body: { text: '' } }), on: [`${payin} body: required out`] },
  'a body that is no JSON': { sent: step(payin, { body: { text: '{' } }), on: [] },
  'an id as long as it may be': {
    sent: posted({ amount: 1, clientOrderId: '{{key#256}}' }),
    on: [
      'body: required in',
      'body: type in',
      'body/amount: required in',
      'body/amount: type in',
      'body/clientOrderId: type in',
      'body/clientOrderId: maxLength at',
    ].map((side) => `${payin} ${side}`),
  },
  'what proves nothing is not looked at': { sent: posted({ amount: 1 }, { signing: 'none' }), on: [] },
  'a path of no operation': { sent: step('GET /v1/user/nothing'), on: [] },
};

for (const [name, { sent, on }] of Object.entries(lying))
  test(name, () => expect(book.of(sent).toSorted()).toEqual([...on].sort()));
