import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import type { RequestBody } from '../../../schemas/requestTypes.ts';
import { type Payable, type Payer, payerIn } from './payer.ts';
import type { TestEmulator, TestResponse } from './testEmulator.ts';

const FIXED = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' }, clientOrderId: 'bought' });
const DEMAND = bareRequest('TRON_USDT', { amount: 100, amountIn: 'USD' });

/** A record of an answer. A mutant may leave out any part of it. */
type AnsweredRecord = Partial<Payable> | undefined;

/** A purchase that waits for its payment: the request, and the path at which it is read. */
interface Purchase {
  readonly project: number;
  readonly asset: string;
  readonly what: string;
  readonly request: AnsweredRecord;
}

/** Creates a request through the API. */
async function demanded(payer: Payer, project: number, body: RequestBody): Promise<Purchase> {
  const request = (await payer.at(project, 'requests', body)).json as AnsweredRecord;
  return { project, asset: body.cryptoCurrency ?? '', what: `requests/${request?.id}`, request };
}

/** Creates a checkout and chooses an asset for it. */
async function chosen(
  payer: Payer,
  project: number,
  { body, asset, amount }: { body: object; asset: string; amount?: string },
): Promise<Purchase> {
  const id = ((await payer.at(project, 'checkouts', body)).json as AnsweredRecord)?.id;
  const { json } = await payer.control(`checkouts/${id}/choose`, { asset, ...(amount !== undefined && { amount }) });
  return { project, asset, what: `checkouts/${id}`, request: (json as AnsweredRecord)?.request ?? undefined };
}

/** The transfers for a purchase, in order. */
type Amounts = (due: number) => readonly (number | string)[];

const exactly: Amounts = (due) => [due];

const PAID: readonly Amounts[] = [
  exactly,
  (due) => [due + 1],
  (due) => [(due - 0.00001).toFixed(5)],
  (due) => [(due * 0.4).toFixed(5), (due * 0.6).toFixed(5)],
  (due) => [due, due],
];

const SEEN_MS = 100;

/** Makes every kind of purchase and pays it exactly, too much, too little, twice and too late. Returns all answers and the paths to read again later. */
export async function exercisePurchases(
  trial: TestEmulator,
  base: string,
): Promise<{ seen: TestResponse[]; again: string[] }> {
  const seen: TestResponse[] = [];
  const payer = payerIn(trial, base, (answer) => seen.push(answer));
  const bought: Purchase[] = [];
  const pay = async (purchase: Purchase, amounts: Amounts, asset = purchase.asset): Promise<void> => {
    bought.push(purchase);
    const { address = '', payAmount } = purchase.request ?? {};
    for (const amount of amounts(payAmount ?? 10)) {
      await payer.pay({ asset, address, amount }, SEEN_MS);
      await payer.at(purchase.project, purchase.what);
      trial.pass(SEEN_MS * 4);
      await payer.at(purchase.project, purchase.what);
    }
  };
  for (const amounts of PAID) {
    await pay(await demanded(payer, 0, DEMAND), amounts);
    await pay(await chosen(payer, 1, { body: FIXED, asset: 'TRON_USDT' }), amounts);
  }
  for (const body of [FIXED, bareCheckout('NO_PRICE')]) {
    await pay(await chosen(payer, 0, { body, asset: 'ETHEREUM_USDC' }), () => [500], 'ETHEREUM_USDT');
  }
  await pay(await demanded(payer, 3, bareRequest('TRON_USDT')), exactly);
  for (const amount of ['0.5', '1000000']) {
    await pay(await demanded(payer, 0, bareRequest('SOLANA_USDC')), () => [amount]);
  }
  for (const amount of ['15', '16']) {
    const options = { body: bareCheckout('SUGGESTED_FIXED_PRICE'), asset: 'TRON_USDT', amount };
    bought.push(await chosen(payer, 2, options));
  }
  const left = await chosen(payer, 0, { body: FIXED, asset: 'TRON_USDT' });
  await payer.control(`${left.what}/choose`, { asset: 'SOLANA_USDC' });
  bought.push(left, await demanded(payer, 0, DEMAND));
  await payStaticAddresses(payer);
  await tooLate(trial, payer, { left, asked: await demanded(payer, 0, DEMAND) });
  const { projects = [] } = trial.setup.accounts[0] ?? {};
  return {
    seen,
    again: bought.map(({ project, what }) => `/v1/user/crypto-acquiring/${projects[project]?.id}/${what}`),
  };
}

/** Pays static addresses and disables one of them. */
async function payStaticAddresses(payer: Payer): Promise<void> {
  const call = async (): Promise<string[]> => {
    const { json } = await payer.at(
      0,
      'static/bundles',
      bareBundle('kept', { assets: ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT'] }),
    );
    const { addresses } = (json ?? {}) as { addresses?: readonly { address?: string }[] };
    return Array.isArray(addresses) ? addresses.map(({ address }) => String(address)) : [];
  };
  const [evm = '', , tron = ''] = await call();
  for (const amount of ['0.5', '1', '25.5']) await payer.pay({ asset: 'TRON_USDT', address: tron, amount });
  await payer.pay({ asset: 'POLYGON_USDC', address: evm, amount: 20 });
  await payer.control(`addresses/${evm}/disable`, {});
  await payer.pay({ asset: 'ETHEREUM_USDT', address: evm, amount: 30 });
  await call();
  await call();
}

/** Pays after the payment windows have ended. */
async function tooLate(
  trial: TestEmulator,
  payer: Payer,
  { left, asked }: Record<'left' | 'asked', Purchase>,
): Promise<void> {
  const look = async (): Promise<void> => {
    for (const { project, what } of [left, asked]) await payer.at(project, what);
  };
  for (const passMs of [540_000, 60_001, 2_460_000, 550_000]) {
    trial.pass(passMs);
    await look();
  }
  for (const { request, asset } of [left, asked]) {
    await payer.pay({ asset, address: request?.address ?? '', amount: request?.payAmount ?? 10 });
  }
  await look();
}
