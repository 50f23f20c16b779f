import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the length of a clientOrderId (§ Limits). */
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
];
