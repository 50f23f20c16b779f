import type { Mutant } from '../broken.ts';
import { SANDBOX_QUOTA } from '../quota.ts';
import { soundRules } from '../rules.ts';

/** Mutants of the sandbox's rate (§ Limits), each in a world that has a quota. */
export const quotaMutants: readonly Mutant[] = [
  {
    name: 'allowance-one-short',
    breaks: 'LIM-04a',
    level: 'request',
    because: 'the last request of the allowance is refused like the one after it',
    rules: { allowanceOf: (quota, verb) => soundRules.allowanceOf(quota, verb) - 1 },
    quota: SANDBOX_QUOTA,
  },
  {
    name: 'rate-never-limited',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'requests are counted, but nobody looks at the count',
    rules: { withinAllowance: () => true },
    quota: SANDBOX_QUOTA,
  },
  {
    name: 'verbs-counted-together',
    breaks: 'LIM-07',
    level: 'state',
    because: 'a token has one counter, which GET and POST share',
    rules: { countedWith: () => 'token' },
    quota: SANDBOX_QUOTA,
  },
];
