import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { type Payable, payerIn } from './payer.ts';
import { simpleHeaders, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const BACK = { returnUrl: 'https://shop.example/back', name: 'Tea <b>', clientOrderId: 'page-1' };
const PRICED = { ...BACK, fixedAmount: { amount: 100, currency: 'USD' } };
const FIXED = bareCheckout('FIXED_PRICE', PRICED);
const FREE = bareCheckout('NO_PRICE', BACK);
const SUGGESTED = bareCheckout('SUGGESTED_FIXED_PRICE', BACK);
const SCRIPTS = { successfulLink: 'javascript:alert(1)', failureLink: 'data:text/html,x' };
const LINKS = { successfulLink: 'https://shop.example/thanks', failureLink: 'https://shop.example/failed' };

/** The steps of a tour through the pages of a service. */
interface Visitor {
  /** Creates a checkout in a project and returns its id. */
  readonly make: (project: number, body: object) => Promise<string>;
  /** Opens every document of a checkout, and its view with all changes. */
  readonly look: (id: string) => Promise<void>;
  readonly choose: (id: string, body: object) => Promise<void>;
  readonly settle: (id: string, body: object) => Promise<void>;
}

/** Visits every page of a service as end users do: each type of checkout, each way to pay, each end. Returns all answers. */
export async function exercisePages(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const payer = payerIn(trial, base, (answer) => seen.push(answer));
  const visit = async (asked: TestRequest) => {
    seen.push(await trial.ask({ headers: {}, ...asked, path: base + asked.path }));
  };
  const visitor: Visitor = {
    make: async (project, body) => ((await payer.at(project, 'checkouts', body)).json as Payable | undefined)?.id ?? '',
    look: async (id) => {
      for (const path of [`/checkout/${id}`, `/checkout/${id}/frame`, `/pages/checkouts/${id}?seen=0`])
        await visit({ path });
    },
    choose: (id, body) => visit({ path: `/pages/checkouts/${id}/choice`, body }),
    settle: (id, body) => visit({ path: `/pages/checkouts/${id}/settlement`, body }),
  };
  await visit({ path: '/widget.js' });
  await choices(visitor);
  await payments(visitor);
  const project = trial.setup.accounts[0]?.projects[0]?.id ?? '';
  const trusted = await payer.control(`projects/${project}/payment-links`, { ...FIXED, ...SCRIPTS });
  const underpaid = await visitor.make(0, FIXED);
  for (const id of [underpaid, (trusted.json as { checkout?: { id?: string } } | undefined)?.checkout?.id ?? '']) {
    await visitor.look(id);
    await visitor.choose(id, { asset: 'SOLANA_USDC' });
    const request = ((await payer.at(0, `checkouts/${id}`)).json as Partial<Payable> | undefined)?.request;
    const asset = id === underpaid ? 'SOLANA_USDC' : 'SOLANA_USDT';
    if (request) await payer.pay({ asset, address: request.address, amount: 1 }, 150);
    await visitor.look(id);
    trial.pass(60_000);
    await visitor.look(id);
  }
  const linked = await payer.control(`projects/${project}/payment-links`, { ...FIXED, ...LINKS });
  const { url, checkout } = (linked.json ?? {}) as { url?: string; checkout?: { id?: string } };
  await visit({ path: new URL(url ?? 'http://none.invalid/link/none').pathname.slice(base.length) });
  await visitor.look(checkout?.id ?? '');
  const asked = (await payer.at(0, 'requests', bareRequest('TRON_USDT'))).json as Payable | undefined;
  await visitor.look(asked?.id ?? '');
  await visit({
    path: `/pages/checkouts/${underpaid}`,
    headers: { origin: 'http://evil.example', host: 'pay.example' },
  });
  for (const name of ['late.example', 'later.example'])
    await payer.control(`projects/${project}/domains`, { name, state: 'SUCCESS', linked: true });
  const late = await visitor.make(0, { ...FIXED, returnUrl: 'javascript:alert(1)' });
  await visitor.look(late);
  for (const one of WAYS_BACK) await visitor.look(await visitor.make(0, { ...FREE, returnUrl: one }));
  await neighbours(visitor, async (id) => {
    const headers = { origin: 'http://evil.example', host: 'pay.example' };
    await visit({ path: `/pages/checkouts/${id}/choice`, body: { asset: 'TRON_USDT' }, headers });
  });
  for (const state of ['SUCCESS', 'REJECTED']) {
    await payer.control(`projects/${project}/domains`, { name: 'late.example', state, linked: false });
    await visitor.look(await visitor.make(0, FREE));
  }
  const other = trial.setup.accounts[0]?.projects[1]?.id ?? '';
  await payer.control(`projects/${other}/domains`, { name: 'neighbour.example', state: 'SUCCESS', linked: true });
  await visitor.look(await visitor.make(0, FREE));
  trial.pass(2 * 3_600_000);
  await visitor.look(late);
  await visitor.look(checkout?.id ?? '');
  await visit({ path: '/v1/user/wallet/balances', headers: simpleHeaders() });
  return seen;
}

/** Addresses that a careless service cuts, or takes for a link. */
const WAYS_BACK = [
  'https://shop.example:8443/back?order=1#done',
  'http://shop.example/back',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:https://shop.example/x',
];

/** What one checkout has to do with others: an asset chosen a second time, a settlement sent again, a choice by a page of another site. */
async function neighbours(
  { make, look, choose, settle }: Visitor,
  chooseElsewhere: (id: string) => Promise<void>,
): Promise<void> {
  for (const preselectedCryptoCurrency of ['POLYGON_USDC', 'TRON_USDT']) {
    const id = await make(0, { ...FIXED, preselectedCryptoCurrency });
    await choose(id, { asset: 'SOLANA_USDC' });
    await look(id);
    for (const _ of ['once', 'again']) await settle(id, {});
    await look(id);
  }
  const hidden = await make(2, FIXED);
  await choose(hidden, { asset: 'TRON_USDT' });
  await look(hidden);
  const foreign = await make(0, FIXED);
  await chooseElsewhere(foreign);
  await look(foreign);
}

/** What each type of checkout offers and takes. */
async function choices({ make, look, choose }: Visitor): Promise<void> {
  for (const preselectedCryptoCurrency of ['USDC', 'SOLANA_USDC', 'TON_USDT']) {
    await look(await make(0, { ...FIXED, preselectedCryptoCurrency }));
  }
  const priced = await make(0, { ...FIXED, fixedAmount: { amount: 90, currency: 'EUR' } });
  await look(priced);
  await choose(priced, { asset: 'ETHEREUM_USDT', amount: '5' });
  for (const asset of ['TON_USDT', 'ETHEREUM_USDT', 'ETHEREUM_USDT', 'TRON_USDT']) await choose(priced, { asset });
  await look(priced);
  const large = await make(0, { ...FIXED, fixedAmount: { amount: 54321.37, currency: 'EUR' } });
  await choose(large, { asset: 'POLYGON_USDC' });
  await look(large);
  for (const project of [1, 2]) {
    const suggested = await make(project, SUGGESTED);
    await look(suggested);
    for (const amount of ['0.95', 'much', '33.37']) await choose(suggested, { asset: 'TRON_USDT', amount });
    await look(suggested);
    const picked = await make(project, SUGGESTED);
    for (const amount of ['50', '30']) await choose(picked, { asset: 'TRON_USDT', amount });
    await look(picked);
  }
}

/** What the sandbox balance pays. */
async function payments({ make, look, choose, settle }: Visitor): Promise<void> {
  for (const asset of ['ETHEREUM_USDT', 'ETHEREUM_USDC']) {
    const fixed = await make(0, FIXED);
    await look(fixed);
    await settle(fixed, {});
    await choose(fixed, { asset });
    await look(fixed);
    await settle(fixed, {});
    await look(fixed);
  }
  // The last payment finds too little on the balance, because those before were converted into another currency.
  for (const amount of Array.from({ length: 6 }, () => '900000')) {
    const converted = await make(3, FREE);
    await choose(converted, { asset: 'TRON_USDT' });
    await settle(converted, { amount });
  }
  const free = await make(0, { ...FREE, preselectedCryptoCurrency: 'USDC' });
  await look(free);
  await choose(free, { asset: 'SOLANA_USDC' });
  await look(free);
  for (const amount of ['0.995', '1000000', '900000', '1500']) await settle(free, { amount });
  await look(free);
}
