import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../tests/support/records/records.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { offersOptions } from './amounts.ts';
import { offersEnabled } from './choosing.ts';
import { asksWhatIsDue } from './demand.ts';
import { showsNoRequest } from './opening.ts';
import { settlesFromBalance, settlesOnlyWithFunds } from './settling.ts';

const project = 'CAP-00000000-0000-4000-8000-000000000001';

/** Returns a record with a checkout, a read of it, the deposit options of its project, the balance, and a visit to its page. */
const recordWith = (page: Partial<PageLine>, status = 'NEW') =>
  recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    exchangeLine('p0-2', {
      operation: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
      path: `/v1/user/crypto-acquiring/${project}/deposit-options`,
      answer: { cryptoCurrencies: ['ETHEREUM_USDT', 'TRON_USDT', 'ETHEREUM_USDC'] },
      atMs: 1_500,
    }),
    exchangeLine('p0-3', readOf('checkout', checkoutLike({ status, request: requestLike({ address }) }), 2_000)),
    exchangeLine('p0-4', {
      operation: 'GET /v1/user/wallet/balances',
      answer: [{ currency: 'USDT', balance: 10 }],
      atMs: 3_000,
    }),
    pageLineOf('p0-1', page),
  ]);

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const tiles = '- group "Pay with":\n  - radio "USDT" [ref=e1]\n  - radio "USDC" [ref=e2]';

test('what explains a network is no choice; what stands beside the choices is one', async () => {
  const state = async (seen: string) =>
    offersEnabled(await recordWith({ looks: [lookOf('opened', seen)] }), { page: 'p0-v1' }).state;
  expect(await state(tiles)).toBe('held');
  for (const more of ['Knowledge base', 'What is Solana?', 'Solana explained'])
    expect(await state(`${tiles}\n- contentinfo:\n  - list:\n    - button "${more}" [ref=e9]`), more).toBe('held');
  expect(await state(`${tiles}\n  - radio "Solana" [ref=e3]`)).toBe('broken');
  const buttons = '- main:\n  - button "USDT" [ref=e1]\n  - button "USDC" [ref=e2]';
  expect(await state(`${buttons}\n  - button "SOL" [ref=e3]`)).toBe('broken');
});

test('an option may have a word beside it; the numbers of steps are no options, and one more option is one too many', async () => {
  const args = { page: 'p0-v1', amounts: ['10', '25'], currency: 'USD', manual: false, least: '1', most: '99' };
  const state = async (seen: string) =>
    offersOptions(await recordWith({ looks: [lookOf('opened', seen)] }), args).state;
  const options = (...texts: string[]) =>
    `- group "Amount":\n${texts.map((text, nth) => `  - button "${text}" [ref=e${nth}]`).join('\n')}`;
  const steps = '- navigation:\n  - list:\n    - button "1" [ref=s1]\n    - button "2" [ref=s2]';
  const phone = '- contentinfo:\n  - list:\n    - link "555 0100" [ref=t1]:\n      - /url: tel:5550100';
  expect(await state(options('10 USD', '25 USD'))).toBe('held');
  expect(await state(options('10 USD popular', '25 USD'))).toBe('held');
  expect(await state(`${options('10 USD', '25 USD')}\n${steps}\n${phone}`)).toBe('held');
  expect(await state(options('10 USD', '25 USD', '100 USD'))).toBe('broken');
  expect(await state(options('10 USD popular', '100 USD'))).toBe('broken');
  expect(await state(options('5 USD', '7 USD'))).toBe('broken');
});

test('a QR code that is for something else than the payment may hold anything', async () => {
  const state = async (code: string) => {
    const look = lookOf('waiting', `- text: Send 2 USDT on Tron to ${address}`, { asset: 'TRON_USDT', codes: [code] });
    return asksWhatIsDue(await recordWith({ looks: [look] }, 'REQUEST_CREATED'), { page: 'p0-v1', reads: ['p0-3'] })
      .state;
  };
  const other = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj';
  expect(await state(address)).toBe('held');
  expect(await state(`tron:${address}?amount=2`)).toBe('held');
  expect(await state(`https://pay.example.com/s/${other}`)).toBe('held');
  expect(await state(`wc:${other}@2?relay-protocol=irn`)).toBe('held');
  expect(await state(other)).toBe('broken');
  expect(await state(`tron:${other}?amount=2`)).toBe('broken');
});

