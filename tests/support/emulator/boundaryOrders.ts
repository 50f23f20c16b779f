import { OWN_PATHS } from '../../../emulator/domain/ownPaths.ts';
import { TEST_CARDS } from '../../../emulator/domain/testCards.ts';
import { barePayin, barePayout } from '../../../generators/payloads/payment.ts';
import { withoutFields } from '../../../generators/payloads/withoutFields.ts';
import type { TestEmulator, TestRequest, TestResponse } from './testEmulator.ts';

const CARD = barePayin({ amount: 300, currency: 'UAH', method: 'CC_VISAMC' });
const HELD = { cardHolder: 'ADA LOVELACE', cvv: '123', expMonth: 12, expYear: 2031, pan: '5555555555554444' };
const EMAIL = 'ada@example.org';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Orders at the limits, incomplete orders, and orders that the methods list does not offer. */
const ORDERS: readonly (readonly ['payin' | 'payout', unknown])[] = [
  ['payin', withoutFields(CARD, 'amount')],
  ['payin', { ...CARD, amount: 'word' }],
  ['payin', { ...CARD, amount: 99.99 }],
  ['payin', { ...CARD, amount: 100.004 }],
  ['payin', { ...CARD, amount: 29_000 }],
  ['payin', { ...CARD, amount: 29_000.01 }],
  ['payin', { ...CARD, currency: 'QQQ' }],
  ['payin', { ...CARD, method: 'CASH' }],
  ['payin', { ...CARD, currency: 'BTC' }],
  ['payin', { ...CARD, currency: 'TRY' }],
  ['payin', { ...CARD, currency: 'KZT', amount: 5000 }],
  ['payin', barePayin({ amount: 0.5, currency: 'ETH', method: 'CRYPTOCOIN' })],
  ['payin', barePayin({ amount: 20, currency: 'USDC', method: 'CRYPTOCOIN', blockchain: 'POLYGON' })],
  [
    'payout',
    barePayout({ amount: 20, currency: 'USDC', method: 'CRYPTOCOIN', blockchain: 'BASE', cryptoAddress: EVM }),
  ],
  ['payout', barePayout({ amount: 20, currency: 'USDT', method: 'CRYPTOCOIN', cryptoAddress: EVM })],
  [
    'payout',
    barePayout({
      amount: 3,
      currency: 'BTC',
      method: 'CRYPTOCOIN',
      cryptoAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    }),
  ],
  ['payout', { ...CARD, currency: 'EUR', firstName: 'Ada', lastName: 'L', cardNumber: HELD.pan }],
];

/** Host-to-host pay-ins, each with the cards that are submitted for it. */
const CARDS: readonly (readonly unknown[])[] = [
  [
    { card: HELD },
    { card: { ...HELD, cvv: '1' }, email: EMAIL },
    { card: HELD, email: EMAIL },
    { card: HELD, email: EMAIL },
  ],
  [{ card: { ...HELD, pan: TEST_CARDS.failed, cvv: '1234' }, email: EMAIL }],
];

/** Sends what a fixed list of requests cannot: the pages and the cards of the pay-ins that it creates. Returns all answers. */
export async function boundaryOrders(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const ask = async (asked: TestRequest): Promise<TestResponse> => {
    const answer = await trial.ask({ ...asked, path: base + asked.path });
    seen.push(answer);
    return answer;
  };
  for (const [what, body] of ORDERS) {
    const { json } = await ask({ path: `/v1/user/payments/${what}`, body });
    const { payUrl } = (json ?? {}) as { payUrl?: unknown };
    if (typeof payUrl === 'string') seen.push(await trial.ask({ path: pathIn(payUrl), headers: {} }));
  }
  for (const cards of CARDS) {
    const { json } = await ask({ path: OWN_PATHS.h2hPayin, body: CARD });
    const { id = 'PMT-0' } = (json ?? {}) as { id?: string };
    for (const body of cards) await ask({ path: OWN_PATHS.h2hCard.replace('{paymentId}', id), body });
  }
  trial.pass(2000);
  for (const path of [
    '/v1/user/payments',
    '/v1/user/payments/search',
    '/v2/user/methods',
    '/v1/user/wallet/balances',
  ]) {
    await ask({ path });
  }
  return seen;
}

/** Returns the path of an address, which a faulty service may write without its host. */
const pathIn = (address: string): string => new URL(address, 'http://emulator.invalid').pathname;
