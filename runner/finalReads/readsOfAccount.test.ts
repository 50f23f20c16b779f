import { expect, test } from '@playwright/test';
import { exchangeLine, paymentLike, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { askAsAnother, readSingles } from './readsOfAccount.ts';

const [main, second] = ['main', 'second'].map((label) => ({ label, tokenId: `TKN-${label}`, secret: 's' }));
const credentials = [main, second].flatMap((one) => one ?? []);

const own = exchangeLine('p0-1', {
  operation: 'GET /v1/user/payments',
  answer: [paymentLike({ id: 'PMT-1', clientOrderId: 'K-1' })],
});
const rate = exchangeLine('p0-2', {
  operation: 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
  answer: { baseAsset: 'USDT', quoteAsset: 'EUR', rate: 1 },
});
const theirs = exchangeLine('p0-3', { account: 'second' });
const claim: Line = {
  kind: 'claim',
  requirement: 'AUT-09',
  oracle: 'keepsApart',
  args: { theirs: 'p0-3', foreign: [] },
};

/** Returns what accounts ask for after these lines. */
async function askedAfter(...lines: Line[]) {
  const asked: string[] = [];
  const apiAs = (account: string): Api =>
    ({
      as: ({ label }: { label: string }) => apiAs(label),
      send: async (plan: Plan) => asked.push(`${account} ${pathOf(plan)}`),
    }) as unknown as Api;
  const record = await recordOf([runLine, ...lines]);
  await askAsAnother(apiAs('main'), record, { credentials, text: 'after a pause' });
  await readSingles(apiAs('main'), record, { text: 'after a pause', projects: [{ id: 'CAP-1' }] });
  return asked;
}

const singles = [
  'main /v1/user/crypto-acquiring/rates/USDT/EUR',
  'main /v1/user/crypto-acquiring/CAP-1/deposit-options',
];

test('another account that a test has seen kept apart asks for a payment again, and single entries are read', async () => {
  const foreign = ['second /v1/user/payments/PMT-1', 'second /v2/user/payments/search?clientOrderId=K-1'];
  expect(await askedAfter(own, rate, theirs, claim)).toEqual([...foreign, ...singles]);
  expect(await askedAfter(own, rate, theirs)).toEqual(singles);
});
