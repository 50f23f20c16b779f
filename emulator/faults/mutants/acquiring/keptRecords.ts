import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney, money, ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

const isOfProject = (record: JsonRecord, words: string) => String(record['projectName']).includes(words);

/** Mutants of what every answer on a checkout, a request or a bundle repeats, and of what the deposit options say of it. */
export const keptRecordMutants: readonly Mutant[] = [
  {
    name: 'project-name-of-the-account',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'the name shown is that of the first project of the account',
    rules: overrideRecord('checkout', () => ({ projectName: 'Shop' })),
  },
  {
    name: 'project-name-of-a-request-cut',
    breaks: 'REQ-01',
    level: 'answer',
    because: 'the name of a project is cut to three characters inside a request',
    rules: overrideRecord('request', ({ cryptoAcquiringProjectName }) => ({
      cryptoAcquiringProjectName: String(cryptoAcquiringProjectName).slice(0, 3),
    })),
  },
  {
    name: 'zeros-before-an-order-number-lost',
    breaks: 'CHK-04',
    level: 'state',
    because: 'a clientOrderId of digits alone is kept as a number, without the zeros before it',
    rules: {
      checkoutTextKept: (text, field) =>
        field === 'clientOrderId' && text && /^\d+$/.test(text) ? BigInt(text).toString() : text,
    },
  },
  {
    name: 'long-order-number-rounded',
    breaks: 'CHK-04',
    level: 'state',
    because: 'a clientOrderId of digits alone goes through a number of 53 bits if it has more than fifteen',
    rules: {
      checkoutTextKept: (text, field) =>
        field === 'clientOrderId' && text && /^\d{16,}$/.test(text) ? BigInt(Number(text)).toString() : text,
    },
  },
  {
    name: 'digits-of-a-name-as-a-number',
    breaks: 'CHK-04',
    level: 'state',
    because: 'a name of digits passes through a spreadsheet, which drops zeros at both ends',
    rules: {
      checkoutTextKept: (text, field) =>
        field === 'name' && text !== null && /^[\d.]+$/.test(text) ? String(Number(text)) : text,
    },
  },
  {
    name: 'name-escaped-for-the-page',
    breaks: 'CHK-04',
    level: 'answer',
    because: 'the name of a checkout is answered as the page writes it',
    rules: {
      checkoutTextKept: (text, field) => (field === 'name' ? (text?.replace(/[<>&]/g, ' ') ?? null) : text),
    },
  },
  {
    name: 'limits-of-a-chain-for-a-request',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'a request without a price on TRON shows the minimum of withdrawals',
    rules: {
      requestLimitsShown: (limits, fixed) => {
        const shown = conformingRules.requestLimitsShown(limits, fixed);
        return shown && 'blockchain' in limits && limits['blockchain'] === 'TRON'
          ? { ...shown, minLimit: money(5) }
          : shown;
      },
    },
  },
  {
    name: 'limits-of-requests-doubled',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'a request shows the limit of a day instead of that of a payment',
    rules: overrideRecord('request', ({ maxLimit }) => (isMoney(maxLimit) ? { maxLimit: maxLimit.times(2) } : {})),
  },
  {
    name: 'request-of-a-checkout-without-limits',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'limits are read from the body of a creation, which the request of a checkout does not have',
    rules: overrideRecord('request', ({ checkoutId }) =>
      checkoutId === null ? {} : { minLimit: null, maxLimit: null },
    ),
  },
  {
    name: 'request-of-a-checkout-without-limits-on-ethereum',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'the page of a checkout asks a service for the limits, which knows no Ethereum yet',
    rules: overrideRecord('request', ({ checkoutId, blockchain }) =>
      checkoutId === null || blockchain !== 'ETHEREUM' ? {} : { minLimit: null, maxLimit: null },
    ),
  },
  {
    name: 'fee-above-half-a-unit-capped',
    breaks: 'REQ-05',
    level: 'state',
    because: 'a fee of more than half a unit is capped, which the deposit options do not say',
    rules: {
      platformFeeOf: (amount, fixed, percent) => {
        const fee = conformingRules.platformFeeOf(amount, fixed, percent);
        return fee.gt('0.5') ? money('0.5') : fee;
      },
    },
  },
  {
    name: 'fee-twice-the-listed',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the price of a request is made with last year’s fees',
    rules: {
      platformFeeOf: (amount, fixed, percent) => conformingRules.platformFeeOf(amount, fixed, percent).times(2),
    },
  },
  {
    name: 'estimates-of-a-price-in-euro-plain',
    breaks: 'CHK-07',
    level: 'answer',
    because: 'an estimate is not converted if the rate is below one',
    rules: { estimateShown: (payAmount, { amount, rate }) => (rate.lt('0.95') ? amount : payAmount) },
  },
  {
    name: 'checkout-without-the-newest-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'a checkout lists the assets that were enabled when its page was made',
    rules: { checkoutAssets: (assets) => assets.slice(0, -1) },
  },
  {
    name: 'checkout-of-a-hiding-project-lacks-an-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'a project that hides its fee hides the last asset too',
    rules: overrideRecord('checkout', (record) =>
      isOfProject(record, 'hidden')
        ? {
            cryptoCurrencies: (record['cryptoCurrencies'] as readonly string[]).slice(0, -1),
            cryptoCurrenciesByBlockchain: {},
            cryptoCurrencyDetails: {},
          }
        : {},
    ),
  },
  {
    name: 'bundle-adds-the-first-asset-only',
    breaks: 'SAB-01',
    level: 'state',
    because: 'a call for several assets adds one missing address at a time',
    rules: {
      assetsAdded: (wanted, held) =>
        wanted.filter(
          (asset) =>
            held.some((one) => one.asset.id === asset.id) ||
            asset.id === wanted.find((other) => !held.some((one) => one.asset.id === other.id))?.id,
        ),
    },
  },
  {
    name: 'deposit-near-the-minimum-whole',
    breaks: 'SAB-14',
    level: 'state',
    because: 'a payment of less than five is credited whole, since its fee is not worth a transfer',
    rules: { staticFeeOf: (amount, values) => (amount.lt(5) ? ZERO : conformingRules.staticFeeOf(amount, values)) },
  },
  {
    name: 'small-deposits-summed',
    breaks: 'SAB-10',
    level: 'state',
    because: 'half a minimum is enough, since the next payment completes it',
    rules: { reachesStaticMinimum: (amount, minLimit) => amount.gte(minLimit.times('0.5')) },
  },
  {
    name: 'asset-matched-by-currency',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a payment is compared with its request by currency, whatever the blockchain',
    rules: { assetMatches: (paid, asked) => paid.split('_')[1] === asked.split('_')[1] },
  },
  {
    name: 'asset-not-matched',
    breaks: 'LIF-07',
    level: 'state',
    because: 'whatever comes to the address of a request pays for it',
    rules: { assetMatches: () => true },
  },
  {
    name: 'request-at-the-limit-refused',
    breaks: 'REQ-04',
    level: 'request',
    because: 'an amount must be more than the minimum and less than the maximum',
    rules: { assetAmountAccepted: (amount, minLimit, maxLimit) => amount.gt(minLimit) && amount.lt(maxLimit) },
  },
  {
    name: 'references-without-case',
    breaks: 'SAB-11',
    level: 'state',
    because: 'the column of references compares without case',
    rules: { bundleKey: (projectId, referenceId) => conformingRules.bundleKey(projectId, referenceId.toLowerCase()) },
  },
  {
    name: 'references-with-one-capital',
    breaks: 'SAB-11',
    level: 'state',
    because: 'the words of a reference are stored with their first letter in lower case',
    rules: {
      bundleKey: (projectId, referenceId) =>
        conformingRules.bundleKey(
          projectId,
          referenceId.replace(/\b[A-Z]/g, (one) => one.toLowerCase()),
        ),
    },
  },
];
