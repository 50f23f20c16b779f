import type { Domain } from '../../../domain/acquiring.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that show only to a visitor who came before, has two tabs, chooses twice or loses the service for a while. */
export const visitorMutants: readonly Mutant[] = [
  {
    name: 'news-for-one-tab-only',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a change waits in a queue of its checkout, which the first page that asks empties',
    rules: { changesKnown: (named, told) => Math.max(named, told) },
  },
  {
    name: 'one-tab-asks-for-all',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a lock in the browser lets one tab ask for news, and it tells no other',
    rules: { newsAskedIn: () => 'oneTab' },
  },
  {
    name: 'tab-that-was-behind-asks-no-more',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a widget stops asking when its tab is behind another one, and does not begin again',
    rules: { newsAskedIn: () => 'tabAlwaysInFront' },
  },
  {
    name: 'widget-gives-up-after-some-failures',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a widget whose questions failed four times asks no more',
    rules: { outagesEndured: () => 'fewFailures' },
  },
  {
    name: 'widget-gone-after-a-503',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a widget asks again when nobody answers, but takes a 503 for the end',
    rules: { outagesEndured: () => 'silence' },
  },
  {
    name: 'preselection-of-the-last-visit',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'what a visitor chose on an earlier checkout is preselected in place of what the merchant names',
    rules: { choiceRemembered: () => 'asset' },
  },
  {
    name: 'address-of-the-last-visit',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the browser keeps the address of each asset, and shows it on later checkouts',
    rules: { choiceRemembered: () => 'address' },
  },
  {
    name: 'same-choice-another-request',
    breaks: 'CHK-05',
    level: 'state',
    because: 'the choice of an asset that is sent once more makes another request with another address',
    rules: { sameChoice: () => 'made' },
  },
  {
    name: 'another-network-chosen-later',
    breaks: 'CHK-05',
    level: 'state',
    because: 'who picked the wrong network may pick another one of the same coin, which makes another request',
    rules: {
      mayChoose: (status, _type, { named, before }) =>
        status === 'NEW' || (status === 'REQUEST_CREATED' && named.endsWith(`_${before?.split('_').at(-1)}`)),
    },
  },
  {
    name: 'entered-amount-outlives-the-option',
    breaks: 'CHK-12',
    level: 'state',
    because: 'the field for an own amount is hidden when an option is picked, but keeps its text, which comes first',
    rules: { enteredCounts: () => 'always' },
  },
  {
    name: 'larger-entered-amount-outlives-the-option',
    breaks: 'CHK-12',
    level: 'state',
    because: 'the page sends the largest amount that its form holds',
    rules: { enteredCounts: () => 'ifLarger' },
  },
];

const linkedOf = (domains: readonly Domain[]) => domains.filter(({ linked }) => linked);

/** Mutants that show only where a widget stands: on one of several domains, in a column of its page, moved or named later. */
export const placeMutants: readonly Mutant[] = [
  {
    name: 'widget-on-the-first-two-domains',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a project shows its widgets on the first two of its linked domains only',
    rules: { domainsOfWidget: (own) => linkedOf(own).slice(0, 2) },
  },
  {
    name: 'widget-on-the-last-domain',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain that is linked takes the place of those that were linked before',
    rules: { domainsOfWidget: (own) => linkedOf(own).slice(-1) },
  },
  {
    name: 'widget-nowhere-once-a-domain-is-unlinked',
    breaks: 'WID-04',
    level: 'answer',
    because: 'with the link of one domain, those of all others of its project are gone',
    rules: { domainsOfWidget: (own) => (own.some((one) => one.wasLinked && !one.linked) ? [] : own) },
  },
  {
    name: 'widget-within-its-column',
    breaks: 'WID-03',
    level: 'answer',
    because: 'the widget is no wider than its column, so that its width is not fixed',
    rules: { widthHolds: () => 'withinColumn' },
  },
  {
    name: 'widget-as-wide-as-its-content-in-a-flex-box',
    breaks: 'WID-03',
    level: 'answer',
    because:
      'the widget has a greatest width in place of a fixed one, so that it collapses where blocks do not fill their place',
    rules: { widthHolds: () => 'asBlock' },
  },
  {
    name: 'widget-measured-in-letters',
    breaks: 'WID-03',
    level: 'answer',
    because: 'the width is reckoned in letters of the page around the widget, which merchants set to other sizes',
    rules: { widthHolds: () => 'inLetters' },
  },
  {
    name: 'widget-moved-stays-empty',
    breaks: 'WID-02',
    level: 'answer',
    because: 'an element is filled once, so that it is empty and silent when its page has moved it',
    rules: { elementsFilled: () => 'once' },
  },
  {
    name: 'widget-named-late-stays-empty',
    breaks: 'WID-02',
    level: 'answer',
    because: 'an element that gets its id when it is placed already stays empty',
    rules: { elementsFilled: () => 'named' },
  },
];
