import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../tests/support/records/pageRecords.ts';
import { sampleDepositOptions } from '../../tests/support/records/priceRecords.ts';
import { exchangeLine, recordOf } from '../../tests/support/records/records.ts';
import type { PageLine, PageLook } from '../../traffic/journal/journalTypes.ts';
import { asksWhatIsDue } from './demand.ts';
import { leadsBack, leadsBackExactly } from './ending.ts';
import { refusesWithoutEffect } from './foreign.ts';
import { showsItsEnd } from './overLooks.ts';
import { amountsIn } from './view/amounts.ts';

const [address, other] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];

const evm = '0x52908400098527886E0F7030069857D2E4169EE7';

const made = creationOf('checkout', { returnUrl: 'https://m.example/back?order=7#done' });
const before = readOf('checkout', checkoutLike({ status: 'NEW' }), 2_000);
const request = requestLike({ address, payAmount: 12.51921 });

/** Returns a record with a checkout, two reads of it and visits to its page. */
const recordWith = (status: string, ...pages: readonly Partial<PageLine>[]) =>
  recordOf([
    exchangeLine('p0-1', made),
    exchangeLine('p0-2', before),
    exchangeLine('p0-3', readOf('checkout', checkoutLike({ status, request }), 3_000)),
    ...pages.map((page, nth) => pageLineOf('p0-1', { id: `p0-v${nth + 1}`, ...page })),
  ]);

const args = { page: 'p0-v1', reads: ['p0-2', 'p0-3'] };

const toPay = (text: string, more: Partial<PageLook> = {}) =>
  lookOf('chosen', `- text: ${text}`, { asset: 'TRON_USDT', ...more });

const dueIn = async (...looks: readonly PageLook[]) =>
  asksWhatIsDue(await recordWith('REQUEST_CREATED', { looks }), args).state;

test('a page asks for the amount of its request, or for a little more', async () => {
  expect(await dueIn(toPay(`Send 12.51921 USDT to ${address}`))).toBe('held');
  expect(await dueIn(toPay(`Send 12,52 USDT to ${address}`))).toBe('held');
  expect(await dueIn(toPay(`Send it to ${address}`))).toBe('held');
  expect(await dueIn(toPay(`Send 12,51 USDT to ${address}`))).toBe('broken');
  expect(await dueIn(toPay(`Send 12.51 USDT to ${address}`, { codes: [`tron:${address}?amount=12.51921`] }))).toBe(
    'held',
  );
  expect(await dueIn(toPay(`Send 12.27373 USDT to ${address}`))).toBe('broken');
  // A code of another look holds it, too, and a layout may split it.
  const code = lookOf('waiting with codes', '- text: QR', { codes: [`tron:${address}?amount=12.51921`] });
  expect(await dueIn(toPay(`Send 12.51 USDT to ${address}`), code)).toBe('held');
  const split = (first: string, last: string) =>
    toPay(`x\n- text: "${first}"\n- text: "${last}"\n- text: 2 USDT fee, to ${address}`);
  expect(await dueIn(split('12.51', '921'))).toBe('held');
  expect(await dueIn(split('12.51', '900'))).toBe('broken');
});

test('a checkout has one request, however often the same is chosen', async () => {
  const looks = [toPay(`Send 12.51921 USDT to ${address}`)];
  const readWith = (fields: object) =>
    exchangeLine(
      'p0-4',
      readOf('checkout', checkoutLike({ status: 'REQUEST_CREATED', request: { ...request, ...fields } }), 4_000),
    );
  const judged = async (fields: object) => {
    const lines = [exchangeLine('p0-1', made), exchangeLine('p0-2', before)];
    const first = exchangeLine('p0-3', readOf('checkout', checkoutLike({ status: 'REQUEST_CREATED', request }), 3_000));
    const record = await recordOf([...lines, first, readWith(fields), pageLineOf('p0-1', { id: 'p0-v1', looks })]);
    return asksWhatIsDue(record, { ...args, reads: ['p0-2', 'p0-3', 'p0-4'] }).state;
  };
  expect(await judged({})).toBe('held');
  // A rate may be fixed anew.
  expect(await judged({ payAmount: 12.52 })).toBe('held');
  expect(await judged({ id: 'CAPD-00000000-0000-4000-8000-000000000009' })).toBe('broken');
  expect(await judged({ address: other })).toBe('broken');
});