test('only what a page sends to its own service shows that it settles', async () => {
  const state = async (url: string, method = 'POST') => {
    const page = {
      looks: [lookOf('chosen', `- text: ${address}`), lookOf('settled', `- text: ${address}`)],
      requests: [{ method, url, type: 'fetch', afterMs: 1, status: 200, ids: [] }],
    };
    const record = await recordWith(page, 'REQUEST_CREATED');
    return settlesFromBalance(record, { page: 'p0-v1', reads: ['p0-3'], funds: 'p0-4' }).state;
  };
  expect(await state('http://127.0.0.1:1/settle')).toBe('broken');
  expect(await state('https://count.example/hit')).toBe('undecided');
  expect(await state('http://127.0.0.1:1/settle', 'OPTIONS')).toBe('undecided');
});

test('a request of the API is not shown by its address, a QR code, its order id or its amount', async () => {
  const state = async (seen: string, codes: string[] = []) => {
    const looks = [lookOf('of its checkout', tiles), lookOf('opened', seen, { codes })];
    const record = await recordOf([
      exchangeLine(
        'p0-1',
        creationOf('request', { id: 'CAPD-1', address, clientOrderId: 'order 4711', payAmount: 16.06 }),
      ),
      pageLineOf('p0-1', { looks, opens: 'CAPD-1' }),
    ]);
    return showsNoRequest(record, { page: 'p0-v1' }).state;
  };
  expect(await state('- text: There is no checkout CAPD-1')).toBe('held');
  expect(await state('- text: Pay here')).toBe('held');
  expect(await state(`- text: ${address}`)).toBe('broken');
  expect(await state('- text: Scan to pay', [`tron:${address}`])).toBe('broken');
  expect(await state('- text: Order order 4711')).toBe('broken');
  expect(await state('- text: Received 16.06 USDT')).toBe('broken');
  expect(await state('- text: From 1 USDT')).toBe('held');
});

test('a network belongs to the currency that was pressed, unless a page shows the same networks for each', async () => {
  const of = (currency: string, ...chains: string[]) =>
    `- group:\n  - radio "USDT"${currency === 'USDT' ? ' [checked]' : ''} [ref=e1]\n  - radio "USDC"${currency === 'USDC' ? ' [checked]' : ''} [ref=e2]\n- group:\n${chains.map((chain, nth) => `  - radio "${chain}" [ref=n${nth}]`).join('\n')}`;
  const state = async (opened: string, showing: string) => {
    const looks = [lookOf('opened', opened), lookOf('showing USDC', showing)];
    return offersEnabled(await recordWith({ looks }), { page: 'p0-v1' }).state;
  };
  const preselected = of('USDT', 'Ethereum', 'Tron');
  expect(await state(preselected, of('USDC', 'Ethereum'))).toBe('held');
  expect(await state(preselected, of('USDC', 'Ethereum', 'Tron', 'Solana'))).toBe('broken');
  expect(await state(preselected, of('USDC', 'Tron'))).toBe('broken');
  expect(await state(preselected, of('USDC', 'Ethereum', 'Tron'))).toBe('held');
});

test('a balance that does not suffice settles nothing', async () => {
  const state = async (status: string, balance: number, step = 'settled') => {
    const record = await recordWith({ looks: [lookOf(step, '- text: a')] }, status);
    record.add(
      exchangeLine('p0-9', {
        operation: 'GET /v1/user/wallet/balances',
        answer: [{ currency: 'USDT', balance }],
        atMs: 4_000,
      }),
    );
    return settlesOnlyWithFunds(record, { page: 'p0-v1', reads: ['p0-3'], funds: 'p0-9' }).state;
  };
  expect(await state('REQUEST_CREATED', 1)).toBe('held');
  expect(await state('SUCCESS', 1)).toBe('broken');
  expect(await state('SUCCESS', 5)).toBe('undecided');
  expect(await state('SUCCESS', 1, 'over')).toBe('undecided');
});
