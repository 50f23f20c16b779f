import type { Mutant } from '../../shared/faultTypes.ts';

/** A clientOrderId of digits is kept as a number of a computer. */
const asNumber = (text: string) => (/^\d+$/.test(text) ? String(Number(text)) : text);

/** Mutants of the length of a clientOrderId and of what a long one is kept as (§ Limits). */
export const idLengthMutants: readonly Mutant[] = [
  {
    name: 'client-order-id-one-short',
    breaks: 'LIM-03',
    level: 'request',
    because: 'the column of a clientOrderId stores only 255 characters',
    rules: { clientOrderIdAccepted: (text) => text.length > 0 && text.length < 256 },
  },
  {
    name: 'client-order-id-of-any-length',
    breaks: 'LIM-03',
    level: 'request',
    because: 'the length of a clientOrderId is left to the database, which does not limit texts',
    rules: { clientOrderIdAccepted: (text) => text.length > 0 },
  },
  {
    name: 'client-order-id-of-digits-is-a-number',
    breaks: 'LIM-03',
    level: 'request',
    because: 'an index of clientOrderIds takes digits for numbers, so that long ones that are nearly equal are one',
    rules: { clientOrderIdKey: (text, operation) => `${operation}/${asNumber(text)}` },
  },
  {
    name: 'client-order-id-of-20-digits-or-more-is-a-number',
    breaks: 'LIM-03',
    level: 'request',
    because: 'an id of digits is kept in 64 bits where it fits, and as a number with a point where it does not',
    rules: { clientOrderIdKey: (text, operation) => `${operation}/${text.length < 20 ? text : asNumber(text)}` },
  },
];
