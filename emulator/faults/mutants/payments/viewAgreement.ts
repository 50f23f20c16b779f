import { MILLISECOND } from '../../../domain/clock.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { roundDown, roundHalfEven } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Finds payments by a cache whose slots are the last two characters of an id: of two that share a slot, the first is found. */
function firstOfSlot(): typeof conformingRules.paymentFound {
  const slots = new WeakMap<object, Map<string, string>>();
  return (payments, id) => {
    const kept = slots.get(payments) ?? new Map<string, string>();
    slots.set(payments, kept);
    if (!payments.has(id)) return undefined;
    const first = kept.get(id.slice(-2)) ?? id;
    kept.set(id.slice(-2), first);
    return payments.get(first);
  };
}

/** Mutants that show a payment differently in different answers. */
export const agreementMutants: readonly Mutant[] = [
  {
    name: 'search-rounds-amount',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the search index stores amounts as whole numbers',
    rules: {
      recordShown: (record, place, { amount, transactionType }) =>
        place === 'search'
          ? { ...record, amount: conformingRules.amountShown(roundHalfEven(amount, 0), transactionType) }
          : record,
    },
  },
  {
    name: 'partial-keeps-requested-amount',
    breaks: 'PAY-13',
    level: 'state',
    because: 'the amount of a partial pay-out stays the requested one',
    rules: { partialAmount: (_processed, requested) => requested },
  },
  {
    name: 'remainder-in-cents',
    breaks: 'PAY-13',
    level: 'state',
    because: 'the rest of a pay-out in coins returns with two decimals',
    rules: { remainderOf: (requested, processed) => roundDown(requested.minus(processed), 2) },
  },
  {
    name: 'partial-keeps-the-rest',
    breaks: 'PAY-13',
    level: 'state',
    because: 'the unprocessed part of a partial pay-out is not returned',
    rules: { remainderOf: (requested) => requested.times(0) },
  },
  {
    name: 'list-keeps-requested-amount',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the list shows the requested amount after a partial pay-out',
    rules: {
      recordShown: (record, place, { requested, transactionType }) =>
        place === 'list' ? { ...record, amount: conformingRules.amountShown(requested, transactionType) } : record,
    },
  },
  {
    name: 'list-forgets-late-ends',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'a job brings the list up to date, and looks at what is younger than ten minutes',
    rules: {
      recordShown: (record, place, { status, changedAt, createdAt }) =>
        place === 'list' && status !== 'PENDING' && changedAt - createdAt > 600_000n * MILLISECOND
          ? { ...record, status: 'PENDING' }
          : record,
    },
  },
  {
    name: 'ids-of-one-slot',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the cache of single payments has 256 slots and does not look at the rest of an id',
    rules: { paymentFound: firstOfSlot() },
  },
  {
    name: 'unknown-id-answers-newest',
    breaks: 'PAY-12',
    level: 'answer',
    because: 'an unknown id falls back to the newest payment',
    rules: { paymentFound: (payments, id) => payments.get(id) ?? [...payments.values()].at(-1) },
  },
  {
    name: 'id-without-its-last-group',
    breaks: 'PAY-12',
    level: 'request',
    because: 'the index of ids holds 27 characters',
    rules: {
      paymentFound: (payments, id) =>
        conformingRules.paymentFound(payments, id) ??
        (id.length === 40 ? [...payments].find(([known]) => known.slice(0, 27) === id.slice(0, 27))?.[1] : undefined),
    },
  },
  {
    name: 'id-read-to-its-length',
    breaks: 'PAY-12',
    level: 'request',
    because: 'what follows an id is taken for a parameter',
    rules: { paymentFound: (payments, id) => payments.get(id) ?? payments.get(id.slice(0, 40)) },
  },
  {
    name: 'id-matched-by-prefix',
    breaks: 'PAY-12',
    level: 'answer',
    because: 'an id is looked up by prefix',
    rules: {
      paymentFound: (payments, id) =>
        payments.get(id) ?? [...payments].find(([known]) => known.startsWith(id.slice(0, 4)))?.[1],
    },
  },
  {
    name: 'malformed-id-crashes',
    breaks: 'PAY-12',
    level: 'request',
    because: 'a malformed id is answered with 500',
    rules: { refusalStatus: (code) => (code === 'malformed_id' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'amount-changed-after-final',
    breaks: 'PAY-11',
    level: 'state',
    because: 'a late notice subtracts the fee from the amount of a payment that is already final',
    rules: {
      afterRefusedMove: (payment) =>
        payment.status === 'SUCCESS' ? { ...payment, amount: payment.amount.minus(payment.fee) } : payment,
    },
  },
  {
    name: 'difference-renamed',
    breaks: 'PAY-14',
    level: 'answer',
    because: 'the unprocessed part is shown under another name',
    rules: { differenceShown: (rest): JsonRecord => (rest === null ? {} : { refund: { amount: rest } }) },
  },
  {
    name: 'ascii-alone-taken',
    breaks: 'PAY-16b',
    level: 'request',
    because: 'non-ASCII texts are now refused',
    rules: { textAccepted: (text) => /^[ -~]*$/.test(text) },
  },
  {
    name: 'newest-listed-twice',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the list joins new payments and stored ones, and the newest is among both',
    rules: { listOrdered: (newestFirst) => [...newestFirst.slice(0, 1), ...newestFirst] },
  },
  {
    name: 'exchange-under-another-order',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the legs of an exchange are shown with ids of the market, not with the id that the order answered',
    rules: {
      recordShown: (record, _place, { orderType, id }) =>
        orderType === 'EXCHANGE' ? { ...record, orderId: id.replace('PMT-', 'ORD-') } : record,
    },
  },
  {
    name: 'purchase-shown-as-pay-in',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'what an exchange credits is listed among the pay-ins',
    rules: {
      recordShown: (record, _place, { orderType, transactionType }) =>
        orderType === 'EXCHANGE' && transactionType === 'CREDIT' ? { ...record, orderType: 'PAYIN' } : record,
    },
  },
  {
    name: 'exchanges-unknown-by-id',
    breaks: 'PAY-11',
    level: 'request',
    because: 'a read by id asks the tables of pay-ins and pay-outs, and lists ask a view of all',
    rules: {
      ownRecord: (owner, account, orderType) =>
        conformingRules.ownRecord(owner, account, orderType) && orderType !== 'EXCHANGE',
    },
  },
  {
    name: 'frozen-unknown-by-id',
    breaks: 'PAY-11',
    level: 'request',
    because: 'what compliance holds is hidden from reads by id, and lists still show it',
    rules: {
      paymentFound: (payments, id) => {
        const found = conformingRules.paymentFound(payments, id);
        return found?.states.at(-1)?.status === 'FROZEN' ? undefined : found;
      },
    },
  },
];
