import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const DIGIT_ZERO = 0x30;

/** Mutants that refuse a few sound requests among many. */
export const refusedNowAndThenMutants: readonly Mutant[] = [
  {
    name: 'salts-that-begin-with-zero-refused',
    breaks: 'AUT-02',
    level: 'request',
    because: 'a salt is read as a number and written again, without its leading zeros',
    rules: {
      digestMatches: (given, expected, signed) =>
        signed.parts.salt[0] !== DIGIT_ZERO && conformingRules.digestMatches(given, expected, signed),
    },
  },
  {
    name: 'salts-that-end-in-a-zero-byte-refused',
    breaks: 'AUT-02',
    level: 'request',
    because: 'a salt is decoded into a text of C, which ends at a zero byte',
    rules: {
      digestMatches: (given, expected, signed) =>
        !/^[0-9a-f]{62}00$/i.test(signed.parts.salt.toString()) &&
        conformingRules.digestMatches(given, expected, signed),
    },
  },
  {
    name: 'plus-in-a-salt-read-as-space',
    breaks: 'AUT-03',
    level: 'request',
    because: 'a gateway decodes headers like the values of a form',
    rules: {
      signedText: (body, parts) => {
        const salt = Buffer.from(parts.salt.toString('latin1').replaceAll('+', ' '), 'latin1');
        return conformingRules.signedText(body, { ...parts, salt });
      },
    },
  },
  {
    name: 'whole-amounts-refused',
    breaks: 'PIN-01',
    level: 'request',
    because: 'the reader of a money amount demands a decimal point',
    rules: { amountAccepted: (amount) => conformingRules.amountAccepted(amount) && !amount.isInteger() },
  },
  {
    name: 'amounts-of-one-decimal-refused',
    breaks: 'OUT-01',
    level: 'request',
    because: 'cents are read by two digits, and an amount with one is taken for a slip',
    rules: { amountAccepted: (amount) => conformingRules.amountAccepted(amount) && amount.decimalPlaces() !== 1 },
  },
];
