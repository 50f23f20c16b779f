import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that show only at some moment of a page, at some end of its checkout or to somebody who listens there (§ Widget callback event, § Domains, § Sandbox). */
export const momentMutants: readonly Mutant[] = [
  {
    name: 'event-of-a-conflict-without-the-request',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of a checkout in CONFLICT has no request',
    rules: { eventCheckout: (record) => (record['status'] === 'CONFLICT' ? { ...record, request: null } : record) },
  },
  {
    name: 'event-of-a-success-with-another-end',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of a paid checkout has the time of its creation as its end',
    rules: {
      eventCheckout: (record) =>
        record['status'] === 'SUCCESS' ? { ...record, expiresAt: record['createdAt'] ?? null } : record,
    },
  },
  {
    name: 'success-not-told-with-amounts',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell that a checkout with predefined amounts is paid',
    rules: { changeTold: (status, { type }) => status !== 'SUCCESS' || type !== 'SUGGESTED_FIXED_PRICE' },
  },
  {
    name: 'payment-in-another-asset-not-told',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell of a CONFLICT that comes from a payment in another currency',
    rules: { changeTold: (status, { problem }) => status !== 'CONFLICT' || problem !== 'WRONG_CURRENCY' },
  },
  {
    name: 'success-told-twice',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget tells twice that a checkout is paid',
    rules: { timesTold: (status) => (status === 'SUCCESS' ? 2 : 1) },
  },
  {
    name: 'event-of-the-document',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the document emits the event, so that nobody hears it who listens to the element',
    rules: { eventFrom: () => 'document' },
  },
  {
    name: 'widget-on-any-domain-after-the-choice',
    breaks: 'WID-04',
    level: 'answer',
    because: 'the domain of the page around the widget counts only until a currency is chosen',
    rules: {
      framesAllowed: (names, status) => (status === 'NEW' ? conformingRules.framesAllowed(names, status) : ['*']),
    },
  },
  {
    name: 'widget-for-pages-without-an-origin',
    breaks: 'WID-09',
    level: 'answer',
    because: 'a page in a sandbox, which has no origin, is taken for one of the service',
    rules: { widgetDrawnIn: () => 'page', strangeOriginReads: (origin) => origin === 'null' },
  },
  {
    name: 'api-request-has-a-page-without-a-price',
    breaks: 'REQ-09',
    level: 'answer',
    because: 'the page renders requests of the API without a price',
    rules: { requestRendered: (_asset, { hasPrice }) => !hasPrice },
  },
  {
    name: 'api-request-has-a-page-once-paid',
    breaks: 'REQ-09',
    level: 'answer',
    because: 'the page renders requests of the API that are paid',
    rules: { requestRendered: (_asset, { status }) => status === 'SUCCESS' },
  },
  {
    name: 'page-offers-every-network-with-amounts',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'a checkout with predefined amounts offers all networks of an enabled currency',
    rules: {
      assetsOnPage: (enabled, { known, type }) =>
        type === 'SUGGESTED_FIXED_PRICE'
          ? known.filter(({ currency }) => enabled.some((one) => one.currency === currency))
          : enabled,
    },
  },
  {
    name: 'widget-wider-after-the-choice',
    breaks: 'WID-03',
    level: 'answer',
    because: 'the widget is 420 px wide when it says where to pay',
    rules: { widthLaterPx: () => 420 },
  },
  {
    name: 'widget-obeys-its-page-in-what-goes-wrong',
    breaks: 'WID-10',
    level: 'answer',
    because: 'the frame shows an end without success that the page around it sends',
    rules: { pageObeyed: () => ['CONFLICT', 'EXPIRED'] },
  },
  {
    name: 'balance-not-in-a-widget',
    breaks: 'SBX-06',
    level: 'answer',
    because: 'the sandbox balance is offered on hosted pages only',
    rules: { balanceOfferedIn: () => 'onPages' },
  },
];