test('a code or a link for wallets names the address, the blockchain and the amount of the request', async () => {
  const state = async (codes: string[], url = '') => {
    const link = url === '' ? '' : `\n- link "Open wallet" [ref=e9]:\n  - /url: "${url}"`;
    const own = requestLike({ address: evm, blockchain: 'ETHEREUM', payAmount: 12 });
    const record = await recordOf([
      exchangeLine('p0-1', made),
      exchangeLine('p0-3', readOf('checkout', checkoutLike({ status: 'REQUEST_CREATED', request: own }), 3_000)),
      pageLineOf('p0-1', {
        looks: [lookOf('chosen', `- text: Send 12 USDT to ${evm}${link}`, { asset: 'ETHEREUM_USDT', codes })],
      }),
    ]);
    return asksWhatIsDue(record, { page: 'p0-v1', reads: ['p0-3'] }).state;
  };
  for (const sound of [`ethereum:${evm}@1`, `ethereum:${evm}@11155111?value=12`, `ethereum:${evm}@99`]) {
    expect(await state([sound]), sound).toBe('held');
    expect(await state([], sound), sound).toBe('held');
  }
  expect(await state([`ethereum:${evm}@137`])).toBe('broken');
  expect(await state([`ethereum:${evm}?value=11`])).toBe('broken');
  expect(await state([], `ethereum:${evm}@56`)).toBe('broken');
  expect(await state([], `ethereum:${evm.replace('5', '6')}`)).toBe('broken');
  expect(await state([], `https://explorer.example/address/${evm.replace('5', '6')}`)).toBe('held');
});

test('a page that was chosen on says where to pay whenever it is opened again, and does not offer the choice once more', async () => {
  const choices = '- radio "USDT on Tron" [ref=e1]\n- radio "USDC on Polygon" [ref=e2]';
  const opened = lookOf('opened', choices);
  const waiting = (seen: string) => lookOf('waiting', seen, { asset: 'TRON_USDT' });
  const where = toPay(`Send 12.51921 USDT to ${address}`);
  expect(await dueIn(opened, where, waiting(choices))).toBe('broken');
  expect(await dueIn(opened, where, waiting(`- text: Send 12.51921 USDT to ${address}`))).toBe('held');
  expect(await dueIn(opened, where, waiting('- button "Go on" [ref=e1]'))).toBe('held');
  // What was chosen may be marked before the page goes on; another mark is no choice of this checkout.
  expect(await dueIn(opened, where, waiting(choices.replace('Tron"', 'Tron" [checked]')))).toBe('held');
  expect(await dueIn(opened, where, waiting(choices.replace('Polygon"', 'Polygon" [checked]')))).toBe('broken');
  // Chosen elsewhere: the page never said where to pay. Before a read shows the choice, the page may not know of it.
  expect(await dueIn(opened, lookOf('chosen', choices, { afterMs: 5_000 }))).toBe('broken');
  expect(await dueIn(opened, lookOf('chosen', choices, { afterMs: 1 }))).toBe('undecided');
  // Other coins on a page that shows the address are no choice of this checkout.
  expect(await dueIn(opened, where, waiting(`${choices}\n- text: Send 12.51921 USDT to ${address}`))).toBe('held');
});

test('what a page calls received when it is over is what was paid', async () => {
  const paid = requestLike({ address, payAmount: 12.5, paidAmount: 6.254 });
  const state = async (text: string) => {
    const looks = [toPay(`Send 12.5 USDT to ${address}`), lookOf('over', `- text: "${text}"`)];
    const read = readOf('checkout', checkoutLike({ status: 'CONFLICT', request: paid }), 4_000);
    const lines = [exchangeLine('p0-1', made), exchangeLine('p0-3', read), pageLineOf('p0-1', { looks })];
    return asksWhatIsDue(await recordOf(lines), { page: 'p0-v1', reads: ['p0-3'] }).state;
  };
  expect(await state('Expected 12.5 USDT, received: 6.254 USDT')).toBe('held');
  expect(await state('Received 6.25 USDT of 12.5 USDT')).toBe('held');
  expect(await state('12.5 USDT should have been received')).toBe('held');
  expect(await state('To be received 12.5 USDT')).toBe('held');
  expect(await state('Expected 6.254 USDT, received: 12.5 USDT')).toBe('broken');
  expect(await state('Received 12.5 USDT')).toBe('broken');
  expect(await state('You have received 6 USDT as a refund')).toBe('held');
});

