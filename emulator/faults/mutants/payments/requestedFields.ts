import { roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const hourBefore = (text: unknown) =>
  typeof text === 'string'
    ? text.replace(/T(\d\d)/, (_, hour) => `T${String((Number(hour) + 23) % 24).padStart(2, '0')}`)
    : '';

/** Mutants that show a payment otherwise than its request asked for, alike in every answer. */
export const requestedFieldMutants: readonly Mutant[] = [
  {
    name: 'amount-kept-to-five-decimals',
    breaks: 'PAY-11',
    level: 'state',
    because: 'the column of amounts has five decimals, which is enough for most methods',
    rules: { amountTaken: (amount) => roundDown(amount, 5) },
  },
  {
    name: 'least-amounts-shown-as-nothing',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'amounts below a thousandth are shown as 0',
    rules: {
      amountShown: (amount, type) => conformingRules.amountShown(amount.lt('0.001') ? amount.times(0) : amount, type),
    },
  },
  {
    name: 'tether-on-ethereum-alone',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'every payment in USDT is shown on ETHEREUM, whatever blockchain was asked for',
    rules: { blockchainShown: (blockchain, currency) => (currency === 'USDT' ? 'ETHEREUM' : blockchain) },
  },
  {
    name: 'card-masked-by-another-end',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the masked card of some pay-outs ends in the digits of their order',
    rules: {
      recordShown: (record, _place, { payoutCardNumber, orderId }) =>
        payoutCardNumber && /[0-5]$/.test(orderId)
          ? { ...record, payoutCardNumber: payoutCardNumber.replace(/\d{4}$/, '0000') }
          : record,
    },
  },
  {
    name: 'created-an-hour-before',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'pay-outs are stamped by a server whose clock kept its winter time',
    rules: {
      recordShown: (record, _place, { orderType }) =>
        orderType === 'PAYOUT' ? { ...record, createdAt: hourBefore(record.createdAt) } : record,
    },
  },
  {
    name: 'comment-cut-at-255',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'the column of comments holds 255 characters, and the database cuts what is longer',
    rules: { textKept: (text, field) => (field === 'comment' ? (text?.slice(0, 255) ?? null) : text) },
  },
  {
    name: 'long-comment-cut-in-search',
    breaks: 'PAY-16a',
    level: 'answer',
    because: 'the index of the search keeps the first 512 characters of a text',
    rules: {
      recordShown: (record, place, { comment }) =>
        place === 'search' ? { ...record, comment: comment?.slice(0, 512) ?? null } : record,
    },
  },
  {
    name: 'long-comment-cut-in-webhooks',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the queue of webhooks takes messages of a kilobyte, so that long comments are cut',
    rules: {
      webhookTold: (record) =>
        typeof record['comment'] === 'string' ? { ...record, comment: record['comment'].slice(0, 400) } : record,
    },
  },
  {
    name: 'comment-without-foreign-letters',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'the column of comments holds Latin letters; others become question marks',
    rules: { textKept: (text, field) => (field === 'comment' ? (text?.replace(/[^ -ÿ]/g, '?') ?? null) : text) },
  },
];
