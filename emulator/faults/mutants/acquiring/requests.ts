import { HOUR_MS, later } from '../../../domain/clock.ts';
import { isMoney } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Shifts one time of every request by some hours. */
const shifted = (field: string, hours: number): Mutant['rules'] => ({
  instantShown: (instant, parts) =>
    conformingRules.instantShown(parts.field === `request.${field}` ? later(instant, hours * HOUR_MS) : instant, parts),
});

/** Malforms the addresses of one blockchain in requests. */
const misspelt = (blockchain: string, change: (address: string) => string): Mutant['rules'] => ({
  addressText: (address, on, of) => (on === blockchain && of === 'request' ? change(address) : address),
});

const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/** Mutants of the fields of a request (§ Crypto acquiring request). */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'request-of-a-checkout',
    breaks: 'REQ-01',
    level: 'state',
    because: 'every request gets a checkout, because one table stores both',
    rules: overrideRecord('request', ({ id, checkoutId }) => ({
      checkoutId: checkoutId ?? String(id).replace('CAPD', 'CCO'),
    })),
  },
  {
    name: 'request-with-empty-payment',
    breaks: 'REQ-01',
    level: 'answer',
    because: 'a missing payment is shown as an empty object',
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
    because: 'the address is shown only when the page needs it',
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
    because: 'limits are shown by the deposit options only',
    rules: { requestLimitsShown: () => null },
  },
  {
    name: 'no-price-without-maximum',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'a maximum that nobody reaches is not shown',
    rules: overrideRecord('request', () => ({ maxLimit: null })),
  },
  {
    name: 'request-currency-is-the-asset',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'currency is the value sent as cryptoCurrency',
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
    name: 'request-of-a-rare-asset-on-ethereum',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'an asset that only few projects enable is missing from the table of blockchains',
    rules: {
      requestAssetShown: ({ currency, blockchain }) => ({
        currency,
        blockchain: blockchain === 'SOLANA' && currency === 'USDT' ? 'ETHEREUM' : blockchain,
      }),
    },
  },
  {
    name: 'request-parts-swapped',
    breaks: 'REQ-03',
    level: 'answer',
    because: 'the identifier of an asset is split in the wrong order',
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
    because: 'the letter case of an address comes from another hash',
    rules: misspelt('ETHEREUM', (address) => address.replace(/[a-f]/i, otherCase)),
  },
  {
    name: 'request-tron-checksum',
    breaks: 'REQ-07',
    level: 'state',
    because: 'the last character of an address is lost and replaced',
    rules: misspelt('TRON', (address) => `${address.slice(0, -1)}${address.endsWith('x') ? 'y' : 'x'}`),
  },
  {
    name: 'request-solana-alphabet',
    breaks: 'REQ-07',
    level: 'state',
    because: 'an address contains a character outside base58',
    rules: misspelt('SOLANA', (address) => `0${address.slice(1)}`),
  },
  {
    name: 'request-evm-without-prefix',
    breaks: 'REQ-07',
    level: 'state',
    because: 'an address is stored as bytes and written without 0x',
    rules: misspelt('ETHEREUM', (address) => address.slice(2)),
  },
  {
    name: 'unknown-asset-is-tether',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'an unknown asset falls back to the default one',
    rules: { assetFound: (assets, id) => conformingRules.assetFound(assets, id) ?? assets[0] },
  },
  {
    name: 'asset-named-by-its-currency',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'an asset is looked up by its name, and then by its currency alone',
    rules: {
      assetFound: (assets, id) =>
        conformingRules.assetFound(assets, id) ?? assets.find((asset) => asset.id.endsWith(`_${id}`)),
    },
  },
  {
    name: 'disabled-asset-accepted',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'only the page checks that an asset is enabled',
    rules: { assetEnabled: () => true },
  },
  {
    name: 'disabled-asset-accepted-in-small-projects',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'the check was written for projects with a long list of assets',
    rules: { assetEnabled: (enabled, asset) => enabled.length < 5 || enabled.includes(asset) },
  },
  {
    name: 'request-beyond-maximum',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'an excessive amount is left to the payer',
    rules: { assetAmountAccepted: (amount, minLimit) => amount.gte(minLimit) },
  },
  {
    name: 'request-below-minimum',
    breaks: 'REQ-08a',
    level: 'request',
    because: 'the minimum is applied only to amounts that the payer chooses',
    rules: { assetAmountAccepted: (amount, _minLimit, maxLimit) => amount.lte(maxLimit) },
  },
  {
    name: 'amount-without-currency',
    breaks: 'REQ-08b',
    level: 'request',
    because: 'an amount without a currency is taken to be in the asset',
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
    because: 'crypto amounts are written as text to preserve their digits',
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
    because: 'limits come from the settings, which store text',
    rules: overrideRecord('request', ({ minLimit }) => (isMoney(minLimit) ? { minLimit: minLimit.toFixed() } : {})),
  },
];
