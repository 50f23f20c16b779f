import { expect, test } from '@playwright/test';
import { expectBalanced } from '../../tests/support/emulator/expectBalanced.ts';
import { type Payable, type Payer, payerIn } from '../../tests/support/emulator/payer.ts';
import { bareBundle, bareCheckout, bareRequest } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { money } from '../domain/money.ts';

const FIXED = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' } });
const DEMAND = bareRequest('ETHEREUM_USDT', { amount: 100, amountIn: 'USD' });

const open = (): { trial: TestEmulator; payer: Payer } => {
  const trial = openTestEmulator({ control: true });
  return { trial, payer: payerIn(trial) };
};

/** A payable record, made through the API or chosen at a checkout, and how to read it afterwards. */
interface Asking {
  readonly make: (payer: Payer) => Promise<{ request: Payable; read: () => Promise<Payable> }>;
  readonly checkout: boolean;
}

const ASKINGS = {
  request: {
    checkout: false,
    make: async (payer) => {
      const request = (await payer.at(0, 'requests', DEMAND)).json as Payable;
      return { request, read: async () => (await payer.at(0, `requests/${request.id}`)).json as Payable };
    },
  },
  checkout: {
    checkout: true,
    make: async (payer) => {
      const { id } = (await payer.at(0, 'checkouts', FIXED)).json as Payable;
      const chosen = (await payer.control(`checkouts/${id}/choose`, { asset: 'ETHEREUM_USDT' })).json as Payable;
      if (chosen.request === null) throw new Error('a choice makes a request');
      return { request: chosen.request, read: async () => (await payer.at(0, `checkouts/${id}`)).json as Payable };
    },
  },
} satisfies Record<string, Asking>;

/** A way to pay and how the request ends; also the checkout, if it ends differently. */
interface Way {
  readonly name: string;
  readonly pay: (payer: Payer, request: Payable, trial: TestEmulator) => Promise<unknown>;
  readonly ends: Readonly<Record<string, unknown>>;
  readonly checkout?: Readonly<Record<string, unknown>>;
}

const WAYS: readonly Way[] = [
  {
    name: 'exactly',
    pay: (payer, { address, payAmount }) => payer.pay({ asset: 'ETHEREUM_USDT', address, amount: payAmount }),
    ends: { status: 'SUCCESS', reason: null, overpaid: false, paymentStatus: 'SUCCESS', paidAmount: 99.46291 },
  },
  {
    name: 'more',
    pay: (payer, { address }) => payer.pay({ asset: 'ETHEREUM_USDT', address, amount: 99.46292 }),
    ends: { status: 'SUCCESS', reason: null, overpaid: true, paymentStatus: 'SUCCESS' },
  },
  {
    name: 'less',
    pay: (payer, { address }) => payer.pay({ asset: 'ETHEREUM_USDT', address, amount: 99.4629 }),
    ends: { status: 'CONFLICT', reason: 'UNDERPAID', overpaid: false, paymentStatus: 'FAILED' },
  },
  {
    name: 'in another asset',
    pay: (payer, { address }) => payer.pay({ asset: 'POLYGON_USDC', address, amount: 500 }),
    ends: { status: 'CONFLICT', reason: 'OTHER', paidAmount: null, paymentStatus: 'FAILED' },
    checkout: { reason: 'WRONG_CURRENCY' },
  },
  {
    name: 'too late',
    pay: (payer, { address, payAmount }, trial) => {
      trial.pass(3_600_001);
      return payer.pay({ asset: 'ETHEREUM_USDT', address, amount: payAmount });
    },
    ends: { status: 'EXPIRED', reason: null, payment: null, paidAmount: null },
  },
  {
    name: 'twice',
    pay: async (payer, { address, payAmount }) => {
      await payer.pay({ asset: 'ETHEREUM_USDT', address, amount: payAmount });
      await payer.pay({ asset: 'ETHEREUM_USDT', address, amount: 7 });
    },
    ends: { status: 'SUCCESS', overpaid: false, paidAmount: 99.46291 },
  },
  {
    name: 'in two halves',
    pay: async (payer, { address }) => {
      await payer.pay({ asset: 'ETHEREUM_USDT', address, amount: 50 }, 150);
      await payer.pay({ asset: 'ETHEREUM_USDT', address, amount: 50 });
    },
    ends: { status: 'CONFLICT', reason: 'UNDERPAID', paidAmount: 50 },
  },
];

for (const [what, { make, checkout }] of Object.entries(ASKINGS)) {
  for (const { name, pay, ends, checkout: differs } of WAYS) {
    test(`a ${what} that is paid ${name} ends as expected and stays so`, async () => {
      const { trial, payer } = open();
      const { request, read } = await make(payer);
      await pay(payer, request, trial);
      const ended = await read();
      const { status, reason = null } = ends;
      expect(checkout ? ended.request : ended).toMatchObject(ends);
      if (checkout) expect(ended).toMatchObject({ status, reason, ...differs });
      trial.pass(48 * 3_600_000);
      expect(await read()).toEqual(ended);
      await expectBalanced(trial);
    });
  }
}

