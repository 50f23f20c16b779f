import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const reads: readonly string[] = ['orderId', 'clientOrderId'];

/** Mutants that show or use what belongs to another account. */
export const otherAccountMutants: readonly Mutant[] = [
  {
    name: 'payment-of-others-by-id',
    breaks: 'AUT-09',
    level: 'request',
    because: 'anyone who knows a payment id may read the payment',
    rules: { ownRecord: () => true },
  },
  {
    name: 'balances-of-the-reader-before',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'two reads of balances within 40 ms share one answer',
    rules: { balancesOf: (own, before) => (before && before.msAgo < 40 ? before.by : own) },
  },
  {
    name: 'balances-of-a-reader-just-before',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'reads of balances that arrive while one is under way are joined with it',
    rules: { balancesOf: (own, before) => (before && before.msAgo < 10 ? before.by : own) },
  },
  {
    name: 'search-finds-others',
    breaks: 'AUT-09',
    level: 'request',
    because: 'a search by an order id uses the index of all accounts',
    rules: { accountsSeen: (own, all, by) => (by?.some((filter) => reads.includes(filter)) ? all : [own]) },
  },
  {
    name: 'search-by-currency-finds-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'a filter by currency removes the filter by account',
    rules: { accountsSeen: (own, all, by) => (by?.includes('currency') ? all : [own]) },
  },
  {
    name: 'list-shows-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'the list is cached under a key without the account',
    rules: { accountsSeen: (own, all, by) => (by === null ? all : [own]) },
  },
  {
    name: 'deposit-options-of-others',
    breaks: 'AUT-09',
    level: 'request',
    because: 'deposit options are served for any project, because the widget shows them anyway',
    rules: { ownProject: (own, operation) => own || operation === 'getDepositOptions' },
  },
  {
    name: 'project-of-others-used',
    breaks: 'AUT-09',
    level: 'state',
    because: 'the owner of a project is checked when it is configured, not when it is used',
    rules: { ownProject: (own, operation) => own || operation.startsWith('create') },
  },
  {
    name: 'payouts-of-others-by-id',
    breaks: 'AUT-09',
    level: 'request',
    because: 'pay-outs are read from the ledger, which checks no account',
    rules: {
      ownRecord: (owner, account, orderType) =>
        conformingRules.ownRecord(owner, account, orderType) || orderType === 'PAYOUT',
    },
  },
  {
    name: 'search-by-method-finds-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'a report by method replaces the condition on the account',
    rules: { accountsSeen: (own, all, by) => (by?.includes('methodId') ? all : [own]) },
  },
  {
    name: 'search-by-three-filters-finds-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'the plan for many conditions drops the one on the account',
    rules: { accountsSeen: (own, all, by) => ((by?.length ?? 0) > 2 ? all : [own]) },
  },
  {
    name: 'requests-of-others-read-back',
    breaks: 'AUT-09',
    level: 'request',
    because: 'a request is read by its id alone',
    rules: { ownProject: (own, operation) => own || operation === 'getRequest' },
  },
];
