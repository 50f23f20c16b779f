import { must, observe, read, test } from '../runner/requirement/test.ts';

/** interface.md § Versioning: /v1/ for all paths except search. */
test('VER-01 paths begin with /v1/, that of search with /v2/', must, async ({ api, assertions }) => {
  const plans = [read.methods(), read.payments(), read.balances(), read.search({ size: '1' })];
  for (const plan of plans) {
    const { id } = await api.control(plan);
    assertions.assert('answersJson', { exchange: id, what: plan.operation }, plan.operation);
  }
});

/** The same paths under another version. */
const otherVersions = [
  '/v1/user/payments/search',
  '/v2/user/payments',
  '/v2/user/methods',
  '/v2/user/wallet/balances',
  '/v3/user/payments/search',
  '/user/methods',
];

test('VER-02 what other versions of a path answer', observe, async ({ api, assertions }) => {
  await api.control(read.methods());
  for (const path of otherVersions) {
    const { id } = await api.send(read.methods(), { path, purpose: 'defect' });
    assertions.assert('answersWith', { exchange: id, key: path });
  }
});
