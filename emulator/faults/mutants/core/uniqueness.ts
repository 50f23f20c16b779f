import type { Operation } from '../../../domain/operations.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { idLengthMutants } from './idLengths.ts';

/** The time in which the race mutant does not yet see that a clientOrderId is used, in milliseconds. */
const RACE_MS = 250;

/** A service that treats different texts as the same clientOrderId. */
const alike = (same: (text: string) => string): Mutant['rules'] => ({
  clientOrderIdKey: (text: string, operation: Operation) => `${operation}/${same(text)}`,
});

/** Mutants of the clientOrderId (§ Limits). */
export const uniquenessMutants: readonly Mutant[] = [
  {
    name: 'client-order-id-twice',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'clientOrderIds are not stored',
    rules: { clientOrderIdFree: () => true },
  },
  {
    name: 'exchange-order-twice',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'uniqueness is checked for payments only, not for exchange orders',
    rules: { clientOrderIdFree: (used, operation) => !used || operation === 'createExchange' },
  },
  {
    name: 'coin-payout-twice',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'pay-outs in coins go to a wallet service of their own, which knows no clientOrderId',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createPayout' && first?.again.method === 'CRYPTOCOIN'),
    },
  },
  {
    name: 'sale-twice',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'uniqueness is checked where an exchange is paid for, and a sale pays with what it sells',
    rules: { clientOrderIdFree: (used, _, first) => !used || first?.again.side === 'SELL' },
  },
  {
    name: 'purchase-and-sale-with-one-id',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'purchases and sales are two tables, each with an index of its own',
    rules: { clientOrderIdKey: (text, operation, { side }) => `${operation}/${side}/${text}` },
  },
  {
    name: 'client-order-id-free-once-failed',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'the unique index leaves out failed payments',
    rules: { clientOrderIdFree: (used, _, first) => !used || first?.status === 'FAILED' },
  },
  {
    name: 'client-order-id-free-once-lapsed',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'a nightly job frees the ids of pay-ins that nobody paid',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createPayin' && ['EXPIRED', 'CANCELLED'].includes(first?.status ?? '')),
    },
  },
  {
    name: 'client-order-id-free-after-a-day',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'used ids are kept in a cache whose entries live for a day',
    rules: { clientOrderIdFree: (used, _, first) => !used || (first?.ageMs ?? 0) > 86_400_000 },
  },
  {
    name: 'client-order-id-of-an-exchange-free-after-a-day',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'settled exchange orders are moved to an archive after a day, which the unique index leaves out',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createExchange' && (first?.ageMs ?? 0) > 86_400_000),
    },
  },
  {
    name: 'client-order-id-of-a-payout-free-after-a-day',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'the ids of pay-outs are kept in a cache of their own, whose entries live for a day',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createPayout' && (first?.ageMs ?? 0) > 86_400_000),
    },
  },
  {
    name: 'client-order-id-of-a-payin-free-after-an-hour',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'pay-ins that nobody paid within an hour are moved to an archive, which the unique index leaves out',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createPayin' && first?.status !== 'SUCCESS' && (first?.ageMs ?? 0) > 3_600_000),
    },
  },
  {
    name: 'changed-payout-taken-again',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'the index of pay-outs holds their whole body, so that another amount or comment makes another order',
    rules: {
      clientOrderIdFree: (used, operation, first) =>
        !used || (operation === 'createPayout' && first?.isSameBody === false),
    },
  },
  {
    name: 'unique-after-the-effect',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'the order is written before the index of clientOrderIds rejects it',
    rules: { recordedThough: (code) => code === 'client_order_id_taken' },
  },
  {
    name: 'second-use-held',
    breaks: 'LIM-01a',
    level: 'state',
    because: 'the money of a pay-out is held before its clientOrderId is checked, and stays held',
    rules: { heldThough: (held, code) => (code === 'client_order_id_taken' ? held : held.times(0)) },
  },
  {
    name: 'second-use-answered-like-the-first',
    breaks: 'LIM-01b',
    level: 'answer',
    because: 'a clientOrderId is treated as an idempotency key',
    rules: { secondUseRepeated: () => true },
  },
  {
    name: 'client-order-id-without-case',
    breaks: 'LIM-01c',
    level: 'state',
    because: 'the index of clientOrderIds now ignores case',
    rules: alike((text) => text.toLowerCase()),
  },
  {
    name: 'client-order-id-trimmed',
    breaks: 'LIM-01c',
    level: 'state',
    because: 'spaces around a clientOrderId no longer count',
    rules: alike((text) => text.trim()),
  },
  {
    name: 'client-order-id-normalised',
    breaks: 'LIM-01c',
    level: 'state',
    because: 'a composed accented letter now equals a letter with a combining accent',
    rules: alike((text) => text.normalize('NFC')),
  },
  {
    name: 'client-order-id-across-operations',
    breaks: 'LIM-01c',
    level: 'state',
    because: 'pay-ins, pay-outs and exchange orders now share one index',
    rules: { clientOrderIdKey: (text) => text },
  },
  {
    name: 'coin-payouts-share-ids-with-payins',
    breaks: 'LIM-01c',
    level: 'state',
    because: 'one index of what touches a blockchain now holds pay-ins, and pay-outs in coins',
    rules: {
      clientOrderIdKey: (text, operation, { method }) =>
        operation === 'createPayin' || method === 'CRYPTOCOIN' ? text : `${operation}/${text}`,
    },
  },
  {
    name: 'client-order-ids-of-all-accounts',
    breaks: 'LIM-01d',
    level: 'state',
    because: 'the index of clientOrderIds leaves out the account',
    rules: { usedElsewhereCounts: () => true },
  },
  {
    name: 'exchange-order-ids-of-all-accounts',
    breaks: 'LIM-01d',
    level: 'state',
    because: 'exchange orders of all accounts go to one market, which knows no accounts',
    rules: { usedElsewhereCounts: (operation) => operation === 'createExchange' },
  },
  {
    name: 'client-order-ids-race',
    breaks: 'LIM-02',
    level: 'state',
    because: 'the other servers learn of a used clientOrderId a quarter of a second later',
    rules: { usedKnownAfterMs: () => RACE_MS },
  },
  {
    name: 'exchange-orders-race',
    breaks: 'LIM-02',
    level: 'state',
    because: 'only payments lock a clientOrderId before they check it',
    rules: { usedKnownAfterMs: (operation) => (operation === 'createExchange' ? RACE_MS : 0) },
  },
  {
    name: 'coin-payouts-race',
    breaks: 'LIM-02',
    level: 'state',
    because: 'the wallet service of coins locks no clientOrderId before it checks it',
    rules: { usedKnownAfterMs: (_, { method }) => (method === 'CRYPTOCOIN' ? RACE_MS : 0) },
  },
  {
    name: 'longest-ids-by-their-start',
    breaks: 'LIM-03',
    level: 'state',
    because: 'the index takes long texts by their first 32 characters',
    rules: alike((text) => (text.length > 252 ? text.slice(0, 32) : text)),
  },
  ...idLengthMutants,
];
