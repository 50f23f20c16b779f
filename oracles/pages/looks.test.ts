import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../tests/support/records/pageRecords.ts';
import { sampleProject } from '../../tests/support/records/priceRecords.ts';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { PageLine, PageLook } from '../../traffic/journal/journalTypes.ts';
import type { Project } from '../../traffic/target/file/targetFile.ts';
import { asksWhatIsDue } from './demand.ts';
import { leadsBackExactly, linksToMerchant } from './ending.ts';
import { showsItsEnd, tellsNoSuccessYet } from './overLooks.ts';
import { keepsPrice } from './price.ts';
import { countsDownToItsEnd } from './timeLeft.ts';

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

type Fields = Readonly<Record<string, unknown>>;

/** What a sample visit is to: how the checkout was made, how it was read, and the settings of its project. */
interface Sample {
  made?: Fields;
  read?: Fields;
  settings?: Partial<Project>;
}

/** Returns a record with a checkout, a read of it with a request, and visits to its page. */
function recordWith({ made = {}, read = {}, settings }: Sample, ...pages: readonly Partial<PageLine>[]) {
  const target = { ...runLine.target, projects: settings ? [{ id: sampleProject, ...settings }] : [] };
  const whole = checkoutLike({ status: 'REQUEST_CREATED', request: requestLike({ address }), ...read });
  return recordOf([
    { ...runLine, target },
    exchangeLine('p0-1', creationOf('checkout', made)),
    exchangeLine('p0-2', { ...readOf('checkout', whole, 3_000), headers: [['date', 'Thu, 01 Jan 2026 00:00:03 GMT']] }),
    ...pages.map((page, nth) => pageLineOf('p0-1', { id: `p0-v${nth + 1}`, ...page })),
  ]);
}

const args = { page: 'p0-v1', reads: ['p0-2'] };

const toPay = (text: string, more: Partial<PageLook> = {}) =>
  lookOf('chosen', `- text: "${text} to ${address}"`, { asset: 'TRON_USDT', ...more });

const asks = async (look: PageLook, sample: Sample = {}) =>
  asksWhatIsDue(await recordWith(sample, { looks: [look] }), args).state;

test('a request is for the asset that its payer pressed or that was marked when he went on', async () => {
  const chose = (...texts: string[]) => asks(toPay('2 USDT', { asset: 'TRON_USDC', chose: texts }));
  expect(await chose('USDC', 'Tron (TRC-20)')).toBe('broken');
  expect(await chose('USDC on Tron')).toBe('broken');
  // What the page did not take so is no choice.
  expect(await chose('USDC', 'Tron', 'USDT')).toBe('held');
  expect(await chose('USDC')).toBe('held');
  expect(await asks(toPay('2 USDT', { chose: ['USDT', 'Tron'] }))).toBe('held');
});

test('a QR code has the address letter by letter, and the amount that is due', async () => {
  const code = (text: string, payAmount = 12.5) =>
    asks(toPay('it', { codes: [text] }), { read: { request: requestLike({ address, payAmount }) } });
  expect(await code(address.toLowerCase())).toBe('broken');
  expect(await code(`tron:${address}?amount=12.5`)).toBe('held');
  expect(await code(`tron:${address}?amount=12500000`)).toBe('held');
  expect(await code(`tron:${address}?amount=125`)).toBe('broken');
  expect(await code(`https://pay.example/${address}?amount=13.1&currency=EUR`)).toBe('held');
});

test('an amount in an address is the whole value of a parameter', async () => {
  const shown = (codes: string[]) =>
    asks(toPay('Send 3 USDT', { codes }), { read: { request: requestLike({ address, payAmount: 30 }) } });
  expect(await shown([`tron:${address}?amount=30`])).toBe('held');
  expect(await shown([`tron:${address}?id=1300`])).toBe('broken');
});

test('a page of a project that hides its fee does not name it', async () => {
  const price = { requestAmount: 11, requestAmountIn: 'EUR', requestAmountConverted: 12.15 };
  const request = requestLike({
    address,
    payAmount: 12.5,
    payerPlatformFee: 0.35,
    payerPercentPlatformFee: 1.5,
    ...price,
  });
  const state = (text: string, settings: Partial<Project>, type = 'FIXED_PRICE') =>
    asks(toPay(text), { made: { type, projectId: sampleProject }, read: { request }, settings });
  const hiding = { feePaidBy: 'payer', hideFee: true } as const;
  expect(await state('12.5 USDT, fee 0.35 USDT', hiding)).toBe('broken');
  expect(await state('12.5 USDT', hiding)).toBe('held');
  for (const fee of ['0.32 EUR', '1.5 %', '1,5%'])
    expect(await state(`12.5 USDT, fee included: ${fee}`, hiding), fee).toBe('broken');
  for (const other of ['12.5 USDT, 0.32 EUR off', '12.5 USDT, 1.5 % cashback', '12.5 USDT, no fee 0.50 EUR'])
    expect(await state(other, hiding), other).toBe('held');
  expect(await state('12.5 USDT, fee 0.35 USDT', hiding, 'NO_PRICE')).toBe('held');
  expect(await state('12.5 USDT, fee 0.35 USDT', { feePaidBy: 'payer' })).toBe('held');
});

