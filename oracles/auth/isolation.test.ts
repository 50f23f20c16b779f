import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { staysHidden } from './isolation.ts';

const own: SampleExchange = { operation: 'GET /v1/user/payments/{id}', answer: paymentLike() };
const theirs: SampleExchange = { answer: [] };
const args = { own: 'p0-1', theirs: 'p0-2', foreign: 'p0-3', trace: 'K-1', what: 'a payment' };

const ruled = async (foreign: SampleExchange, given: Partial<typeof args> = {}, control: SampleExchange = theirs) =>
  staysHidden(await recordOfExchanges(own, control, { ...own, ...foreign }), { ...args, ...given });

test('a record that another account can see is not hidden', async () => {
  expect(await ruled({})).toMatchObject({ state: 'broken', faults: [{ code: 'notHidden' }] });
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