test('a payment is detected, then confirmed, and reads show every state on the way', async () => {
  const { trial, payer } = open();
  const { request, read } = await ASKINGS.checkout.make(payer);
  expect(await read()).toMatchObject({ status: 'REQUEST_CREATED', request: { id: request.id, paymentStatus: null } });
  await payer.pay({ asset: 'ETHEREUM_USDT', address: request.address, amount: request.payAmount }, 100);
  const seen = await read();
  expect(seen).toMatchObject({
    status: 'PAYMENT_DETECTED',
    request: { status: 'PENDING_PAYMENT', paymentStatus: 'PENDING', overpaid: null, payment: { status: 'PENDING' } },
  });
  trial.pass(200);
  const paid = (await read()) as Payable & { request: { paymentId: string; orderId: string; payment: unknown } };
  expect(paid).toMatchObject({ status: 'SUCCESS', request: { status: 'SUCCESS', checkoutId: paid.id } });
  const payment = (await trial.ask({ path: `/v1/user/payments/${paid.request.paymentId}` })).json;
  expect(payment).toEqual(paid.request.payment);
  expect(payment).toMatchObject({
    status: 'SUCCESS',
    orderId: paid.request.orderId,
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    method: 'CRYPTOCOIN',
    amount: 99.46291,
  });
});

test('the amount after the fee is credited, and a conversion credits its own currency', async () => {
  const { trial, payer } = open();
  const before = await balances(trial);
  const one = (await payer.at(0, 'requests', DEMAND)).json as Payable;
  await payer.pay({ asset: 'ETHEREUM_USDT', address: one.address, amount: one.payAmount });
  const free = (await payer.at(3, 'requests', bareRequest('TRON_USDT'))).json as Payable;
  await payer.pay({ asset: 'TRON_USDT', address: free.address, amount: 100 });
  expect((await payer.at(3, `requests/${free.id}`)).json).toMatchObject({
    status: 'SUCCESS',
    merchantPlatformFee: 1.1,
    processingAmount: 98.9,
    overpaid: false,
  });
  const after = await balances(trial);
  expect(difference(after, before)).toEqual({ USDT: '94.38976', EUR: '91.09' });
  await expectBalanced(trial);
});

for (const [amount, status, reason] of [
  ['0.99999', 'CONFLICT', 'UNDERPAID'],
  ['1', 'SUCCESS', null],
  ['999999', 'SUCCESS', null],
  ['999999.00001', 'CONFLICT', 'OTHER'],
] as const) {
  test(`a NO_PRICE checkout that gets ${amount} ends in ${status}`, async () => {
    const { payer } = open();
    const { id } = (await payer.at(0, 'checkouts', bareCheckout('NO_PRICE'))).json as Payable;
    const { request } = (await payer.control(`checkouts/${id}/choose`, { asset: 'SOLANA_USDC' })).json as Payable;
    await payer.pay({ asset: 'SOLANA_USDC', address: request?.address ?? '', amount });
    expect((await payer.at(0, `checkouts/${id}`)).json).toMatchObject({ status, reason, request: { status, reason } });
  });
}

test('a request expires with its window, a request of a checkout with its checkout', async () => {
  const { trial, payer } = open();
  const alone = await ASKINGS.request.make(payer);
  const linked = await ASKINGS.checkout.make(payer);
  trial.pass(600_001);
  expect(await alone.read()).toMatchObject({ status: 'EXPIRED' });
  expect(await linked.read()).toMatchObject({ status: 'REQUEST_CREATED', request: { status: 'WAITING_PAYMENT' } });
  trial.pass(3_000_000);
  expect(await linked.read()).toMatchObject({ status: 'EXPIRED', request: { status: 'EXPIRED' } });
});

test('a payment detected in time is processed after the end of the window', async () => {
  const { trial, payer } = open();
  const { request, read } = await ASKINGS.request.make(payer);
  trial.pass(599_700);
  await payer.pay({ asset: 'ETHEREUM_USDT', address: request.address, amount: request.payAmount }, 3_600_000);
  expect(await read()).toMatchObject({ status: 'SUCCESS' });
});