test('an amount that an end user entered without a price is the amount of his request', async () => {
  const state = async (request: Fields) => {
    const record = await recordWith({ read: { request: requestLike({ address, ...request }) } }, {});
    return keepsPrice(record, { ...args, entered: '30.37', currency: 'USDT' }).state;
  };
  expect(await state({ requestAmount: 30.37, requestAmountIn: 'USDT' })).toBe('held');
  expect(await state({ requestAmount: 30, requestAmountIn: 'USDT' })).toBe('broken');
});

test('a page names the price of its merchant, however it is set, where no fee may be in it', async () => {
  const made = { fixedAmount: { amount: 12.42, currency: 'EUR' }, projectId: sampleProject };
  const state = async (step: string, text: string, feePaidBy: 'merchant' | 'payer' = 'merchant') => {
    const record = await recordWith({ made, settings: { feePaidBy } }, { looks: [lookOf(step, `- text: "${text}"`)] });
    return keepsPrice(record, args).state;
  };
  expect(await state('opened', 'Pay 12 EUR')).toBe('broken');
  expect(await state('waiting', 'Order of 12 EUR')).toBe('broken');
  expect(await state('opened', 'Pay 12 EUR', 'payer')).toBe('held');
  expect(await state('opened', 'Pay 12.42 EUR')).toBe('held');
  expect(await state('opened', 'Pay 12 42 EUR')).toBe('held');
  expect(await state('waiting', '1 USDT = 0.92 EUR')).toBe('held');
  expect(await state('waiting', 'Network fee 0.50 EUR')).toBe('held');
  expect(await state('waiting', 'Minimum 1 EUR, maximum 900 EUR')).toBe('held');
  expect(await state('waiting', 'min. 1 EUR')).toBe('held');
  expect(await state('waiting', 'Order of 12 EUR, 14 min left')).toBe('broken');
});

test('where to pay, a page counts down to the end of the window, or shows it beside another end', async () => {
  const state = async (...texts: readonly [string, string]) => {
    const looks = texts.map((text, nth) =>
      lookOf('waiting', `- text: "${text} ${address}"`, { afterMs: nth * 4_000, ...(nth > 0 && { load: 2 }) }),
    );
    const read = { expiresAt: '2026-01-01T05:00:03Z' };
    return countsDownToItsEnd(await recordWith({ read }, { looks, sentNs: '3000000000' }), args).state;
  };
  expect(await state('Left 4:59:59', 'Left 4:59:55')).toBe('broken');
  expect(await state('Left 09:58', 'Left 09:54')).toBe('held');
  expect(await state('Left 4:59:59, price 09:58', 'Left 4:59:55, price 09:54')).toBe('held');
});

test('the page of a paid checkout asks for nothing and tells of no failure', async () => {
  const over = async (seen: string, afterMs = 60_000) => {
    const waiting = lookOf('waiting', `- text: Waiting for 2 USDT\n- text: ${address}`);
    const looks = [waiting, lookOf('over', seen, { afterMs })];
    return showsItsEnd(await recordWith({ read: { status: 'SUCCESS' } }, { looks }), args).state;
  };
  expect(await over('- heading "Payment complete" [level=2]')).toBe('held');
  expect(await over(`- text: Waiting for 2 USDT\n- text: ${address}`)).toBe('broken');
  expect(await over('- heading "The time is over, the payment has expired" [level=2]')).toBe('broken');
  expect(await over('- text: "Paid. Any problem? Write to us"')).toBe('held');
  // The read that shows the end may have come after the look.
  expect(await over(`- text: Waiting for 2 USDT\n- text: ${address}`, 1)).toBe('undecided');
});

const told = '- heading "Completed at 10:15" [level=2]';

/** A visit to the page of a paid checkout, whose words tell of success. */
const paid = { looks: [lookOf('opened', '- text: Pay'), lookOf('settled', told)] };

