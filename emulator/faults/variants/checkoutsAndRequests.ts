import { later } from '../../domain/clock.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isMoney, type Money, money, roundDown, roundHalfEven, roundUp } from '../../domain/money.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';
import { overrideRecord } from '../shared/recordOverride.ts';

/** Rounds converted amounts and fees in another way. */
const roundedBy = (round: (value: Money) => Money): Variant['rules'] => ({
  convertedOf: (amount, rate) => round(amount.div(rate)),
  platformFeeOf: (amount, fixed, percent) => round(amount.times(percent).div(100).plus(fixed)),
});

const OPEN_ROUNDING = '§ Crypto acquiring request does not say how requestAmountConverted is rounded';
const OPEN_FIELDS = 'known from similar services: any answer may omit an optional field or set it to null';

/** Variants of the amounts and fields of a request (§ Crypto acquiring request). */
export const requestVariants: readonly Variant[] = [
  {
    name: 'acquiring-rounds-half-even',
    because: `${OPEN_ROUNDING}: half to even`,
    rules: roundedBy((value) => roundHalfEven(value, 5)),
  },
  {
    name: 'acquiring-rounds-down',
    because: `${OPEN_ROUNDING}: cut off`,
    rules: roundedBy((value) => roundDown(value, 5)),
  },
  {
    name: 'acquiring-rounds-to-cents',
    because: `${OPEN_ROUNDING}: up to 2 decimals`,
    rules: roundedBy((value) => roundUp(value, 2)),
  },
  {
    name: 'acquiring-rounds-to-millionths',
    because: `${OPEN_ROUNDING}: up to 6 decimals`,
    rules: roundedBy((value) => roundUp(value, 6)),
  },
  {
    name: 'acquiring-rounds-to-eight-decimals',
    because: `${OPEN_ROUNDING}: up to 8 decimals`,
    rules: roundedBy((value) => roundUp(value, 8)),
  },
  {
    name: 'request-fees-null',
    because: `${OPEN_FIELDS}: an unpaid fee is null, not 0`,
    rules: overrideRecord('request', ({ payerPlatformFee, merchantPlatformFee }) => ({
      payerPlatformFee: isMoney(payerPlatformFee) && payerPlatformFee.isZero() ? null : (payerPlatformFee ?? null),
      merchantPlatformFee:
        isMoney(merchantPlatformFee) && merchantPlatformFee.isZero() ? null : (merchantPlatformFee ?? null),
    })),
  },
  {
    name: 'hidden-fee-not-told',
    because: '§ Project settings, "with Hide fee from user, the fee is still charged but not displayed"',
    rules: overrideRecord('request', ({ cryptoAcquiringProjectName }) =>
      String(cryptoAcquiringProjectName).includes('hidden')
        ? { payerPlatformFee: null, payerFixedPlatformFee: null, payerPercentPlatformFee: null }
        : {},
    ),
  },
  {
    name: 'request-fee-parts-zero',
    because: `${OPEN_FIELDS}: the parts of an unpaid fee are 0, not null`,
    rules: overrideRecord('request', (record) =>
      Object.fromEntries(
        ['payerFixed', 'payerPercent', 'merchantFixed', 'merchantPercent'].map((part) => [
          `${part}PlatformFee`,
          record[`${part}PlatformFee`] ?? money(0),
        ]),
      ),
    ),
  },
  {
    name: 'own-currency-at-rate-one',
    because: '§ Crypto acquiring request, convertPair and convertRate: the rate of a currency to itself is 1',
    rules: overrideRecord('request', ({ requestAmount, requestAmountIn, convertRate, convertPair }) =>
      isMoney(requestAmount) && convertRate === null
        ? { convertRate: money(1), convertPair: `${requestAmountIn}${requestAmountIn}` }
        : { convertRate, convertPair },
    ),
  },
  {
    name: 'limits-on-every-request',
    because: '§ Crypto acquiring request, minLimit, maxLimit: "present for NO_PRICE requests", but not only there',
    rules: { requestLimitsShown: (limits) => limits },
  },
  {
    name: 'window-of-half-an-hour',
    because: '§ Crypto acquiring request, paymentWindowEndsAt: the text gives no length',
    rules: { requestWindowMs: () => 1_800_000 },
  },
  {
    name: 'request-updated-at-creation',
    because: '§ Crypto acquiring request, lastUpdatedAt: "nullable", so it may be set from the start',
    warns: ['REQ-06'],
    rules: overrideRecord('request', ({ lastUpdatedAt, createdAt }) => ({ lastUpdatedAt: lastUpdatedAt ?? createdAt })),
  },
  {
    name: 'lower-case-evm-addresses',
    because: 'EIP-55: an address in a single case has no checksum',
    rules: { addressText: (address) => (address.startsWith('0x') ? address.toLowerCase() : address) },
  },
  {
    name: 'requests-with-further-fields',
    because: '§ Crypto acquiring request, "Further fields of the request … not shown": the service adds some',
    rules: overrideRecord('request', () => ({ qrCode: 'data:,', confirmations: 0, network: { testnet: true } })),
  },
];

const opensAtMost =
  (minutes: number) =>
  (...[expiresAt, createdAt]: Parameters<typeof conformingRules.expiryAccepted>): boolean =>
    conformingRules.expiryAccepted(expiresAt, createdAt) && expiresAt <= later(createdAt, minutes * 60_000);

