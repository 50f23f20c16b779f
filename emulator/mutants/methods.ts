import type { Mutant } from '../broken.ts';

/** Mutants of § Payment method. */
export const methodMutants: readonly Mutant[] = [
  {
    name: 'percent-as-text',
    breaks: 'MTD-01',
    level: 'answer',
    because: 'percent is written for people',
    rules: { methodShownAs: (record, { percent }) => ({ ...record, percent: `${percent.toFixed()}%` }) },
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
    because: 'extra is the object itself instead of a string that holds it',
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
];
