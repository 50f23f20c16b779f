import { HOUR_MS, later } from '../../../domain/clock.ts';
import { isMoney } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Writes one time of every request some hours from where it is. */
const shifted = (field: string, hours: number): Mutant['rules'] => ({
  instantShown: (instant, parts) =>
    conformingRules.instantShown(parts.field === `request.${field}` ? later(instant, hours * HOUR_MS) : instant, parts),
});

/** Writes the addresses of one blockchain wrongly, in requests. */
const misspelt = (blockchain: string, change: (address: string) => string): Mutant['rules'] => ({
  addressText: (address, on, of) => (on === blockchain && of === 'request' ? change(address) : address),
});

const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/** Mutants of a request's own fields (§ Crypto acquiring request). */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'request-of-a-checkout',
    breaks: 'REQ-01',
    level: 'state',
    because: 'each request gets a checkout, since one table holds both',
    rules: overrideRecord('request', ({ id, checkoutId }) => ({
      checkoutId: checkoutId ?? String(id).replace('CAPD', 'CCO'),
    })),
  },
  {
    name: 'request-with-empty-payment',
    breaks: 'REQ-01',
    level: 'answer',
    because: 'a payment that is not there is an object without fields',
    rules: overrideRecord('request', ({ payment }) => ({ payment: payment ?? {} })),
  },
  {
    name: 'request-with-payment-to-come',
    breaks: 'REQ-01',
    level: 'state',
    because: 'the payment gets its identifier before anybody pays',
    rules: overrideRecord('request', ({ id, paymentId }) => ({
      paymentId: paymentId ?? String(id).replace('CAPD', 'PMT'),
    })),
  },
  {
    name: 'request-without-address',
    breaks: 'REQ-01',
    level: 'answer',
    because: 'the address is told when the page asks for it',
    rules: overrideRecord('request', () => ({ address: null })),
  },
  {
    name: 'amount-of-request-ignored',
    breaks: 'REQ-02',
    level: 'state',
    because: 'a request through the API never has a price',
    rules: { priceFixed: () => false },
  },
  {
    name: 'no-price-without-limits',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'limits are told by the deposit options only',
    rules: { requestLimitsShown: () => null },
  },
  {
    name: 'no-price-without-maximum',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'a maximum that nobody reaches is not told',
    rules: overrideRecord('request', () => ({ maxLimit: null })),
  },
  {
    name: 'request-currency-is-the-asset',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'currency is what was sent as cryptoCurrency',
    rules: { requestAssetShown: ({ currency, blockchain }) => ({ currency: `${blockchain}_${currency}`, blockchain }) },
  },
  {
    name: 'request-always-on-ethereum',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'the blockchain of a token is that of its issuer',
    rules: { requestAssetShown: ({ currency }) => ({ currency, blockchain: 'ETHEREUM' }) },
  },
  {
    name: 'request-parts-swapped',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'the identifier of an asset is taken apart the wrong way round',
    rules: { requestAssetShown: ({ currency, blockchain }) => ({ currency: blockchain, blockchain: currency }) },
  },
  {
    name: 'request-window-in-local-time',
    breaks: 'REQ-06',
    level: 'answer',
    because: 'the end of the window is written as the local time of a server west of UTC',
    rules: shifted('paymentWindowEndsAt', -5),
  },
  {
    name: 'request-expiry-in-local-time',
    breaks: 'REQ-06',
    level: 'answer',
    because: 'expiresAt is written as the local time of a server west of UTC',
    rules: shifted('expiresAt', -5),
  },
  {
    name: 'request-created-in-local-time',
    breaks: 'REQ-06',
    level: 'answer',
    because: 'createdAt is written as the local time of a server east of UTC',
    rules: shifted('createdAt', 3),
  },
  {
    name: 'request-evm-checksum',
    breaks: 'REQ-07',
    level: 'state',
    because: 'the capitals of an address are chosen by another hash',
    rules: misspelt('ETHEREUM', (address) => address.replace(/[a-f]/i, otherCase)),
  },
  {
    name: 'request-tron-checksum',
    breaks: 'REQ-07',
    level: 'state',
    because: 'the last letter of an address is lost and made up',
    rules: misspelt('TRON', (address) => `${address.slice(0, -1)}${address.endsWith('x') ? 'y' : 'x'}`),
  },
  {
    name: 'request-solana-alphabet',
    breaks: 'REQ-07',
    level: 'state',
    because: 'an address is written with letters that base58 leaves out',
    rules: misspelt('SOLANA', (address) => `0${address.slice(1)}`),
  },
  {
    name: 'request-evm-without-prefix',
    breaks: 'REQ-07',
    level: 'state',
    because: 'an address is kept as bytes and written without 0x',
    rules: misspelt('ETHEREUM', (address) => address.slice(2)),
  },
  {
    name: 'unknown-asset-is-tether',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'an asset that is not found is the default one',
    rules: { assetFound: (assets, id) => conformingRules.assetFound(assets, id) ?? assets[0] },
  },
  {
    name: 'disabled-asset-accepted',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'what is enabled is looked at on the page only',
    rules: { assetEnabled: () => true },
  },
  {
    name: 'request-beyond-maximum',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'an amount that is too high is left to the payer',
    rules: { assetAmountAccepted: (amount, minLimit) => amount.gte(minLimit) },
  },
  {
    name: 'request-below-minimum',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'the minimum binds who chooses the amount, and here it is given',
    rules: { assetAmountAccepted: (amount, _minLimit, maxLimit) => amount.lte(maxLimit) },
  },
  {
    name: 'amount-without-currency',
    breaks: 'REQ-08b',
    level: 'request',
    because: 'an amount without a currency is in the asset',
    rules: { amountPairAccepted: (amount, amountIn) => amount || !amountIn },
  },
  {
    name: 'currency-without-amount',
    breaks: 'REQ-08b',
    level: 'request',
    because: 'a currency without an amount is ignored',
    rules: { amountPairAccepted: (amount, amountIn) => amountIn || !amount },
  },
  {
    name: 'request-amounts-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'amounts of crypto currencies are texts, lest they lose digits',
    rules: overrideRecord('request', ({ payAmount }) => (isMoney(payAmount) ? { payAmount: payAmount.toFixed() } : {})),
  },
  {
    name: 'request-overpaid-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'a flag is stored as Y or N',
    rules: overrideRecord('request', ({ overpaid }) => ({ overpaid: overpaid === true ? 'Y' : 'N' })),
  },
  {
    name: 'request-limits-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'limits come from the settings, which are texts',
    rules: overrideRecord('request', ({ minLimit }) => (isMoney(minLimit) ? { minLimit: minLimit.toFixed() } : {})),
  },
];
