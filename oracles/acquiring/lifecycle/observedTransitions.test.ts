import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import { baselineKeyOf, observedMoves } from './observedTransitions.ts';

type Fields = Readonly<Record<string, unknown>>;

const get = (status: string, atMs: number, fields: Fields = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ status, ...fields }),
  atMs,
});

const movesOf = (record: Parameters<typeof observedMoves>[0]) =>
  [...new Set(observedMoves(record).map(({ kind, from, to }) => `${kind} from ${from} to ${to}`))].sort();

const of = async (...tale: SampleExchange[]) => movesOf(await recordOfExchanges(...tale));

test('LIF-16 a transition counts as two if another payment shows its middle', async () => {
  const quick = { id: 'P-quick', clientOrderId: 'K-2' };
  const slow = [get('NEW', 0), get('PENDING', 20), get('SUCCESS', 40)];
  const tale = [...slow, get('NEW', 60, quick), get('SUCCESS', 80, quick)];
  expect(await of(...tale)).toEqual(['payment from NEW to PENDING', 'payment from PENDING to SUCCESS']);
});

test('LIF-16 a baseline transition that this run missed is no change, a new one is', async () => {
  const pins = {
    'LIF-16': {
      'payment from NEW, PAYIN CC_VISAMC left alone': 'PENDING',
      'payment from PENDING, PAYIN CC_VISAMC left alone': 'FAILED, SUCCESS',
    },
  };
  const after = async (...tale: SampleExchange[]) =>
    movesOf(
      await recordOf([{ ...runLine, pins }, ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample))]),
    );
  const known = 'payment from NEW to PENDING';
  expect(await after(get('NEW', 0), get('SUCCESS', 20))).toEqual([known]);
  expect(await after(get('NEW', 0), get('CANCELLED', 20))).toEqual(['payment from NEW to CANCELLED', known]);
});

test('LIF-16 a status on the way that the baseline missed is no change, one beside the way is', async () => {
  const pins = { 'LIF-16': { 'payment from NEW, PAYIN CC_VISAMC left alone': 'SUCCESS' } };
  const after = async (...statuses: readonly string[]) => {
    const tale = statuses.map((status, index) => exchangeLine(`p0-${index + 1}`, get(status, 20 * index)));
    return movesOf(await recordOf([{ ...runLine, pins }, ...tale]));
  };
  const known = 'payment from NEW to SUCCESS';
  expect(await after('NEW', 'PENDING', 'SUCCESS')).toEqual([known, 'payment from PENDING to SUCCESS']);
  expect(await after('NEW', 'FAILED')).toEqual(['payment from NEW to FAILED', known]);
});

test('LIF-16 the key of a transition names what the suite did to the record', async () => {
  const keysOf = async (lines: Parameters<typeof recordOf>[0]) =>
    observedMoves(await recordOf([runLine, ...lines])).map(baselineKeyOf);
  const asked = { kind: 'lever', what: 'payments/PMT-1/settle', args: { status: 'FROZEN' }, ok: true } as const;
  const payment = { id: 'PMT-1', orderType: 'PAYOUT', method: 'CRYPTOCOIN' };
  expect(
    await keysOf([
      exchangeLine('p0-1', get('NEW', 0, payment)),
      exchangeLine('p0-2', get('PENDING', 20, payment)),
      { ...asked, requirement: 'PAY-18', askedNs: '30000000', atNs: '31000000' },
      exchangeLine('p0-3', get('FROZEN', 40, payment)),
    ]),
  ).toEqual(['payment from NEW, PAYOUT CRYPTOCOIN left alone', 'payment from PENDING, PAYOUT CRYPTOCOIN asked FROZEN']);
  const card = { ...payment, orderId: 'ORD-1', method: 'CC_VISAMC' };
  const order = { ...get('NEW', 0), operation: 'POST /v1/user/payments/payout' as const };
  expect(
    await keysOf([
      exchangeLine('p0-1', { ...order, body: '{"cardNumber":"<card failed>"}', answer: 'ORD-1' }),
      exchangeLine('p0-2', get('PENDING', 20, card)),
      exchangeLine('p0-3', get('FAILED', 40, card)),
    ]),
  ).toEqual(['payment from PENDING, PAYOUT CC_VISAMC to the card failed left alone']);
  const [created, ...read] = [creationOf('checkout'), ...reads('CCO-1', 'NEW', 'SUCCESS')];
  const played = { ...exchangeLine('p0-1', created), control: 'checkout paid exactly, turn 3' };
  expect(await keysOf([played, ...read.map((one, index) => exchangeLine(`p0-${index + 2}`, one))])).toEqual([
    'checkout from NEW, paid exactly',
  ]);
});

