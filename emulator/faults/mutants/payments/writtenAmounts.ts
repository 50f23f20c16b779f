import { currentCall } from '../../../domain/currentCall.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const duringOperation = (operation: string) => currentCall()?.operation === operation;

/** Mutants of the ways to write an amount (§ Payments, § Exchange, amount*, "Float"). */
export const writtenAmountMutants: readonly Mutant[] = [
  {
    name: 'amounts-without-exponent',
    breaks: 'AUT-03',
    level: 'request',
    because: 'amounts are validated by a pattern for plain decimals',
    rules: { amountWritten: (source) => !/e/i.test(source) },
  },
  {
    name: 'payout-amounts-without-capital-exponent',
    breaks: 'SBX-04',
    level: 'request',
    because: 'the pattern for amounts of pay-outs knows the exponent of one language only',
    rules: { amountWritten: (source) => !(duringOperation('createPayout') && source.includes('E')) },
  },
  {
    name: 'large-amounts-without-exponent',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount of many digits goes through a parser for integers',
    rules: { amountWritten: (source) => !/e\+?[3-9]/i.test(source) },
  },
  {
    name: 'exchange-amounts-without-sign-of-exponent',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'the pattern for amounts to exchange knows no plus before an exponent',
    rules: { amountWritten: (source) => !(duringOperation('createExchange') && source.includes('+')) },
  },
];
