import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that show only in some state, way or visit of a page: texts of strangers at an end, what a browser keeps, what a frame may do (§ Payment links, § Domains). */
export const pointMutants: readonly Mutant[] = [
  {
    name: 'order-id-read-as-markup-in-a-conflict',
    breaks: 'WID-07',
    level: 'answer',
    because: 'the page of a checkout in CONFLICT puts the clientOrderId into itself as markup',
    rules: { textShownAs: (field, _text, status) => (field === 'order' && status === 'CONFLICT' ? 'markup' : 'text') },
  },
  {
    name: 'name-read-as-markup-after-the-expiry',
    breaks: 'WID-07',
    level: 'answer',
    because: 'the page of an expired checkout puts the name into itself as markup',
    rules: { textShownAs: (field, _text, status) => (field === 'name' && status === 'EXPIRED' ? 'markup' : 'text') },
  },
  {
    name: 'links-of-the-dashboard-trusted',
    breaks: 'WID-07',
    level: 'answer',
    because: 'successfulLink and failureLink become links whatever they are, since a merchant wrote them',
    rules: { linkShown: (url, of) => (of && of.kind !== 'return' ? url : conformingRules.linkShown(url)) },
  },
  {
    name: 'failure-link-trusted-in-a-conflict',
    breaks: 'WID-07',
    level: 'answer',
    because: 'failureLink becomes a link in a CONFLICT, whatever it is',
    rules: { linkShown: (url, of) => (of?.status === 'CONFLICT' ? url : conformingRules.linkShown(url)) },
  },
  {
    name: 'last-page-painted-first',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'until the service answers, a page shows what the last page in the browser showed',
    rules: { paintedFirst: () => 'last' },
  },
  {
    name: 'last-payment-painted-first',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'until the service answers, a page shows the last checkout in the browser that waited for a payment',
    rules: { paintedFirst: () => 'lastWaiting' },
  },
  {
    name: 'domains-of-the-first-visit',
    breaks: 'WID-04',
    level: 'answer',
    because: 'the domains of a project are remembered when a page of it is first opened',
    rules: { domainsOfWidget: (_own, { first }) => first() },
  },
  {
    name: 'domains-linked-later-unknown',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain that is linked after the first visit never shows the widget',
    rules: {
      domainsOfWidget: (own, { first }) => own.filter(({ name }) => first().some((one) => one.name === name)),
    },
  },
  {
    name: 'widget-frame-without-forms',
    breaks: 'WID-01',
    level: 'answer',
    because: 'the frame of the widget may send no form, so that nobody can choose in it',
    rules: {
      frameSandbox: () => 'allow-scripts allow-same-origin allow-popups allow-top-navigation-by-user-activation',
    },
  },
];
