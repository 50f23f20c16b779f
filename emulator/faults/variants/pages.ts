import type { JsonRecord } from '../../domain/json.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** Variants of hosted pages and of the widget (§ Crypto acquiring, flows; § Widget callback event). */
export const pageVariants: readonly Variant[] = [
  {
    name: 'pages-gone-after-each-end',
    because: '§ Checkout, acquiringUrl: "hosted page address for the checkout"; for how long it opens is not shown',
    rules: {
      pageStatus: (way, status) =>
        way !== 'widget' && ['SUCCESS', 'CONFLICT', 'EXPIRED'].includes(status) ? 410 : 200,
    },
  },
  {
    name: 'pages-without-the-sandbox-balance',
    because: '§ Sandbox: "can be settled directly from the Sandbox balance"; where one does that is not shown',
    rules: { balanceOffered: () => false },
  },
  {
    name: 'pages-that-take-cents-only',
    because:
      '§ Checkout types, NO_PRICE: "any amount within the minimum and maximum limits"; with how many decimals is not shown',
    rules: { amountReadOnPage: (written) => (/\.\d{3}/.test(written) ? '' : written.trim()) },
  },
  {
    name: 'pages-that-read-a-comma',
    because:
      '§ Checkout types, NO_PRICE: "any amount within the minimum and maximum limits"; how it is written is not shown',
    rules: { amountReadOnPage: (written) => written.trim().replace(',', '.') },
  },
  {
    name: 'pages-in-any-frame',
    because:
      '§ Project settings, Domains: "required only for embedded widget mode"; who frames a hosted page is not shown',
    rules: { hostedFrames: () => ['*'] },
  },
  {
    name: 'pages-that-go-on-waiting',
    because: '§ Checkout states, PAYMENT_DETECTED: "still being processed"; what the page shows meanwhile is not shown',
    rules: { statusOnPage: (status) => (status === 'PAYMENT_DETECTED' ? 'REQUEST_CREATED' : status) },
  },
  {
    name: 'pages-in-german',
    because: '§ Crypto acquiring, redirect flow: nothing says in which language the page speaks',
    rules: { pageLanguage: () => 'de' },
  },
  {
    name: 'pages-in-other-words',
    because: '§ Checkout, acquiringUrl: "hosted page address for the checkout"; its words are not shown',
    rules: { pageWording: () => 'formal' },
  },
  {
    name: 'pages-with-lists',
    because: '§ Checkout types, "the end user chooses the crypto currency": by any control',
    rules: { pageControl: () => 'select' },
  },
  {
    name: 'pages-with-the-network-first',
    because: '§ Project settings, "only enabled currencies and networks are shown": in any order',
    rules: { pageChoosesFirst: () => 'network' },
  },
  {
    name: 'pages-with-the-network-first-in-lists',
    because: '§ Project settings, "only enabled currencies and networks are shown": in any order and by any control',
    rules: { pageChoosesFirst: () => 'network', pageControl: () => 'select', pageOrder: () => 'assetFirst' },
  },
  {
    name: 'pages-with-the-amount-last',
    because: '§ Checkout types, "picks an option or, if allowed, enters an amount": before or after the currency',
    rules: { pageOrder: () => 'assetFirst' },
  },
  {
    name: 'pages-slow',
    because: '§ Limits names no time in which a page is loaded',
    rules: { pageDelayMs: () => 900 },
  },
  {
    name: 'pages-that-seldom-ask',
    because: '§ Widget callback event: "on each checkout status change", without a time in which the page learns of it',
    rules: { pagePollMs: () => 2500 },
  },
  {
    name: 'pages-that-wait-longer-after-each-failure',
    because: '§ Widget callback event: "on each checkout status change", without a time after an outage',
    rules: { pageRetries: () => 'doubling' },
  },
  {
    name: 'pages-that-ask-while-in-front',
    because: '§ Widget callback event: "on each checkout status change", without a time for a tab behind another one',
    rules: { newsAskedIn: () => 'tabInFront' },
  },
  {
    name: 'pages-that-answer-a-choice-twice',
    because: '§ Checkout, request: "a checkout has at most one"; how the same choice is answered again is not shown',
    rules: { sameChoice: () => 'kept' },
  },
  {
    name: 'pages-in-a-closed-shadow',
    because: '§ Embedded widget flow: "an element named app-widget"; what is inside the element is not shown',
    rules: { pageShadow: () => 'closed' },
  },
  {
    name: 'pages-without-a-shadow',
    because: '§ Embedded widget flow: "an element named app-widget"; what is inside the element is not shown',
    rules: { pageShadow: () => 'none' },
  },
  {
    name: 'pages-without-a-qr-code',
    because: '§ Crypto acquiring request, address: "address the end user pays to"; no QR code is promised',
    rules: { qrShown: () => false },
  },
  {
    name: 'pages-with-a-payment-address-in-the-code',
    because:
      '§ Crypto acquiring request, address: "address the end user pays to"; what a QR code holds beside it is not shown',
    rules: { addressInCode: (address, { currency }) => `pay:${address}?currency=${currency}` },
  },
  {
    name: 'pages-that-round-up',
    because:
      '§ Crypto acquiring request: "the payer may pay payAmount or more"; to how many places a page shows it is not shown',
    rules: { dueOnPage: (due) => due.toDecimalPlaces(3, 0) },
  },
  {
    name: 'pages-that-keep-what-they-showed',
    because:
      '§ Checkout, acquiringUrl: "hosted page address for the checkout"; what a page shows of it until the service answers is not shown',
    rules: { paintedFirst: () => 'own' },
  },
  {
    name: 'pages-that-count-down-to-a-little-earlier',
    because:
      '§ Crypto acquiring request, paymentWindowEndsAt: "the service tolerates a slight delay beyond it"; a page may leave time for the network',
    rules: { timeLeftOnPage: (leftMs) => Math.max(0, leftMs - 40_000) },
  },
  {
    name: 'choices-with-an-amount-that-counts-for-nothing',
    because:
      '§ Checkout types, FIXED_PRICE: "the merchant sets the amount"; whether another one is refused or ignored is not shown',
    rules: { amountRefused: () => false },
  },
  {
    name: 'pages-that-go-back-by-themselves',
    because: '§ Checkout, returnUrl: "where the end user returns", by a link or without one',
    rules: { pageReturns: () => 'itself' },
  },
  {
    name: 'widget-without-a-frame',
    because: '§ Embedded widget flow: nothing says that the widget is a frame',
    rules: { widgetDrawnIn: () => 'page' },
  },
  {
    name: 'widget-event-with-its-own-word',
    because: "§ Widget callback event: the name of the property that holds the Checkout is the service's own word",
    rules: { eventProperty: () => 'acquiringCheckout' },
  },
  {
    name: 'widget-event-without-the-fees-of-the-merchant',
    because:
      '§ Widget callback event: "a Checkout object (fields as in Resources)"; that a payer sees what the merchant pays is not shown',
    rules: {
      eventCheckout: (record) => {
        const { request } = record;
        if (request === null || request === undefined) return record;
        const fees = { merchantPlatformFee: null, merchantFixedPlatformFee: null, merchantPercentPlatformFee: null };
        return { ...record, request: { ...(request as JsonRecord), ...fees, processingAmount: null } };
      },
    },
  },
  {
    name: 'widget-390-px-wide',
    because: '§ Embedded widget flow: "392 px (stated as 390 px in another place)"',
    rules: { widgetWidthPx: () => 390 },
  },
];
