import { expect, test } from '@playwright/test';
import {
  cardDetails,
  cardSubmissions,
  hostToHostBody,
  longComment,
  longLengths,
  nonAsciiTexts,
  unlistedPairs,
} from './payin.ts';
import { barePayin } from './payment.ts';
import { invalidAddresses, payoutAddressFaults } from './payout.ts';

test('unlisted pairs contain no listed pair and no unknown currency', () => {
  const pairs = unlistedPairs([
    { currency: 'EUR', methodKey: 'CC_VISAMC' },
    { currency: 'PLN', methodKey: 'VA_QR' },
  ]).map(({ currency, method }) => `${currency} ${method}`);
  expect(pairs).not.toContain('EUR CC_VISAMC');
  expect(pairs).not.toContain('PLN VA_QR');
  expect(pairs).toEqual(expect.arrayContaining(['EUR VA_QR', 'PLN CRYPTOCOIN', 'TRY CC_VISAMC']));
  expect(pairs).toHaveLength(11 * 3 - 2);
});

test('a host-to-host body has exactly the fields of rule 5', () => {
  const fields = { currency: 'UAH', method: 'CC_VISAMC', comment: 'c', returnUrl: 'u', firstName: 'Anna' };
  const body = barePayin({ amount: 1, ...fields });
  expect(Object.keys(hostToHostBody(body))).toEqual(['amount', 'currency', 'method', 'comment', 'returnUrl']);
});

test('a card submission has the fields of the interface text, with whole numbers', () => {
  for (const { card, email } of cardSubmissions('4111111111111111', cardDetails[0])) {
    expect(Object.keys(card as object).sort()).toEqual(['cardHolder', 'cvv', 'expMonth', 'expYear', 'pan']);
    expect(card).toMatchObject({ cvv: '012', expMonth: 12, pan: '4111111111111111' });
    expect(email).toContain('@');
  }
});

test('each text beyond ASCII has a character beyond ASCII', () => {
  for (const [what, text] of Object.entries(nonAsciiTexts)) expect(text, what).toMatch(/[^ -~]/);
});

test('a long comment has the requested length, and no space that a service may trim or collapse', () => {
  for (const length of longLengths)
    for (let nth = 0; nth < 40; nth += 1) {
      const text = longComment(length, nth);
      expect([text.length, /^\s|\s{2}|\s$/.test(text)]).toEqual([length, false]);
    }
  expect(longComment(255, 0)).not.toBe(longComment(255, 1));
});

test('an address of another chain is never of the same family', () => {
  const of = (validAddress: string) => invalidAddresses(validAddress)['an address of another chain'];
  expect(of('0x67dB578428df88Da19b2E6E40Fd6ef2d58cd24c2')).toMatch(/^T/);
  expect(of('TSy4YtP336hpTCFGbHch3FKrRTSxXTyJL5')).toMatch(/^0x/);
  expect(Object.keys(invalidAddresses('T1'))).toEqual([...payoutAddressFaults]);
});
