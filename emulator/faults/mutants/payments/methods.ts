import { lastUnit, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of § Payment method. */
export const methodMutants: readonly Mutant[] = [
  {
    name: 'percent-as-text',
    breaks: 'MTD-01',
    level: 'answer',
    because: 'percent is formatted for people',
    rules: { methodShownAs: (record, { percent }) => ({ ...record, percent: `${percent.toFixed()}%` }) },
  },
  {
    name: 'fees-of-nought-left-out',
    breaks: 'MTD-01',
    warns: ['MTD-01'],
    level: 'answer',
    because: 'the writer of methods leaves out a fixed fee of 0',
    rules: {
      methodShownAs: (record, { fixed }) =>
        fixed.isZero() ? Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'fixed')) : record,
    },
  },
  {
    name: 'methods-in-a-page',
    breaks: 'MTD-01',
    level: 'answer',
    because: 'the methods come as a page instead of an array',
    rules: { methodsShown: (methods) => ({ content: methods, totalElements: methods.length }) },
  },
  {
    name: 'extra-as-object',
    breaks: 'MTD-04',
    level: 'answer',
    because: 'extra is the object itself instead of a JSON string',
    rules: {
      extraShown: (choices) =>
        choices && {
          description: choices.description,
          values: choices.list.map(({ value, name }) => ({ value, name })),
        },
    },
  },
  {
    name: 'extra-of-names',
    breaks: 'MTD-04',
    level: 'answer',
    because: 'extra holds bare names, without value and description',
    rules: { extraShown: (choices) => choices && JSON.stringify(choices.list.map(({ name }) => name)) },
  },
  {
    name: 'properties-joined',
    breaks: 'MTD-05',
    level: 'answer',
    because: 'the field names are joined by commas',
    rules: {
      propertiesShown: (required, optional) => ({ required: required.join(','), optional: optional.join(',') }),
    },
  },
  {
    name: 'properties-described',
    breaks: 'MTD-05',
    level: 'answer',
    because: 'each field is an object with a label',
    rules: {
      propertiesShown: (required, optional) => ({
        required: required.map((name) => ({ name, label: name.toUpperCase() })),
        optional,
      }),
    },
  },
  {
    name: 'method-listed-twice',
    breaks: 'MTD-02',
    level: 'state',
    because: 'a method offered by two processors is listed twice',
    rules: { catalogue: (terms) => [...terms, ...terms.slice(0, 1)] },
  },
  {
    name: 'blockchains-listed-alike',
    breaks: 'MTD-02',
    level: 'answer',
    because: 'all methods of one currency show the blockchain of the first one',
    rules: {
      methodShownAs: (record, { currency }) => (currency === 'USDT' ? { ...record, blockchain: 'ETHEREUM' } : record),
    },
  },
  {
    name: 'fixed-fee-negative',
    breaks: 'MTD-03',
    level: 'answer',
    because: 'fees are shown as their effect on the balance',
    rules: { methodShownAs: (record, { fixed }) => ({ ...record, fixed: fixed.negated() }) },
  },
  {
    name: 'limits-shown-swapped',
    breaks: 'MTD-03',
    level: 'answer',
    because: 'minLimit and maxLimit are swapped',
    rules: {
      methodShownAs: (record, { minLimit, maxLimit }) => ({ ...record, minLimit: maxLimit, maxLimit: minLimit }),
    },
  },
  {
    name: 'optional-field-demanded',
    breaks: 'MTD-06',
    level: 'request',
    because: 'a method requires the comment, which it lists as optional',
    rules: { fieldsOfMethod: (required) => [...required, 'comment'] },
  },
  {
    name: 'method-id-of-dashboard-only',
    breaks: 'MTD-06',
    level: 'request',
    because: 'currency and method are required in addition to the paymentMethodId that implies both',
    rules: { methodFits: (method, wish) => wish.said && conformingRules.methodFits(method, wish) },
  },
  {
    name: 'last-field-not-enforced',
    breaks: 'MTD-07',
    level: 'request',
    because: 'the loop over the required fields ends one too early',
    rules: { fieldsOfMethod: (required) => required.slice(0, -1) },
  },
  {
    name: 'minimum-one-unit-low',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount one unit below minLimit is accepted, as if rounded up',
    rules: { reachesMinimum: (amount, minLimit) => amount.plus(lastUnit(amount)).gte(minLimit) },
  },
  {
    name: 'maximum-one-unit-high',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount one unit above maxLimit is accepted, as if rounded down',
    rules: {
      withinMaximum: (amount, maxLimit) => maxLimit.isZero() || amount.minus(lastUnit(amount)).lte(maxLimit),
    },
  },
  {
    name: 'maximum-excluded',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount equal to maxLimit is refused',
    rules: { withinMaximum: (amount, maxLimit) => maxLimit.isZero() || amount.lt(maxLimit) },
  },
  {
    name: 'maximum-zero-forbids',
    breaks: 'MTD-09',
    level: 'request',
    because: 'maxLimit 0 limits like any other number, so every amount is refused',
    rules: { withinMaximum: (amount, maxLimit) => amount.lte(maxLimit) },
  },
  {
    name: 'decimals-cut',
    breaks: 'MTD-09',
    level: 'request',
    because: 'decimals beyond the scale are now cut instead of refused',
    rules: { amountTaken: (amount, scale) => roundDown(amount, scale) },
  },
];