test('LIF-16 what was paid outside of a scenario is left out: it may have been paid in one way or another', async () => {
  const life = [creationOf('request'), readOf('request', { status: 'SUCCESS' }, 2_000)];
  const paid = {
    kind: 'lever',
    requirement: 'REQ-05',
    what: 'chain/transfers',
    args: { address: 'T1' },
    ok: true,
  } as const;
  const keysOf = async (...more: Parameters<typeof recordOf>[0]) =>
    observedMoves(await recordOf([runLine, ...life.map((one, at) => exchangeLine(`p0-${at + 1}`, one)), ...more])).map(
      baselineKeyOf,
    );
  expect(await keysOf()).toEqual(['request from WAITING_PAYMENT, left alone']);
  expect(await keysOf({ ...paid, askedNs: '1000000', atNs: '2000000' })).toEqual([]);
});

const linked = (id: string, status: string): Fields => ({
  id,
  status,
  request: status === 'NEW' ? null : requestLike(),
});

/** Reads of one checkout, a tenth of a second apart. */
const reads = (id: string, ...statuses: readonly string[]): SampleExchange[] =>
  statuses.map((status, index) => readOf('checkout', linked(id, status), 2_000 + 100 * index));

test('LIF-16 transitions of a checkout begin with its creation and exclude those of payments', async () => {
  expect(await of(get('NEW', 0), creationOf('checkout'), ...reads('CCO-1', 'EXPIRED'), get('SUCCESS', 9_000))).toEqual([
    'checkout from NEW to EXPIRED',
    'payment from NEW to SUCCESS',
  ]);
});

test('LIF-16 the others explain a transition whose reads missed more than one middle', async () => {
  const way = ['NEW', 'REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS'];
  const steps = [
    'checkout from NEW to REQUEST_CREATED',
    'checkout from PAYMENT_DETECTED to SUCCESS',
    'checkout from REQUEST_CREATED to PAYMENT_DETECTED',
  ];
  const quick = [creationOf('checkout', { id: 'CCO-2' }), readOf('checkout', linked('CCO-2', 'SUCCESS'), 2_000)];
  expect(await of(...reads('CCO-1', ...way), ...quick)).toEqual(steps);
  const expiry = [creationOf('checkout', { id: 'CCO-3' }), ...reads('CCO-4', 'REQUEST_CREATED', 'EXPIRED')];
  const expired = readOf('checkout', { id: 'CCO-3', status: 'EXPIRED' }, 9_000);
  expect(await of(...reads('CCO-1', ...way), ...expiry, expired)).toContain('checkout from NEW to EXPIRED');
});

test('LIF-16 a request is seen separately by its own reads and within its checkout', async () => {
  const nested = (status: string, atMs: number) => readOf('checkout', { request: requestLike({ status }) }, atMs);
  const tale = [
    nested('WAITING_PAYMENT', 2_000),
    readOf('request', { status: 'SUCCESS' }, 2_100),
    nested('WAITING_PAYMENT', 2_200),
    nested('SUCCESS', 2_300),
  ];
  expect(await of(...tale)).toEqual(['request from WAITING_PAYMENT to SUCCESS']);
});
