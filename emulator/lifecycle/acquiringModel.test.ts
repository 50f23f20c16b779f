import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { expectBalanced } from '../../tests/support/emulator/expectBalanced.ts';
import { type Payable, type Payer, payerIn } from '../../tests/support/emulator/payer.ts';
import { bareCheckout, bareRequest } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import type { Rules } from '../rules/index.ts';

const ASSETS = ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'POLYGON_USDC', 'TRON_USDT', 'SOLANA_USDC'];
const BODIES = [
  bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' } }),
  bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 20, currency: 'USDT' } }),
  bareCheckout('NO_PRICE'),
  bareCheckout('SUGGESTED_FIXED_PRICE'),
];
const PRICES = [{}, { amount: 30, amountIn: 'EUR' }, { amount: 40, amountIn: 'USDT' }];

/** The first of them, since every project accepts it. */
const asset = fc.constantFrom('TRON_USDT', 'TRON_USDT', 'TRON_USDT', ...ASSETS);
const project = fc.nat(3);
const pick = fc.nat(2);

const action = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), project, asset, price: fc.constantFrom(...PRICES) }),
  fc.record({ kind: fc.constant('offer' as const), project, body: fc.constantFrom(...BODIES) }),
  fc.record({
    kind: fc.constant('choose' as const),
    pick,
    asset,
    amount: fc.constantFrom('10', '15', '33'),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    pick,
    asset: fc.option(asset, { freq: 1 }),
    share: fc.constantFrom(0.5, 1, 1, 1.5),
  }),
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.constantFrom<number>(50, 120, 400, 590_000, 11_000, 3_100_000),
  }),
);

type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** The fields of a record that matter here. */
interface Seen extends Payable {
  readonly reason: string | null;
  readonly overpaid?: boolean | null;
  readonly paymentId?: string | null;
  readonly type?: string;
  readonly request: Seen | null;
}

interface Open {
  readonly project: number;
  readonly what: string;
  readonly seen: Seen[];
}

const RANKS: Readonly<Record<string, number>> = {
  NEW: 0,
  REQUEST_CREATED: 1,
  WAITING_PAYMENT: 1,
  PAYMENT_DETECTED: 2,
  PENDING_PAYMENT: 2,
  EXPIRED: 3,
  CONFLICT: 3,
  SUCCESS: 3,
};

const AGREEING: Readonly<Record<string, string>> = {
  REQUEST_CREATED: 'WAITING_PAYMENT',
  PAYMENT_DETECTED: 'PENDING_PAYMENT',
  EXPIRED: 'EXPIRED',
  CONFLICT: 'CONFLICT',
  SUCCESS: 'SUCCESS',
};

const requestOf = (record: Seen, { what }: Open): Seen | null =>
  what.startsWith('requests') ? record : record.request;

/** Expects that no status goes back, that a request stays the same and keeps its one payment, and that it agrees with its checkout. */
function expectConsistent(open: Open): void {
  for (const [place, record] of open.seen.entries()) {
    const before = open.seen[place - 1];
    const request = requestOf(record, open);
    if (record.request) expect(AGREEING[record.status], open.what).toBe(record.request.status);
    if (record.status !== 'CONFLICT') expect(record.reason).toBeNull();
    if (request?.status === 'CONFLICT') expect(['UNDERPAID', 'OTHER']).toContain(request.reason);
    if (before === undefined) continue;
    expect(RANKS[record.status]).toBeGreaterThanOrEqual(RANKS[before.status] ?? 9);
    if (RANKS[before.status] === 3) expect(record).toEqual(before);
    const earlier = requestOf(before, open);
    if (earlier) expect(request?.id).toBe(earlier.id);
    if (earlier?.paymentId) expect(request?.paymentId).toBe(earlier.paymentId);
  }
}

async function act(
  payer: Payer,
  all: Open[],
  { trial, action: one }: { trial: TestEmulator; action: Action },
): Promise<void> {
  if (one.kind === 'pass') trial.pass(one.ms);
  else if (one.kind === 'ask' || one.kind === 'offer') {
    const what = one.kind === 'ask' ? 'requests' : 'checkouts';
    const body = one.kind === 'ask' ? bareRequest(one.asset, one.price) : one.body;
    const { status, json } = await payer.at(one.project, what, body);
    if (status === 200) all.push({ project: one.project, what: `${what}/${(json as Payable).id}`, seen: [] });
  } else {
    const open = all.at(-1 - (one.pick % Math.max(1, all.length)));
    if (open === undefined) return;
    if (one.kind === 'pay') return payIn(payer, open, one);
    const suggested = open.seen.at(-1)?.type === 'SUGGESTED_FIXED_PRICE';
    await payer.control(`${open.what}/choose`, { asset: one.asset, ...(suggested && { amount: one.amount }) });
  }
}

async function payIn(payer: Payer, open: Open, paid: { asset: string | null; share: number }): Promise<void> {
  const record = open.seen.at(-1);
  const request = record && requestOf(record, open);
  if (!request) return;
  const { currency, blockchain, address, payAmount } = request as Seen & { currency: string; blockchain: string };
  const amount = ((payAmount ?? 100) * paid.share).toFixed(5);
  await payer.pay({ asset: paid.asset ?? `${blockchain}_${currency}`, address, amount }, 0);
}

/** Performs some actions, then checks every record that was read on the way and the balances. */
async function live(actions: readonly Action[], rules?: Rules): Promise<Open[]> {
  const trial = openTestEmulator({ control: true, rules });
  const payer = payerIn(trial);
  const all: Open[] = [];
  for (const one of [...actions, { kind: 'pass', ms: 400 } as const, { kind: 'pass', ms: 3_600_001 } as const]) {
    await act(payer, all, { trial, action: one });
    const looked = one.kind === 'pass' ? all : all.slice(-3);
    for (const open of looked) open.seen.push((await payer.at(open.project, open.what)).json as Seen);
  }
  for (const open of all) expectConsistent(open);
  await expectBalanced(trial);
  return all;
}

const lives = fc.array(action, { minLength: 8, maxLength: 24 });

test('any actions leave records that only move forward, agree with each other and balance', {
  tag: '@full',
}, async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(lives, async (actions) => {
      for (const { seen } of await live(actions)) ends.add(String(seen.at(-1)?.status));
    }),
    { seed: 20_260_101, numRuns: 25 },
  );
  expect([...ends].sort()).toEqual(['CONFLICT', 'EXPIRED', 'SUCCESS']);
});

for (const name of ['checkout-not-told-of-success', 'second-payment-replaces-first', 'checkout-success-expires']) {
  test(`${name} violates the life cycle`, async () => {
    const { failed } = await fc.check(
      fc.asyncProperty(lives, async (actions) => {
        await live(actions, rulesNamed(name));
      }),
      { seed: 20_260_101, numRuns: 40, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });
}