test('a choice that the page would not offer is refused', async () => {
  const { payer } = open();
  const make = async (project: number, body: unknown): Promise<(choice: object) => Promise<number>> => {
    const { id } = (await payer.at(project, 'checkouts', body)).json as Payable;
    return async (choice) => (await payer.control(`checkouts/${id}/choose`, choice)).status;
  };
  const fixed = await make(0, FIXED);
  expect(await fixed({ asset: 'SOLANA_USDT' })).toBe(400);
  expect(await fixed({ asset: 'TRON_USDT', amount: '10' })).toBe(400);
  expect(await fixed({ asset: 'TRON_USDT' })).toBe(200);
  expect(await fixed({ asset: 'TRON_USDT' })).toBe(409);
  const strict = await make(2, bareCheckout('SUGGESTED_FIXED_PRICE'));
  expect(await strict({ asset: 'TRON_USDT' })).toBe(400);
  expect(await strict({ asset: 'TRON_USDT', amount: '16' })).toBe(400);
  expect(await strict({ asset: 'TRON_USDT', amount: '15.0' })).toBe(200);
  const free = await make(1, bareCheckout('SUGGESTED_FIXED_PRICE'));
  expect(await free({ asset: 'TRON_USDT', amount: '0.5' })).toBe(400);
  expect(await free({ asset: 'TRON_USDT', amount: '16' })).toBe(200);
  expect((await payer.control('checkouts/CCO-0/choose', { asset: 'TRON_USDT' })).status).toBe(404);
});

test('a transfer that no blockchain would carry is refused', async () => {
  const { payer } = open();
  const { request } = await ASKINGS.request.make(payer);
  const { address } = request;
  for (const body of [
    { asset: 'ETHEREUM_USDT', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '1' },
    { asset: 'DOGE_DOGE', address, amount: '1' },
    { asset: 'TRON_USDT', address, amount: '1' },
    { asset: 'ETHEREUM_USDT', address, amount: '0' },
    { asset: 'ETHEREUM_USDT', address, amount: '-1' },
    { asset: 'ETHEREUM_USDT', address, amount: 'much' },
    { asset: 'ETHEREUM_USDT', address },
  ]) {
    const { status } = await payer.control('chain/transfers', body);
    expect([400, 404], JSON.stringify(body)).toContain(status);
  }
  expect((await payer.control('chain/transfers', { asset: 'POLYGON_USDC', address, amount: '2.50' })).json).toEqual({
    txHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    asset: 'POLYGON_USDC',
    address,
    amount: '2.5',
  });
});

interface Bundled {
  readonly id: string;
  readonly addresses: readonly { id: string; asset: string; address: string; active: boolean }[];
  readonly deactivatedAddresses: readonly { id: string; asset: string; address: string; active: boolean }[];
}

test('the next call replaces a disabled address for every asset that it served', async () => {
  const { payer } = open();
  const call = async (assets: string[]): Promise<Bundled> =>
    (await payer.at(0, 'static/bundles', bareBundle('u', { assets }))).json as Bundled;
  const first = await call(['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT']);
  const struck = first.addresses[0]?.address ?? '';
  const disabled = ['ETHEREUM_USDT', 'ETHEREUM_USDC'];
  expect((await payer.control(`addresses/${struck}/disable`, {})).json).toEqual({ address: struck, disabled });
  expect((await payer.control(`addresses/${struck}/disable`, {})).status).toBe(404);
  const next = await call(['TRON_USDT']);
  const of = (bundle: Bundled, asset: string) => bundle.addresses.find((held) => held.asset === asset);
  expect(next.addresses).toHaveLength(3);
  expect(of(next, 'TRON_USDT')).toEqual(of(first, 'TRON_USDT'));
  expect(of(next, 'ETHEREUM_USDT')?.address).not.toBe(struck);
  expect(of(next, 'ETHEREUM_USDT')?.address).toBe(of(next, 'ETHEREUM_USDC')?.address);
  expect(next.deactivatedAddresses).toEqual(first.addresses.slice(0, 2).map((held) => ({ ...held, active: false })));
  expect(await call([])).toEqual(next);
});

test('a static address credits the amount after its fees and fails below its minimum', async () => {
  const { trial, payer } = open();
  const before = await balances(trial);
  const made = (await payer.at(3, 'static/bundles', bareBundle('u', { assets: ['TRON_USDT'] }))).json as Bundled;
  const address = made.addresses[0]?.address ?? '';
  for (const amount of ['0.99', '100']) await payer.pay({ asset: 'TRON_USDT', address, amount });
  await payer.control(`addresses/${address}/disable`, {});
  await payer.pay({ asset: 'TRON_USDT', address, amount: '50' });
  expect((await trial.ask({ path: '/v1/user/payments' })).json).toMatchObject([
    { amount: 50, status: 'FAILED' },
    { amount: 100, status: 'SUCCESS', orderType: 'PAYIN', currency: 'USDT', blockchain: 'TRON' },
    { amount: 0.99, status: 'FAILED' },
  ]);
  expect(difference(await balances(trial), before)).toEqual({ USDT: '98' });
  await expectBalanced(trial);
});

async function balances(trial: TestEmulator): Promise<Record<string, number>> {
  const listed = (await trial.ask({ path: '/v1/user/wallet/balances' })).json as {
    currency: string;
    balance: number;
  }[];
  return Object.fromEntries(listed.map(({ currency, balance }) => [currency, balance]));
}

const difference = (after: Record<string, number>, before: Record<string, number>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(after)
      .map(
        ([currency, balance]) => [currency, money(String(balance)).minus(String(before[currency])).toFixed()] as const,
      )
      .filter(([, moved]) => moved !== '0'),
  );
