import { currentCall } from '../../../domain/currentCall.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const isOfAcquiring = (): boolean => currentCall()?.call.path.includes('/crypto-acquiring/') === true;

/** Mutants of the sandbox rate (§ Limits); they show only on an account with a quota. */
export const quotaMutants: readonly Mutant[] = [
  {
    name: 'allowance-one-short',
    breaks: 'LIM-04a',
    level: 'request',
    because: 'the last allowed request is refused like the next one',
    rules: { allowanceOf: (quota, verb) => conformingRules.allowanceOf(quota, verb) - 1 },
  },
  {
    name: 'rate-never-limited',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'requests are counted, but the count is never checked',
    rules: { withinAllowance: () => true },
  },
  {
    name: 'allowance-two-over',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'each of three servers lets one more request through before it asks the others',
    rules: { withinAllowance: (counted, allowance) => counted < allowance + 2 },
  },
  {
    name: 'searches-never-limited',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'search is the only operation of the second version of the paths, and the limiter counts the first one',
    rules: {
      withinAllowance: (counted, allowance) =>
        currentCall()?.operation === 'searchPayments' || conformingRules.withinAllowance(counted, allowance),
    },
  },
  {
    name: 'schemes-counted-apart',
    breaks: 'LIM-04b',
    level: 'request',
    because: 'each of the two authentication filters has a limiter of its own',
    rules: {
      countedWith: (verb) =>
        `${conformingRules.countedWith(verb)} ${currentCall()?.call.headers['x-token-api-secret'] === undefined}`,
    },
  },
  {
    name: 'limited-but-served',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'the rate is checked after the order is made, and only its answer is replaced by 429',
    rules: { servedThoughLimited: () => true },
  },
  {
    name: 'retry-after-too-short',
    breaks: 'LIM-05',
    level: 'answer',
    because: 'Retry-After states half of the required wait',
    rules: { retryAfter: (waitMs) => String(Math.floor(waitMs / 2000)) },
  },
  {
    name: 'refused-requests-counted',
    breaks: 'LIM-05',
    level: 'state',
    because: 'a request refused for its rate now counts like any other',
    rules: { countedThoughRefused: () => true },
  },
  {
    name: 'operations-counted-apart',
    breaks: 'LIM-07',
    level: 'state',
    because: 'the limiter is a filter of the router, whose key has the route',
    rules: { countedWith: (verb) => `${conformingRules.countedWith(verb)} ${currentCall()?.operation}` },
  },
  {
    name: 'services-counted-apart',
    breaks: 'LIM-07',
    level: 'state',
    because: 'payments and crypto acquiring are two services, each with a limiter of its own',
    rules: { countedWith: (verb) => `${conformingRules.countedWith(verb)} ${isOfAcquiring()}` },
  },
  {
    name: 'signed-requests-of-acquiring-counted-apart',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'crypto acquiring verifies signatures itself, and counts there what it verifies',
    rules: {
      countedWith: (verb) =>
        `${conformingRules.countedWith(verb)} ${isOfAcquiring() && currentCall()?.call.headers['x-salt'] !== undefined}`,
    },
  },
  {
    name: 'search-counted-apart',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'version 2 of the interface has a limiter of its own',
    rules: {
      countedWith: (verb) => `${conformingRules.countedWith(verb)} ${currentCall()?.operation === 'searchPayments'}`,
    },
  },
  {
    name: 'creations-counted-apart',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'each endpoint that creates something has an allowance of its own; reads share one',
    rules: { countedWith: (verb) => (verb === 'GET' ? 'GET' : `${currentCall()?.operation}`) },
  },
  {
    name: 'bundles-counted-apart',
    breaks: 'LIM-04b',
    level: 'state',
    because: 'a call for a bundle often creates nothing, so it has an allowance of its own',
    rules: {
      countedWith: (verb) => `${conformingRules.countedWith(verb)} ${currentCall()?.operation === 'createBundle'}`,
    },
  },
  {
    name: 'verbs-counted-together',
    breaks: 'LIM-07',
    level: 'state',
    because: 'GET and POST share one counter per token',
    rules: { countedWith: () => 'token' },
  },
];
