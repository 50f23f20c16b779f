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

/** What `balancesApart` says of the balances of the first account alone and at one moment with the second, and of those of the second alone, at that moment and later. */
async function balancesRead(...answers: readonly SampleExchange[]) {
  const record = await recordOfExchanges(
    ...answers.map((sample, nth): SampleExchange => {
      const account = nth < 2 ? 'main' : 'second';
      return { operation: 'GET /v1/user/wallet/balances', account, ...sample };
    }),
  );
  return balancesApart(record, {
    own: { alone: 'p0-1', close: 'p0-2' },
    second: { alone: 'p0-3', close: 'p0-4', after: 'p0-5' },
  });
}

const balance = (amount: string): SampleExchange => ({ answer: [{ currency: 'KZT', balance: amount }] });

const [few, many, more] = [balance('5'), balance('90'), balance('91')];

test("balances read at the same moment as those of another account are not that one's", async () => {
  const broken = { state: 'broken', faults: [{ code: 'notHidden' }] };
  expect(await balancesRead(many, more, few, more, few)).toMatchObject(broken);
  expect(await balancesRead(many, few, few, many, few)).toMatchObject(broken);
  expect(await balancesRead(many, many, few, few, few)).toMatchObject({ state: 'held' });
});

test('balances that two accounts have in common, or that move meanwhile, blame nobody', async () => {
  expect(await balancesRead(many, many, many, many, many)).toMatchObject({ state: 'held' });
  expect(await balancesRead(many, many, few, many, many)).toMatchObject({ state: 'held' });
  expect(await balancesRead(many, many, few, { status: 500 }, few)).toMatchObject({ state: 'undecided' });
});
