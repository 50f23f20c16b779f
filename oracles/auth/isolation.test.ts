import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { balancesApart, keepsApart, staysHidden } from './isolation.ts';

const own: SampleExchange = { operation: 'GET /v1/user/payments/{id}', answer: paymentLike() };
const theirs: SampleExchange = { answer: [] };
const args = { own: 'p0-1', theirs: 'p0-2', foreign: 'p0-3', trace: 'K-1', what: 'a payment' };

const ruled = async (foreign: SampleExchange, given: Partial<typeof args> = {}, control: SampleExchange = theirs) =>
  staysHidden(await recordOfExchanges(own, control, { ...own, ...foreign }), { ...args, ...given });

test('a record that another account can see is not hidden', async () => {
  expect(await ruled({})).toMatchObject({ state: 'broken', faults: [{ code: 'notHidden' }] });
});

test('a record is found by a text with signs that JSON escapes', async () => {
  const odd = { answer: paymentLike({ clientOrderId: 'K & "1"' }) };
  const record = await recordOfExchanges({ ...own, ...odd }, theirs, { ...own, ...odd });
  expect(staysHidden(record, { ...args, trace: 'K & "1"' })).toMatchObject({ state: 'broken' });
});

test('a refusal hides a record, and so does an answer without it', async () => {
  expect(await ruled({ status: 404, answer: { message: 'no payment K-1' } })).toMatchObject({ state: 'held' });
  expect(await ruled({ answer: paymentLike({ clientOrderId: 'K-2' }) })).toMatchObject({ state: 'held' });
});

test('nothing is decided without a sighting, a working other account and an answer', async () => {
  expect(await ruled({}, { trace: '' })).toMatchObject({ state: 'undecided' });
  expect(await ruled({}, { trace: 'K-9' })).toMatchObject({ state: 'undecided' });
  expect(await ruled({}, {}, { status: 401 })).toMatchObject({ state: 'undecided' });
  expect(await ruled({ failure: 'timeout' })).toMatchObject({ state: 'undecided' });
  expect(await ruled({ status: 500 })).toMatchObject({ state: 'undecided' });
});

const asSecond = (sample: SampleExchange): SampleExchange => ({ ...sample, account: 'second' });

const apart = async (...answers: SampleExchange[]) => {
  const record = await recordOfExchanges(own, asSecond(theirs), ...answers.map(asSecond));
  return keepsApart(record, { theirs: 'p0-2', foreign: answers.map((_, index) => `p0-${index + 3}`) });
};

test('no answer to another account shows a payment of this one', async () => {
  const searched = (answer: object): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    answer: { content: [answer] },
  });
  expect(await apart(own)).toMatchObject({ state: 'broken', faults: [{ code: 'notHidden' }] });
  expect(await apart(searched(paymentLike()))).toMatchObject({ state: 'broken' });
  expect(await apart(searched(paymentLike({ id: 'PMT-of-theirs' })))).toMatchObject({ state: 'held' });
  expect(await apart({ ...own, status: 404 }, searched({}))).toMatchObject({ state: 'held' });
  expect(await apart({ ...own, status: 500 })).toMatchObject({ state: 'undecided' });
});

/** What `balancesApart` says of the balances of the second account alone, those of the first, and those of the second right after them and alone again. */
async function balancesRead(...answers: readonly SampleExchange[]) {
  const record = await recordOfExchanges(
    ...answers.map(
      (sample, index) =>
        ({ operation: 'GET /v1/user/wallet/balances', account: index === 1 ? 'main' : 'second', ...sample }) as const,
    ),
  );
  return balancesApart(record, { alone: 'p0-1', own: 'p0-2', close: 'p0-3', after: 'p0-4' });
}

const balance = (amount: string): SampleExchange => ({ answer: [{ currency: 'KZT', balance: amount }] });

test("balances read right after those of another account are not that one's", async () => {
  const [few, many] = [balance('5'), balance('90')];
  expect(await balancesRead(few, many, many, few)).toMatchObject({ state: 'broken', faults: [{ code: 'notHidden' }] });
  expect(await balancesRead(few, many, few, few)).toMatchObject({ state: 'held' });
});

test('balances that two accounts have in common, or that move meanwhile, blame nobody', async () => {
  const [few, many] = [balance('5'), balance('90')];
  expect(await balancesRead(many, many, many, many)).toMatchObject({ state: 'held' });
  expect(await balancesRead(few, many, many, many)).toMatchObject({ state: 'held' });
  expect(await balancesRead(few, many, { status: 500 }, few)).toMatchObject({ state: 'undecided' });
});