test('a network is judged only where a page says that it is the one to pay on, and its own name is nowhere', async () => {
  const cryptoCurrencies = ['TRON', 'ETHEREUM', 'POLYGON', 'BASE', 'GNOSIS'].map((chain) => `${chain}_USDT`);
  const options = sampleDepositOptions({ cryptoCurrencies });
  const state = async (text: string, blockchain = 'POLYGON') => {
    const own = requestLike({ address: evm, payAmount: 2, blockchain });
    const record = recordOf([
      exchangeLine('p0-1', made),
      exchangeLine('p0-2', options),
      exchangeLine('p0-3', readOf('checkout', checkoutLike({ status: 'REQUEST_CREATED', request: own }), 3_000)),
      pageLineOf('p0-1', { looks: [lookOf('chosen', `${text}\n- text: 2 USDT ${evm}`)] }),
    ]);
    return asksWhatIsDue(await record, { page: 'p0-v1', reads: ['p0-3'] }).state;
  };
  expect(await state('- text: "Network: Ethereum"')).toBe('broken');
  expect(await state('- definition: Ethereum (ERC-20)')).toBe('broken');
  expect(await state('- text: Send only USDT on Ethereum (ERC-20). Anything else may be lost.')).toBe('broken');
  expect(await state('- text: "Network: Polygon"')).toBe('held');
  expect(await state('- text: Do not send USDT on Ethereum or TRC-20')).toBe('held');
  expect(await state('- text: This is not Ethereum mainnet.')).toBe('held');
  expect(await state('- definition: ERC-20\n- text: never Tron', 'ETHEREUM')).toBe('held');
  expect(await state('- definition: Ethereum', 'BASE')).toBe('held');
  expect(await state('- definition: Ethereum', 'GNOSIS')).toBe('held');
});

test('an address on the page is that of the request, after a choice elsewhere too', async () => {
  for (const step of ['chosen', 'waiting']) {
    expect(await dueIn({ ...toPay(`Send 12.51921 USDT to ${other}`), step })).toBe('broken');
    expect(await dueIn({ ...toPay(`Send 12.51921 USDT to ${address}, never to ${other}`), step })).toBe('held');
  }
});

test('a QR code holds the address of the request, alone or in a longer text, or no address', async () => {
  const text = `Send 12.51921 USDT to ${address}`;
  for (const code of [address, `tron:${address}?amount=12.51921`, 'https://pay.example/x'])
    expect(await dueIn(toPay(text, { codes: [code] }))).toBe('held');
  expect(await dueIn(toPay(text, { codes: [other] }))).toBe('broken');
});

test('a request is for the asset that was marked when its payer went on', async () => {
  const picked = (network: string) =>
    lookOf('picked', `- radio "USDT" [checked] [ref=e1]\n- radio "${network}" [checked] [ref=e2]`, {
      asset: `${network.toUpperCase()}_USDT`,
    });
  const there = toPay(`Send 12.51921 USDT to ${address}`);
  expect(await dueIn(picked('Tron'), there)).toBe('held');
  expect(await dueIn(picked('Polygon'), there)).toBe('broken');
  expect(await dueIn(picked('Tron'))).toBe('undecided');
});