/** Variants of the fields of a checkout (§ Checkout). */
export const checkoutVariants: readonly Variant[] = [
  {
    name: 'checkout-expiry-in-nanoseconds',
    because: '§ General conventions, "fractional seconds of varying precision": the same instant with more digits',
    rules: {
      instantShown: (instant, parts) =>
        conformingRules.instantShown(instant, parts.field === 'checkout.expiresAt' ? { ...parts, digits: 9 } : parts),
    },
  },
  {
    name: 'checkout-expiry-to-the-second',
    because:
      '§ General conventions, "fractional seconds of varying precision": nothing requires expiresAt to keep them',
    rules: {
      expiryKept: (sent, createdAt) => {
        const expiresAt = conformingRules.expiryKept(sent, createdAt);
        return expiresAt - (expiresAt % 1_000_000_000n);
      },
      instantShown: (instant, parts) =>
        conformingRules.instantShown(instant, parts.field === 'checkout.expiresAt' ? { ...parts, digits: 0 } : parts),
    },
  },
  {
    name: 'checkout-open-ten-minutes-at-least',
    because: '§ Crypto acquiring, create checkout body, expiresAt: the text does not show which times are accepted',
    rules: { expiryAccepted: (expiresAt, createdAt) => expiresAt >= later(createdAt, 600_000) },
    differs: /checkouts .*"expiresAt"/,
  },
  {
    name: 'checkout-open-half-an-hour-at-most',
    because: '§ Crypto acquiring, create checkout body, expiresAt: the text does not show which times are accepted',
    rules: { expiryAccepted: opensAtMost(30) },
    differs: /checkouts .*"expiresAt"/,
  },
  {
    name: 'checkout-open-five-minutes-at-most',
    because: '§ Crypto acquiring, create checkout body, expiresAt: the text does not show which times are accepted',
    rules: { expiryAccepted: opensAtMost(5) },
    differs: /checkouts .*"expiresAt"/,
  },
  {
    name: 'checkout-without-domain',
    because: '§ Checkout, merchantDomain: "present in some responses"',
    rules: overrideRecord('checkout', () => ({ merchantDomain: undefined })),
  },
  {
    name: 'checkout-details-otherwise',
    because: '§ Checkout, cryptoCurrencyDetails: an Object whose content is not shown',
    rules: overrideRecord('checkout', ({ cryptoCurrencies }) => ({
      cryptoCurrencyDetails: Object.fromEntries(
        (cryptoCurrencies as readonly string[]).map((id) => [id, { logo: '/t.svg', decimals: 6, tags: [] }]),
      ),
    })),
  },
  {
    name: 'checkout-currencies-as-objects',
    because: '§ Checkout, cryptoCurrencies: an Array whose content is not shown',
    rules: overrideRecord('checkout', ({ cryptoCurrencies }) => ({
      cryptoCurrencies: (cryptoCurrencies as readonly string[]).map((id) => ({ id, label: id.replace('_', ' ') })),
    })),
  },
  {
    name: 'estimates-in-the-scale-of-the-asset',
    because: `${OPEN_ROUNDING}: an estimate has as many decimals as its asset on the chain, and a stable coin has few`,
    rules: overrideRecord('checkout', ({ estimatedPayAmounts }) => ({
      estimatedPayAmounts: Object.fromEntries(
        Object.entries((estimatedPayAmounts ?? {}) as JsonRecord).map(([asset, estimate = null]) => [
          asset,
          isMoney(estimate) && asset.includes('USD') ? roundUp(estimate, 6) : estimate,
        ]),
      ),
    })),
  },
  {
    name: 'checkout-without-estimates',
    because: `${OPEN_FIELDS}: estimates are computed when the page opens`,
    rules: overrideRecord('checkout', () => ({ estimatedPayAmounts: undefined })),
  },
  {
    name: 'checkout-listed-fields-only',
    because: '§ Checkout, "Further fields of the checkout beyond those listed: not shown": the service has none',
    rules: overrideRecord('checkout', () =>
      Object.fromEntries(
        [
          ...['suggestedAmounts', 'minLimits', 'maxLimits', 'lastUpdatedAt', 'successfulLink', 'failureLink'],
          ...['merchantFixed', 'merchantPercent', 'payerFixed', 'payerPercent'].map((fee) => `${fee}PlatformFees`),
        ].map((field) => [field, undefined]),
      ),
    ),
  },
  {
    name: 'checkouts-with-further-fields',
    because: '§ Checkout, "Further fields of the checkout beyond those listed: not shown": the service adds some',
    rules: overrideRecord('checkout', () => ({ theme: 'dark', locale: 'en', payer: null, visits: 0 })),
  },
  {
    name: 'checkout-needs-client-order-id',
    because: '"Which fields of the checkout, request and bundle create bodies are required: not shown"',
    rules: {
      fieldsNeeded: (operation) => [
        ...conformingRules.fieldsNeeded(operation),
        ...(operation === 'createCheckout' ? ['clientOrderId'] : []),
      ],
    },
    differs: /checkouts (?!.*"clientOrderId")|checkouts\//,
  },
  {
    name: 'suggested-needs-options',
    because: '§ Checkout types: the options "come from the widget settings", but these settings have none',
    rules: { optionlessAccepted: () => false },
    differs: /"SUGGESTED_FIXED_PRICE"/,
  },
  {
    name: 'suggestions-as-objects',
    because: '§ Deposit options, suggestedAmounts: "nullable", and its format is not shown',
    rules: { suggestedShown: (amounts, currency) => amounts?.map((amount) => ({ amount, currency })) ?? null },
  },
  {
    name: 'suggestions-untold',
    because: '§ Deposit options, suggestedAmounts: "nullable"; it is not a listed field of a checkout',
    rules: { suggestedShown: () => null },
  },
  {
    name: 'unknown-project-unprocessable',
    because:
      '§ Errors, "HTTP status codes for … missing resources: not shown": an unknown project is answered with 422',
    rules: {
      refusalStatus: (code) => (/_(project|asset)$/.test(code) ? 422 : conformingRules.refusalStatus(code)),
    },
  },
];
