import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the sandbox's rate (§ Limits), which show on an account that has a quota. */
export const quotaMutants: readonly Mutant[] = [
  {
    name: 'allowance-one-short',
    breaks: 'LIM-04a',
    level: 'request',
    because: 'the last request of the allowance is refused like the one after it',
    rules: { allowanceOf: (quota, verb) => conformingRules.allowanceOf(quota, verb) - 1 },
  },
  {
    name: 'rate-never-limited',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'requests are counted, but nobody looks at the count',
    rules: { withinAllowance: () => true },
  },
  {
    name: 'allowance-two-over',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'each of three servers lets one request more through before it asks the others',
    rules: { withinAllowance: (counted, allowance) => counted < allowance + 2 },
  },
  {
    name: 'limited-but-served',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'the rate is looked at when the order is made, and only its answer is replaced by 429',
    rules: { servedThoughLimited: () => true },
  },
  {
    name: 'retry-after-too-short',
    breaks: 'LIM-05',
    level: 'answer',
    because: 'Retry-After says half of the time that a client must wait',
    rules: { retryAfter: (waitMs) => String(Math.floor(waitMs / 2000)) },
  },
  {
    name: 'refused-requests-counted',
    breaks: 'LIM-05',
    level: 'state',
    because: 'a request that is refused for its rate counts like any other from now on',
    rules: { countedThoughRefused: () => true },
  },
  {
    name: 'verbs-counted-together',
    breaks: 'LIM-07',
    level: 'state',
    because: 'a token has one counter, which GET and POST share',
    rules: { countedWith: () => 'token' },
  },
];
