import type { CheckoutType } from '../../../domain/acquiring.ts';
import { HOUR_MS, later } from '../../../domain/clock.ts';
import { urlOf } from '../../../domain/httpMessages.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A checkout of an event whose request has other figures. */
const withRequest = (record: JsonRecord, change: (request: JsonRecord) => JsonRecord): JsonRecord => {
  const { request } = record;
  return request === null || request === undefined
    ? record
    : { ...record, request: { ...(request as JsonRecord), ...change(request as JsonRecord) } };
};

/** The contract of a token, by the network: what a page shows that took the wrong address of an asset. */
const contracts: Readonly<Record<string, string>> = {
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  SOLANA: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
};

const contractOf = (blockchain: string): string =>
  contracts[blockchain] ?? '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

const isOf = (type: CheckoutType, status: string) => (now: string, of: CheckoutType) => now === status && of === type;

const isOpenFixed = isOf('FIXED_PRICE', 'NEW');

/** Mutants of what becomes of a page or widget that something happens to elsewhere: a choice, an end, another place, another domain. */
export const elsewhereMutants: readonly Mutant[] = [
  {
    name: 'event-with-the-amount-credited',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the payAmount in the event is what the merchant receives',
    rules: { eventCheckout: (record) => withRequest(record, (one) => ({ payAmount: one['processingAmount'] })) },
  },
  {
    name: 'event-of-a-conflict-with-the-amount-due',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of an underpaid checkout says that all was paid',
    rules: {
      eventCheckout: (record) =>
        record['status'] === 'CONFLICT' ? withRequest(record, (one) => ({ paidAmount: one['payAmount'] })) : record,
    },
  },
  {
    name: 'event-without-the-price',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the Checkout of the event has no fixedAmount',
    rules: { eventCheckout: (record) => ({ ...record, fixedAmount: null }) },
  },
  {
    name: 'event-without-the-end-of-the-window',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the request of the event has no paymentWindowEndsAt',
    rules: { eventCheckout: (record) => withRequest(record, () => ({ paymentWindowEndsAt: null })) },
  },
  {
    name: 'event-with-amounts-as-text',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the payAmount in the event is a text',
    rules: { eventCheckout: (record) => withRequest(record, (one) => ({ payAmount: String(one['payAmount']) })) },
  },
  {
    name: 'event-with-the-first-asset-only',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the cryptoCurrencies of the event are one asset',
    rules: {
      eventCheckout: (record) => ({
        ...record,
        cryptoCurrencies: (record['cryptoCurrencies'] as string[]).slice(0, 1),
      }),
    },
  },
  {
    name: 'event-without-a-reason',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of a checkout in CONFLICT lacks its reason',
    rules: { eventCheckout: (record) => ({ ...record, reason: null }) },
  },
  {
    name: 'open-choice-not-followed',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a widget asks for news only when its end user has chosen',
    rules: { newsAwaited: (status) => status !== 'NEW' },
  },
  {
    name: 'open-choice-not-followed-with-a-price',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget of a checkout with a price does not notice that another tab has chosen',
    rules: { newsAwaited: (status, { type }) => !isOpenFixed(status, type) },
  },
  {
    name: 'long-open-choice-not-followed',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a checkout that may stay open for more than a day is not asked about until its end user chooses here',
    rules: {
      newsAwaited: (status, { createdAt, expiresAt }) => status !== 'NEW' || expiresAt < later(createdAt, 24 * HOUR_MS),
    },
  },
  {
    name: 'address-of-the-token',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page shows the contract of the token in place of the address to pay to',
    rules: { addressOnPage: (_address, { blockchain }) => contractOf(blockchain) },
  },
  {
    name: 'address-of-the-token-without-a-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout without a price shows the contract of the token as the address',
    rules: {
      addressOnPage: (address, { blockchain }, type) => (type === 'NO_PRICE' ? contractOf(blockchain) : address),
    },
  },
  {
    name: 'way-back-without-its-query-after-expiry',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the page of an expired checkout leads back without the query of returnUrl',
    rules: {
      wayBack: (ends) => {
        const back = conformingRules.wayBack(ends);
        return back && ends.status === 'EXPIRED' ? { ...back, url: withoutQuery(back.url) } : back;
      },
    },
  },
  {
    name: 'way-back-to-the-front-page-after-a-conflict',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the page of a checkout in CONFLICT leads to the front page of the merchant',
    rules: {
      wayBack: (ends) => {
        const back = conformingRules.wayBack(ends);
        const url = ends.status === 'CONFLICT' ? urlOf(back?.url ?? '') : undefined;
        return back && url ? { ...back, url: `${url.origin}/` } : back;
      },
    },
  },
  {
    name: 'way-back-to-the-front-page-after-an-end-without-a-link',
    breaks: 'WID-06',
    level: 'answer',
    because: 'a checkout that ended without success and has no failureLink leads to the front page of the merchant',
    rules: {
      wayBack: (ends) => {
        const back = conformingRules.wayBack(ends);
        const isFailed = ends.status === 'EXPIRED' || ends.status === 'CONFLICT';
        const url = back?.kind === 'return' && isFailed ? urlOf(back.url) : undefined;
        return back && url ? { ...back, url: `${url.origin}/` } : back;
      },
    },
  },
  {
    name: 'no-way-back-after-success-without-a-price',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the page of a paid checkout without a price and without successfulLink is a dead end',
    rules: {
      wayBack: (ends) =>
        ends.status === 'SUCCESS' && ends.type === 'NO_PRICE' && ends.successfulLink === null
          ? null
          : conformingRules.wayBack(ends),
    },
  },
  {
    name: 'way-back-of-a-widget-to-the-front-page',
    breaks: 'WID-06',
    level: 'answer',
    because: 'a widget that is over links to the front page of the merchant',
    rules: { widgetLeadsTo: () => 'frontPage' },
  },
  {
    name: 'return-link-by-a-list-of-bad-schemes',
    breaks: 'WID-07',
    level: 'answer',
    because: 'every returnUrl becomes a link but those with three schemes; blob: is none of them',
    rules: { linkShown: (url) => (/^[\s\p{Cc}]*(?:javascript|data|vbscript):/iu.test(url) ? null : url) },
  },
  {
    name: 'return-link-with-a-web-address-in-it',
    breaks: 'WID-07',
    level: 'answer',
    because: 'a returnUrl that holds a web address after another scheme becomes a link',
    rules: { linkShown: (url) => (/^(?:[a-z]+:)?https?:\/\//i.test(url) ? url : null) },
  },
  {
    name: 'preselection-lost-with-amounts',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'a checkout with predefined amounts has nothing preselected',
    rules: {
      preselectedOnPage: (named, offered, type) =>
        type === 'SUGGESTED_FIXED_PRICE' ? null : conformingRules.preselectedOnPage(named, offered, type),
    },
  },
  {
    name: 'preselection-of-a-bare-currency-ignored',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'nothing is preselected where a checkout names a currency without a network',
    rules: {
      preselectedOnPage: (named, offered, type) =>
        named?.includes('_') ? conformingRules.preselectedOnPage(named, offered, type) : null,
    },
  },
  {
    name: 'widget-placed-late-stays-empty',
    breaks: 'WID-02',
    level: 'answer',
    because: 'only the elements that a page has when it is loaded become widgets',
    rules: { elementsFilled: () => 'present' },
  },
  {
    name: 'widget-placed-again-stays-empty',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a checkout has one element on a page, so that another one, placed when the first is gone, stays empty',
    rules: { elementsFilled: () => 'first' },
  },
];
