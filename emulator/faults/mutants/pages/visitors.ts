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
    rules: { sameChoiceTaken: () => true },
  },
];
