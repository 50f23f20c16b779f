import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../tests/support/records/records.ts';
import { listsOptions, takesWithin } from './amounts.ts';
import { preselects } from './choosing.ts';
import { offersAll } from './offersAll.ts';

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Returns a record with a checkout, a read of it, and a visit to its page with these looks. */
const recordWith = (request: object | null, ...looks: readonly (readonly [string, string])[]) =>
  recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    exchangeLine('p0-2', readOf('checkout', checkoutLike({ request }), 2_000)),
    pageLineOf('p0-1', { looks: looks.map(([step, seen]) => lookOf(step, seen)) }),
  ]);

const radios = (...chosen: readonly string[]) =>
  ['USDT', 'Tron', 'USDC', 'Ethereum']
    .map((name, nth) => `- radio "${name}"${chosen.includes(name) ? ' [checked]' : ''} [ref=e${nth}]`)
    .join('\n');

const list = (role: string, chosen = '') =>
  ['USDT on Tron', 'USDC on Solana']
    .map((name, nth) => `- ${role} "${name}"${name === chosen ? ' [selected]' : ''} [ref=e${nth}]`)
    .join('\n');

const preselection = async (request: object | null, ...looks: readonly (readonly [string, string])[]) =>
  preselects(await recordWith(request, ...looks), { page: 'p0-v1', asset: 'TRON_USDT', reads: ['p0-2'] }).state;

test('a preselection is there when the page is opened again, too', async () => {
  const right = ['opened', radios('USDT', 'Tron')] as const;
  expect(await preselection(null, right)).toBe('held');
  expect(await preselection(null, right, ['again', radios('USDT', 'Tron')])).toBe('held');
  expect(await preselection(null, right, ['again', radios('USDC')])).toBe('broken');
  expect(await preselection(null, right, ['again', radios()])).toBe('broken');
  // What offers nothing any more has lost nothing.
  expect(await preselection(null, right, ['again', '- text: The time is over'])).toBe('held');
});

test('options and tabs may show by their style what is chosen, unless the page marks it elsewhere', async () => {
  for (const role of ['option', 'tab']) {
    expect(await preselection(null, ['opened', list(role)]), role).toBe('undecided');
    const marked = ['chosen', list(role, 'USDT on Tron')] as const;
    expect(await preselection(null, ['opened', list(role)], marked), role).toBe('broken');
  }
  expect(await preselection(null, ['opened', radios()])).toBe('broken');
});

test('a currency that is preselected without a network is marked, on any network or none', async () => {
  const bare = async (...chosen: readonly string[]) => {
    const record = await recordWith(null, ['opened', radios(...chosen)]);
    return preselects(record, { page: 'p0-v1', asset: 'USDT', reads: ['p0-2'] }).state;
  };
  expect(await bare('USDT')).toBe('held');
  expect(await bare('USDT', 'Ethereum')).toBe('held');
  expect(await bare('USDC')).toBe('broken');
  expect(await bare()).toBe('broken');
});

test('a list of languages says nothing of what is preselected', async () => {
  expect(await preselection(null, ['opened', '- combobox "Language" [ref=e1]: English'])).toBe('undecided');
  const both = '- combobox "Language" [ref=e1]: English\n- combobox "Coin" [ref=e2]: USDT on Tron';
  expect(await preselection(null, ['opened', both])).toBe('held');
});

test('only the address of the request shows that a page skipped the choice', async () => {
  const contract = `${radios('USDT', 'Tron')}\n- text: Contract ${address}`;
  expect(await preselection(null, ['opened', contract])).toBe('held');
  expect(await preselection(null, ['opened', `- text: Contract ${address}`])).toBe('undecided');
  const skipped = ['opened', `- text: 2 USDT to ${address}`] as const;
  expect(await preselection(requestLike({ address }), skipped)).toBe('held');
  const unread = preselects(await recordWith(null, skipped), { page: 'p0-v1', asset: 'TRON_USDT' });
  expect(unread.state).toBe('held');
  const other = ['opened', `- text: 2 USDC to ${address}`] as const;
  expect(await preselection(requestLike({ address, currency: 'USDC' }), other)).toBe('broken');
});

