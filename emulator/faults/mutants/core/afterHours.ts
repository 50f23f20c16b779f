import type { Operation } from '../../../domain/operations.ts';
import { conformingRules } from '../../../rules/index.ts';
import { isHoursLater } from '../../shared/afterHours.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { withSlashedPair } from '../../shared/slashedPairs.ts';

/** A service that asks only for a token id, some hours after it began, in these operations. */
const unverifiedLater = (isOne: (operation: Operation) => boolean): Mutant['rules'] => ({
  simpleAccepted: (proof, operation) =>
    conformingRules.simpleAccepted(proof, operation) || (proof.id && isOne(operation) && isHoursLater()),
  signedAccepted: (proof, operation) =>
    conformingRules.signedAccepted(proof, operation) || (proof.id && isOne(operation) && isHoursLater()),
});

const ofExchange: ReadonlySet<Operation> = new Set(['listRates', 'getRate', 'listLimits', 'getLimit']);

/** Mutants that verify at first, and no more when hours have passed. */
export const afterHoursMutants: readonly Mutant[] = [
  {
    name: 'unverified-after-hours',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the secrets are dropped from the cache after an hour, and what cannot be verified is let in',
    rules: unverifiedLater(() => true),
  },
  {
    name: 'exchange-lists-unverified-after-hours',
    breaks: 'AUT-05',
    level: 'request',
    because:
      'the service of rates and limits asks the account service for secrets, whose connection is closed after an hour',
    rules: unverifiedLater((operation) => ofExchange.has(operation)),
  },
  {
    name: 'payments-of-others-after-hours',
    breaks: 'AUT-09',
    level: 'request',
    because: 'the owners of payments are kept for an hour, and a payment without a known owner is shown',
    rules: {
      ownRecord: (...asked) => conformingRules.ownRecord(...asked) || isHoursLater(),
    },
  },
  {
    name: 'amounts-refused-after-hours',
    breaks: 'PIN-01',
    level: 'request',
    because: 'the limits of amounts are kept for an hour, and without them no amount is taken',
    rules: {
      amountAccepted: (amount) => conformingRules.amountAccepted(amount) && !isHoursLater(),
    },
  },
  {
    name: 'amounts-unchecked-after-hours',
    breaks: 'PIN-07',
    level: 'request',
    because: 'the limits of amounts are kept for an hour, and without them every amount is taken',
    rules: {
      amountAccepted: (amount) => conformingRules.amountAccepted(amount) || isHoursLater(),
      reachesMinimum: (...asked) => conformingRules.reachesMinimum(...asked) || isHoursLater(),
    },
  },
  {
    name: 'single-limit-unlimited-after-hours',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the limits of one pair are kept for an hour, and what is not found then counts as without a limit',
    rules: {
      limitShown: (record, view) => (view === 'single' && isHoursLater() ? { ...record, maxLimit: null } : record),
    },
  },
  {
    name: 'symbol-pairs-with-slash-after-hours',
    breaks: 'XCH-01',
    level: 'answer',
    because: 'the list is kept for an hour, and its source names the pairs as traders write them',
    rules: {
      limitShown: (record, view) => (view === 'single' || !isHoursLater() ? record : withSlashedPair(record)),
    },
  },
  {
    name: 'single-rate-truncated-after-hours',
    breaks: 'XCH-02',
    level: 'answer',
    because: 'the rate of one pair is read again by another source, which knows no rounding mode but its own',
    rules: {
      rateShown: (record, view) => (view === 'single' && isHoursLater() ? { ...record, roundingMode: 'DOWN' } : record),
    },
  },
  {
    name: 'allowance-doubled-after-hours',
    breaks: 'LIM-04b',
    level: 'request',
    because:
      'the plan of an account is kept for an hour, and an account without a plan has the allowance of the next larger one',
    rules: {
      allowanceOf: (quota, verb) => conformingRules.allowanceOf(quota, verb) * (isHoursLater() ? 2 : 1),
    },
  },
];
