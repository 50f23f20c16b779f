import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the embedded widget (§ Embedded widget flow, § Widget callback event, § Domains). */
export const widgetMutants: readonly Mutant[] = [
  {
    name: 'widget-does-not-open',
    breaks: 'WID-01',
    level: 'answer',
    because: 'the widget shows nothing, although its page opens',
    rules: { pageStatus: (way) => (way === 'widget' ? 404 : 200) },
  },
  {
    name: 'widget-opens-new-checkouts-only',
    breaks: 'WID-01',
    level: 'answer',
    because: 'the widget shows a checkout only before its currency is chosen',
    rules: { pageStatus: (way, status) => (way === 'widget' && status !== 'NEW' ? 404 : 200) },
  },
  {
    name: 'event-without-the-request',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the Checkout of the event has no request',
    rules: { eventCheckout: (record) => ({ ...record, request: null }) },
  },
  {
    name: 'status-told-by-another-widget-dropped',
    breaks: 'WID-02',
    level: 'answer',
    because:
      'so that no message is told twice, the script of the page drops the status that it told last, of whichever checkout',
    rules: { changesTold: () => 'otherThanLast' },
  },
  {
    name: 'request-of-the-first-widget-told-alone',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a flag of the page remembers that a request was told, for all its widgets',
    rules: { changesTold: () => 'firstRequest' },
  },
  {
    name: 'event-of-a-bare-status',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event has an id and a status in place of a Checkout',
    rules: { eventCheckout: ({ id, status }) => ({ id, status }) },
  },
  {
    name: 'event-in-lower-case',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event is named statuschanged',
    rules: { eventName: () => 'statuschanged' },
  },
  {
    name: 'detection-not-told',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell that a payment was detected',
    rules: { changeTold: (status) => status !== 'PAYMENT_DETECTED' },
  },
  {
    name: 'conflict-not-told',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell a CONFLICT',
    rules: { changeTold: (status) => status !== 'CONFLICT' },
  },
  {
    name: 'widget-too-wide',
    breaks: 'WID-03',
    level: 'answer',
    because: 'the widget is 420 px wide on a desktop',
    rules: { widgetWidthPx: () => 420 },
  },
  {
    name: 'mobile-layout-up-to-600',
    breaks: 'WID-03',
    level: 'answer',
    because: 'screens between 600 and 758 px get the layout of a desktop',
    rules: { mobileUpToPx: () => 600 },
  },
  {
    name: 'mobile-layout-up-to-1023',
    breaks: 'WID-03',
    level: 'answer',
    because: 'screens between 759 and 1023 px get the mobile layout',
    rules: { mobileUpToPx: () => 1023 },
  },
  {
    name: 'mobile-layout-by-a-resize-only',
    breaks: 'WID-03',
    level: 'answer',
    because: 'a widget that is loaded on a narrow screen has the layout of a desktop',
    rules: { mobileWhen: () => 'resized' },
  },
  {
    name: 'mobile-layout-lost-after-the-choice',
    breaks: 'WID-03',
    level: 'answer',
    because: 'once the checkout has changed, a widget follows the screen no more',
    rules: { mobileWhen: () => 'unchanged' },
  },
  {
    name: 'widget-on-any-domain',
    breaks: 'WID-04',
    level: 'answer',
    because: 'any page shows the widget',
    rules: { framesAllowed: () => ['*'] },
  },
  {
    name: 'widget-where-the-address-names-a-domain',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a page shows the widget if an approved domain stands anywhere in its address',
    rules: { frameGuard: () => 'address', framesAllowed: () => ['*'] },
  },
  {
    name: 'widget-on-domains-like-a-pattern',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a point in an approved domain stands for any sign',
    rules: { frameGuard: () => 'pattern', framesAllowed: () => ['*'] },
  },
  {
    name: 'widget-on-pending-domains',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain shows the widget before its review ends',
    rules: { domainShowsWidget: (domain) => domain.state === 'PENDING' || conformingRules.domainShowsWidget(domain) },
  },
  {
    name: 'widget-on-rejected-domains',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a rejected domain shows the widget',
    rules: { domainShowsWidget: (domain) => domain.state === 'REJECTED' || conformingRules.domainShowsWidget(domain) },
  },
  {
    name: 'widget-on-unlinked-domains',
    breaks: 'WID-04',
    level: 'answer',
    because: 'an approved domain shows the widget although no project links it',
    rules: { domainShowsWidget: ({ state }) => state === 'SUCCESS' },
  },
  {
    name: 'widget-anywhere-without-domains',
    breaks: 'WID-04',
    level: 'answer',
    because:
      'a project without a linked domain is taken for one without a restriction, so that any page shows its widget',
    rules: {
      framesAllowed: (names, status) => (names.length === 0 ? ['*'] : conformingRules.framesAllowed(names, status)),
    },
  },
  {
    name: 'widget-on-domains-linked-before',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain that was linked once shows the widget for ever',
    rules: {
      domainShowsWidget: ({ state, linked, wasLinked }) => linked || (state === 'SUCCESS' && wasLinked === true),
    },
  },
  {
    name: 'widget-on-rejected-domains-linked-before',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain that was linked and is rejected later shows the widget',
    rules: {
      domainShowsWidget: (domain) =>
        conformingRules.domainShowsWidget(domain) || (domain.state === 'REJECTED' && domain.wasLinked === true),
    },
  },
];
