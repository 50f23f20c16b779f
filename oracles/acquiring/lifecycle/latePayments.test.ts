import { expect, test } from '@playwright/test';
import { readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { sampleDepositOptions, sampleProject } from '../../../tests/support/records/priceRecords.ts';
import { quietRecord, type SampleMoment } from '../../../tests/support/records/quietRecords.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import type { OracleResult } from '../../core/result.ts';
import { creditsEach } from './lateCredits.ts';
import { enoughSucceeds } from './lateEnds.ts';

const codes = (result: OracleResult) =>
  'faults' in result ? [result.state, ...result.faults.map(({ code }) => code)] : [result.state];

const project = { cryptoAcquiringProjectId: sampleProject };
const waiting = readOf('request', { ...project, payAmount: 20 }, 2_000);

/** Returns the moment in which a request of 20 USDT is paid an amount and then shows these fields. */
const paid = (amount: string, fields: object, balances: SampleMoment['balances']): SampleMoment => ({
  what: 'chain/transfers',
  args: { asset: 'TRON_USDT', address: 'T1', amount },
  reads: [readOf('request', { ...project, payAmount: 20, ...fields }, 0)],
  balances,
});

const success = { status: 'SUCCESS', merchantPlatformFee: 0.2 };

const endOf = async (amount: string, fields: object) =>
  codes(enoughSucceeds(await quietRecord({ before: [waiting], first: {} }, paid(amount, fields, {})), {}));

test('LIF-11b a request that got enough is SUCCESS, and overpaid where it got more', async () => {
  expect(await endOf('20', success)).toEqual(['held']);
  expect(await endOf('20', { ...success, overpaid: true })).toEqual(['broken', 'differs']);
  expect(await endOf('25', { ...success, overpaid: true })).toEqual(['held']);
  expect(await endOf('25', success)).toEqual(['broken', 'differs']);
  expect(await endOf('25', { status: 'CONFLICT', reason: 'OTHER' })).toEqual(['broken', 'differs']);
  expect(await endOf('20', { status: 'PENDING_PAYMENT' })).toEqual(['broken', 'differs']);
  expect(await endOf('20', { status: 'EXPIRED' })).toEqual(['held']);
  expect(await endOf('19', success)).toEqual(['undecided', 'notApplicable']);
});

/** Returns what is said of the credit of a payment; the balances are 50 USDT and 70 EUR before it. */
async function creditOf(
  amount: string,
  [USDT, EUR]: readonly [number, number],
  { into, ...fields }: { into?: string; status?: string } = {},
) {
  const options = sampleDepositOptions({
    amountInOptions: { TRON_USDT: { EUR: { convertRate: 0.9, convertPair: 'USDTEUR' } } },
  });
  const projects = [
    { id: sampleProject, feePaidBy: 'merchant' as const, ...(into && { autoConversion: { TRON_USDT: into } }) },
  ];
  const moment = paid(amount, { ...success, ...fields }, { USDT: 50 + USDT, EUR: 70 + EUR });
  const start = { before: [options, waiting], first: { USDT: 50, EUR: 70 }, target: { projects } };
  return codes(creditsEach(await quietRecord(start, moment), {}));
}

test('REQ-12 a payment that is not converted is credited less its fees, whatever was asked for', async () => {
  expect(await creditOf('20', [19.8, 0])).toEqual(['held']);
  expect(await creditOf('20', [20, 0])).toEqual(['held']);
  expect(await creditOf('25.123', [24.92, 0])).toEqual(['held']);
  expect(await creditOf('25', [19.8, 0])).toEqual(['broken', 'beyondEstimate']);
  expect(await creditOf('20', [19.81, 0])).toEqual(['broken', 'beyondEstimate']);
  expect(await creditOf('20', [0, 0])).toEqual(['broken', 'differs']);
});

test('LIF-11b REQ-12 a request to which a test has sent something before is not judged', async () => {
  const sent = { what: 'chain/transfers', args: { asset: 'TRON_USDT', address: 'T1', amount: '5' }, ok: true };
  const earlier: Line[] = [{ kind: 'lever', requirement: 'LIF-12', ...sent, askedNs: '1', atNs: '2' }];
  const moment = paid('20', { status: 'CONFLICT', reason: 'UNDERPAID' }, { USDT: 55 });
  const record = await quietRecord({ before: [waiting], earlier, first: { USDT: 50 } }, moment);
  expect(codes(creditsEach(record, {}))).toEqual(['undecided', 'notApplicable']);
  expect(codes(enoughSucceeds(record, {}))).toEqual(['undecided', 'notApplicable']);
});

test('REQ-12 a payment that is converted raises the chosen currency alone', async () => {
  expect(await creditOf('20', [0, 17.8], { into: 'EUR' })).toEqual(['held']);
  expect(await creditOf('20', [19.8, 0], { into: 'EUR' })).toEqual(['broken', 'differs']);
  expect(await creditOf('20', [0, 0], { into: 'EUR' })).toEqual(['broken', 'differs']);
  expect(await creditOf('20', [0, 9], { into: 'EUR' })).toEqual(['broken', 'beyondEstimate']);
  expect(await creditOf('0.5', [0, 0], { into: 'EUR' })).toEqual(['held']);
});

test('REQ-12 a request that has not ended says nothing', async () => {
  expect(await creditOf('20', [0, 0], { status: 'PENDING_PAYMENT' })).toEqual(['undecided', 'notApplicable']);
});