test('the page of a checkout that ended otherwise neither says what a paid one says nor offers to pay', async () => {
  const success = { page: 'p0-v2', reads: ['p0-4'] };
  const paid = {
    looks: [lookOf('opened', '- text: Pay'), lookOf('settled', '- heading "Payment complete" [level=2]')],
  };
  const over = async (seen: string) => {
    const choices = '- radio "USDT" [ref=e1]\n- button "Continue" [ref=e2]';
    const record = await recordWith('CONFLICT', { looks: [lookOf('opened', choices), lookOf('over', seen)] }, paid);
    record.add(exchangeLine('p0-4', readOf('checkout', checkoutLike({ id: 'CCO-2', status: 'SUCCESS' }), 4_000)));
    return showsItsEnd(record, { ...args, success }).state;
  };
  expect(await over('- heading "There is a problem" [level=2]')).toBe('held');
  expect(await over('- heading "Payment complete" [level=2]')).toBe('broken');
  expect(await over('- radio "USDT" [ref=e3]\n- button "Continue" [ref=e4]')).toBe('broken');
  expect(await over('- heading "Payment detected" [level=2]\n- paragraph: It is being confirmed.')).toBe('broken');
  expect(await over('- paragraph: Too little came. Your refund is being processed.')).toBe('held');
  expect(await over('- paragraph: If you have just paid, your payment is being processed.')).toBe('held');
  expect(await over('- paragraph: Write if you like. Your payment is being processed.')).toBe('broken');
  expect(showsItsEnd(await recordWith('NEW', {}), args).state).toBe('undecided');
  // A page may say so before a read does.
  const told = ['opened', 'over'].map((step) => lookOf(step, '- heading "The time is over" [level=2]'));
  expect(showsItsEnd(await recordWith('EXPIRED', { looks: told }), args).state).toBe('held');
});

test('a link back is the whole address, to which a service may add parameters', async () => {
  const to = async (url: string) => {
    const looks = [lookOf('opened', `- link "Back" [ref=e1]:\n  - /url: ${url}`)];
    return leadsBackExactly(await recordWith('NEW', { looks }), args).state;
  };
  expect(await to('https://m.example/back?order=7#done')).toBe('held');
  expect(await to('https://m.example/back?order=7&status=NEW#done')).toBe('held');
  expect(await to('https://elsewhere.example/help')).toBe('undecided');
  expect(await to('https://m.example/back')).toBe('broken');
  expect(await to('https://m.example/back?order=7')).toBe('broken');
});

test('only who followed a way back is led astray', async () => {
  const state = async (more: Partial<PageLine>) =>
    leadsBackExactly(await recordWith('NEW', { led: ['https://pay.example/checkout/1'], ...more }), args).state;
  expect(await state({})).toBe('undecided');
  expect(await state({ ledBefore: 1 })).toBe('undecided');
  expect(await state({ ledBefore: 0 })).toBe('broken');
});

test('another host of the service may send an end user on, to what its query names', async () => {
  const states = async (to: string) => {
    const page = {
      address: 'https://pay.service.example/c/1',
      led: [`https://go.service.example/${to}`],
      ledBefore: 0,
    };
    const record = await recordWith('NEW', page);
    return [leadsBack(record, args).state, leadsBackExactly(record, args).state];
  };
  const back = encodeURIComponent('https://m.example/back?order=7#done');
  expect(await states(`?to=${back}`)).toEqual(['held', 'held']);
  expect(await states('r/4711')).toEqual(['undecided', 'undecided']);
  expect(await states(`?to=${encodeURIComponent('https://m.example/')}`)).toEqual(['broken', 'broken']);
});

test('a refusal of another site has no effect, and an acceptance is nobody’s fault', async () => {
  const after = async (status: number) => {
    const foreign = [{ what: 'POST', status, before: 'p0-2', after: 'p0-3' }];
    return refusesWithoutEffect(await recordWith('REQUEST_CREATED', { foreign }), { page: 'p0-v1' }).state;
  };
  expect(await after(403)).toBe('broken');
  expect(await after(200)).toBe('held');
  expect(refusesWithoutEffect(await recordWith('NEW', {}), { page: 'p0-v1' }).state).toBe('undecided');
});

test('numbers are read as in India, too', () => {
  expect(amountsIn('1,00,000.37 USDT').map(({ amount }) => amount.toFixed())).toEqual(['100000.37']);
  expect(amountsIn('100,000.37 USDT').map(({ amount }) => amount.toFixed())).toEqual(['100000.37']);
});