test('a page that lists amounts to pick lists the predefined ones, wherever they come', async () => {
  const state = async (step: string, ...amounts: readonly string[]) => {
    const buttons = amounts.map((one, nth) => `- button "${one} USD" [ref=e${nth}]`).join('\n');
    const record = await recordWith(null, ['opened', '- text: Choose'], [step, buttons]);
    return listsOptions(record, { page: 'p0-v1', amounts: ['10', '25'], currency: 'USD' }).state;
  };
  expect(await state('at the amount', '10', '25')).toBe('held');
  expect(await state('at the amount', '10')).toBe('broken');
  expect(await state('at the amount', '10', '25', '50')).toBe('broken');
  expect(await state('chosen', '10')).toBe('undecided');
});

test('a page lists every asset that its project enables, unless the list is closed or shows more on demand', async () => {
  const state = async (step: string, seen: string, type = 'NO_PRICE') => {
    const record = await recordOf([
      exchangeLine('p0-1', creationOf('checkout', { type })),
      exchangeLine('p0-2', {
        operation: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
        path: `/v1/user/crypto-acquiring/${String(checkoutLike()['projectId'])}/deposit-options`,
        answer: { cryptoCurrencies: ['TRON_USDT', 'ETHEREUM_USDT', 'SOLANA_USDC'] },
      }),
      pageLineOf('p0-1', { looks: [lookOf(step, seen)] }),
    ]);
    return offersAll(record, { page: 'p0-v1' }).state;
  };
  const radio = (...names: readonly string[]) => names.map((one, nth) => `- radio "${one}" [ref=e${nth}]`).join('\n');
  expect(await state('opened', radio('USDT', 'USDC'))).toBe('held');
  expect(await state('opened', radio('USDT'))).toBe('broken');
  expect(await state('opened', '- button "USDT" [ref=e1]')).toBe('held');
  expect(await state('showing USDT', radio('USDT', 'Tron', 'Ethereum'))).toBe('held');
  expect(await state('showing USDT', radio('USDT', 'Tron'))).toBe('broken');
  expect(await state('showing USDT', `${radio('USDT', 'Tron')}\n- button "More networks" [ref=e9]`)).toBe('held');
  // Another amount is no other network; one currency that is chosen has the networks beside it.
  expect(
    await state('showing USDT', `${radio('USDT', 'Tron')}\n- group "Pay":\n  - radio "Other amount" [ref=e9]`),
  ).toBe('broken');
  const chosen = (first: string, ...others: readonly string[]) =>
    `- radio "USDT" [checked] [ref=e8]\n- radio "USDC" [ref=e9]\n- radio "${first}" [checked] [ref=e7]\n${radio(...others)}`;
  expect(await state('opened', chosen('Tron'))).toBe('broken');
  expect(await state('opened', chosen('Tron', 'Ethereum'))).toBe('held');
  expect(await state('opened', radio('USDT on Tron', 'USDC on Solana'))).toBe('broken');
  expect(await state('opened', radio('USDT on Tron', 'USDT on Ethereum', 'USDC on Solana'))).toBe('held');
  // A logo may stand for a name.
  expect(await state('showing USDT', `${radio('Tron')}\n- radio [ref=e9]`)).toBe('held');
  expect(await state('showing USDT', radio('USDT', 'Tron'), 'FIXED_PRICE')).toBe('held');
});

test('what is paid without a price is what was entered', async () => {
  const state = async (amount: string, paidAmount: number) => {
    const request = requestLike({ status: 'SUCCESS', payAmount: null, paidAmount });
    const record = await recordOf([
      exchangeLine('p0-1', creationOf('checkout')),
      exchangeLine('p0-2', readOf('checkout', checkoutLike({ status: 'SUCCESS', request }), 2_000)),
      pageLineOf('p0-1', { looks: [lookOf('opened', `- text: ${address}`)] }),
    ]);
    const paid = [{ amount, read: 'p0-2' }];
    return takesWithin(record, { page: 'p0-v1', least: '1', most: '1000', paid, reads: ['p0-2'] }).state;
  };
  expect(await state('3.25', 3.25)).toBe('held');
  expect(await state('3.25', 4)).toBe('broken');
  expect(await state('3.25', 3.24)).toBe('broken');
  // Where a point divides thousands.
  expect(await state('3.25', 325)).toBe('held');
});
