import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of hosted pages and payment links (§ Checkout, § Crypto acquiring, redirect flow). */
export const hostedPageMutants: readonly Mutant[] = [
  {
    name: 'page-of-the-newest-checkout',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page shows the newest checkout of the service, whichever was asked for',
    rules: { pageCheckout: (asked, all) => all().at(-1) ?? asked },
  },
  {
    name: 'page-of-the-first-with-its-order-id',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page is looked up by clientOrderId, which need not be unique',
    rules: {
      pageCheckout: (asked, all) =>
        all().find(
          ({ clientOrderId, project }) =>
            clientOrderId !== null && clientOrderId === asked.clientOrderId && project.id === asked.project.id,
        ) ?? asked,
    },
  },
  {
    name: 'link-made-for-the-checkout-with-its-order-id',
    breaks: 'CHK-05',
    level: 'state',
    because: 'a payment link whose clientOrderId is known is made for the checkout that has it',
    rules: {
      checkoutOfLink: (made, all) =>
        all().find((one) => made.clientOrderId !== null && one.clientOrderId === made.clientOrderId) ?? made,
    },
  },
  {
    name: 'link-of-another-project-with-its-order-id',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the checkout of a payment link is looked for by its clientOrderId, in other projects too',
    rules: {
      checkoutBehindLink: (made, all) =>
        all().find((one) => one.clientOrderId === made.clientOrderId && one.project.id !== made.project.id) ?? made,
    },
  },
  {
    name: 'link-for-its-first-visit',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'a payment link opens once, for whoever comes first',
    rules: { linkOpens: (visits) => visits === 0 },
  },
  {
    name: 'api-request-has-a-page',
    breaks: 'REQ-09',
    level: 'answer',
    because: 'the page renders a request that was created through the API',
    rules: { requestRendered: () => true },
  },
  {
    name: 'api-request-has-a-page-on-tron',
    breaks: 'REQ-09',
    level: 'answer',
    because: 'the page renders requests of the API on one blockchain',
    rules: { requestRendered: (asset) => asset.startsWith('TRON_') },
  },
  {
    name: 'link-needs-a-token',
    breaks: 'WID-05',
    level: 'request',
    because: 'a payment link opens only with a token',
    rules: { pageNeedsToken: (way) => way === 'link' },
  },
  {
    name: 'widget-needs-a-token',
    breaks: 'WID-05',
    level: 'request',
    because: 'the frame of the widget opens only with a token',
    rules: { pageNeedsToken: (way) => way === 'widget' },
  },
  {
    name: 'no-way-back',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the page has no link to returnUrl',
    rules: { wayBack: () => null },
  },
  {
    name: 'no-way-back-after-success',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the page of a paid checkout without successfulLink is a dead end',
    rules: {
      wayBack: (ends) =>
        ends.status === 'SUCCESS' && ends.successfulLink === null ? null : conformingRules.wayBack(ends),
    },
  },
];