test('a page tells of no success while the payment is processed', async () => {
  const state = async (seen: string, afterMs = 500) => {
    const looks = [lookOf('detected', seen, { afterMs })];
    const record = await recordWith({ read: { status: 'PAYMENT_DETECTED' } }, { looks, sentNs: '0' }, paid);
    record.add(exchangeLine('p0-9', readOf('checkout', checkoutLike({ id: 'CCO-2', status: 'SUCCESS' }), 9_000)));
    return tellsNoSuccessYet(record, { ...args, success: { page: 'p0-v2', reads: ['p0-9'] } }).state;
  };
  expect(await state('- text: Being processed')).toBe('held');
  expect(await state(told)).toBe('broken');
  // Nothing says that it was still being processed when the page was seen.
  expect(await state(told, 60_000)).toBe('undecided');
});

test('words that every end has tell of no success', async () => {
  const state = async (other: string) => {
    const pages = ['over', 'over'].map((step) => ({ looks: [lookOf('waiting', '- text: Pay'), lookOf(step, told)] }));
    const record = await recordWith({ read: { status: 'CONFLICT' } }, pages[0] ?? {}, paid, pages[1] ?? {});
    record.add(exchangeLine('p0-9', readOf('checkout', checkoutLike({ id: 'CCO-2', status: 'SUCCESS' }), 9_000)));
    record.add(exchangeLine('p0-8', readOf('checkout', checkoutLike({ id: 'CCO-3', status: other }), 9_000)));
    const success = { page: 'p0-v2', reads: ['p0-9'] };
    return showsItsEnd(record, { ...args, success, others: [{ page: 'p0-v3', reads: ['p0-8'] }] }).state;
  };
  expect(await state('EXPIRED')).toBe('held');
  expect(await state('CONFLICT')).toBe('broken');
});

test('a page tells of its own end, not in the words of another', async () => {
  const state = async (seen: string, reason = 'UNDERPAID', other = 'The time is over.') => {
    // A page may show its end while the payment is still being processed.
    const page = (text: string) => {
      const ended = ['detected', 'over'].map((step) => lookOf(step, `- text: ${text}`));
      return { looks: [lookOf('waiting', '- text: Pay'), ...ended] };
    };
    const record = await recordWith({ read: { status: 'CONFLICT', reason } }, page(seen), page(other));
    record.add(exchangeLine('p0-8', readOf('checkout', checkoutLike({ id: 'CCO-3', status: 'EXPIRED' }), 9_000)));
    return showsItsEnd(record, { ...args, others: [{ page: 'p0-v2', reads: ['p0-8'] }] }).state;
  };
  expect(await state('The time is over.')).toBe('broken');
  expect(await state('The time is over. Write to us')).toBe('broken');
  expect(await state('The time is over. Less was paid than expected.')).toBe('held');
  expect(await state('Less was paid than expected.')).toBe('held');
  // What its page says of an expired checkout, too, is wrong there.
  expect(await state('Too little came.', 'UNDERPAID', 'Too little came.')).toBe('broken');
  expect(await state('Expired or too little', 'UNDERPAID', 'Expired or too little')).toBe('held');
  expect(await state('The time is over.', 'OTHER')).toBe('held');
});

test('a front page beside a whole way back is one more link, and alone a wrong way', async () => {
  const state = async (...urls: readonly string[]) => {
    const links = urls.map((url, nth) => `- link "Back ${nth}" [ref=e${nth}]:\n  - /url: ${url}`);
    const record = await recordWith(
      { made: { returnUrl: 'https://m.example/back?order=7' } },
      { looks: [lookOf('opened', links.join('\n'))] },
    );
    return leadsBackExactly(record, args).state;
  };
  expect(await state('https://m.example/', 'https://m.example/back?order=7')).toBe('held');
  expect(await state('https://m.example/')).toBe('broken');
  expect(await state('https://m.example/back', 'https://m.example/back?order=7')).toBe('broken');
});

test('a widget is asked for a way back only where its end links to the merchant', async () => {
  const state = async (step: string, url: string) => {
    const looks = [lookOf(step, `- link "Back" [ref=e1]:\n  - /url: ${url}`)];
    const read = { status: 'EXPIRED', returnUrl: 'https://m.example/back?order=7' };
    return linksToMerchant(await recordWith({ read }, { way: 'widget', looks }), args);
  };
  expect(await state('over', 'https://m.example/')).toBe(true);
  expect(await state('over', 'https://pay.example/terms')).toBe(false);
  expect(await state('waiting', 'https://m.example/')).toBe(false);
});

test('a way back without TLS is the one that is linked, and a browser may take TLS for it', async () => {
  const state = async (url: string, led: readonly string[] = []) => {
    const looks = [lookOf('opened', `- link "Back" [ref=e1]:\n  - /url: ${url}`)];
    const record = await recordWith({ made: { returnUrl: 'http://m.example/back?order=7' } }, { looks, led });
    return leadsBackExactly(record, args).state;
  };
  expect(await state('http://m.example/back?order=7', ['https://m.example/back?order=7'])).toBe('held');
  expect(await state('https://m.example/back?order=7')).toBe('broken');
});
