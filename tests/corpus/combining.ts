import { bothVersions, componentRef, type EdgeCase, only30, only31, selfRef } from './edgeCase.ts';

const cat = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { kind: { type: 'string', enum: ['cat'] }, lives: { type: 'integer' } },
};
const dog = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ['dog', 'Dog'] }, bark: { type: 'boolean' } },
};

const pets = {
  allows: [
    { kind: 'cat', lives: 9 },
    { kind: 'dog', bark: true },
  ],
  forbids: [{ kind: 'cow' }, { kind: 'cat' }, { kind: 'dog', bark: 1 }, {}],
};

/** Combinations of schemas. */
export const combining: readonly EdgeCase[] = [
  {
    name: 'allOf whose members conflict',
    in: bothVersions,
    schema: { allOf: [{ type: 'string' }, { type: 'integer' }] },
    forbids: ['a', 1, null],
  },
  {
    name: 'allOf whose bounds overlap',
    in: bothVersions,
    schema: {
      allOf: [
        { type: 'integer', minimum: 1, maximum: 10 },
        { minimum: 5, maximum: 20 },
      ],
    },
    allows: [5, 10],
    forbids: [4, 11, 'x'],
  },
  {
    name: 'allOf of two closed objects',
    in: bothVersions,
    schema: {
      allOf: [
        { type: 'object', properties: { a: {} }, additionalProperties: false },
        { type: 'object', properties: { b: {} }, additionalProperties: false },
      ],
    },
    allows: [{}],
    forbids: [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
  },
  {
    name: 'allOf whose members require properties that others describe',
    in: bothVersions,
    schema: {
      allOf: [
        { required: ['a', 'b'] },
        { properties: { a: { type: 'integer' } } },
        { properties: { b: { type: 'string' } } },
      ],
    },
    allows: [{ a: 1, b: 'x' }],
    forbids: [{ a: 1 }, { a: 'x', b: 'x' }, { a: 1, b: 1 }],
  },
  {
    name: 'allOf of one schema',
    in: bothVersions,
    schema: { allOf: [{ type: 'string' }] },
    allows: [''],
    forbids: [1],
  },
  {
    name: 'allOf beside a type',
    in: bothVersions,
    schema: { type: 'string', allOf: [{ minLength: 2 }], maxLength: 3 },
    allows: ['ab'],
    forbids: ['a', 'abcd'],
  },
  { name: 'allOf without members', in: only31, schema: { allOf: [] }, problems: [['allOf', 'fewer than 1']] },
  {
    name: 'anyOf that overlaps',
    in: bothVersions,
    schema: {
      anyOf: [
        { type: 'integer', minimum: 5 },
        { type: 'integer', maximum: 10 },
      ],
    },
    allows: [1, 7, 20],
    forbids: ['x', 1.5],
  },
  {
    name: 'oneOf that overlaps',
    in: bothVersions,
    schema: {
      oneOf: [
        { type: 'integer', minimum: 5 },
        { type: 'integer', maximum: 10 },
      ],
    },
    allows: [1, 20],
    forbids: [7, 'x'],
  },
  {
    name: 'oneOf with the same schema twice',
    in: bothVersions,
    schema: { oneOf: [{ type: 'string' }, { type: 'string' }] },
    forbids: ['a', 1],
  },
  {
    name: 'oneOf of an integer and a number',
    in: bothVersions,
    schema: { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    allows: [1.5],
    forbids: [1, 1.0],
  },
  {
    name: 'anyOf in oneOf in allOf',
    in: bothVersions,
    schema: { allOf: [{ oneOf: [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, { type: 'integer' }] }] },
    allows: ['a', true, 1],
    forbids: [1.5, null],
  },
  { name: 'not everything', in: bothVersions, schema: { not: {} }, forbids: [null, 1, 'a', {}] },
  { name: 'not not', in: bothVersions, schema: { not: { not: { type: 'string' } } }, allows: ['a'], forbids: [1] },
  {
    name: 'a discriminator by name',
    in: bothVersions,
    schema: {
      oneOf: [componentRef('Cat'), componentRef('Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
    },
    others: { Cat: cat, Dog: dog },
    ...pets,
  },
  {
    name: 'a discriminator by reference',
    in: bothVersions,
    schema: {
      oneOf: [componentRef('Cat'), componentRef('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    others: { Cat: cat, Dog: dog },
    ...pets,
  },
  {
    name: 'a discriminator without a mapping',
    in: bothVersions,
    schema: { oneOf: [componentRef('Cat'), componentRef('Dog')], discriminator: { propertyName: 'kind' } },
    others: { Cat: cat, Dog: dog },
    ...pets,
  },
  {
    name: 'a mapping to a missing schema',
    in: bothVersions,
    schema: {
      oneOf: [componentRef('Cat')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Kat', dog: 'Dig' } },
    },
    others: { Cat: cat },
    problems: [
      ['discriminator/mapping/cat', 'Kat'],
      ['discriminator/mapping/dog', 'Dig'],
    ],
  },
  {
    name: 'a discriminator of a base without branches',
    in: bothVersions,
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    others: { Kind: { allOf: [selfRef, { type: 'object', required: ['more'] }] } },
    allows: [{ kind: 'Kind' }],
    forbids: [{}],
  },
  {
    name: 'if, then and else',
    in: only31,
    schema: {
      type: 'object',
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['a'] },
      else: { required: ['b'] },
    },
    allows: [{ kind: 'a', a: 1 }, { b: 1 }],
    forbids: [{ kind: 'a' }, { kind: 'a', b: 1 }, {}],
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  { name: 'then without if', in: only31, schema: { then: { type: 'string' } }, problems: [['', 'if']] },
  {
    name: 'dependentRequired',
    in: only31,
    schema: { dependentRequired: { a: ['b'] } },
    allows: [{}, { b: 1 }, { a: 1, b: 1 }],
    forbids: [{ a: 1 }],
  },
  {
    name: 'dependentSchemas',
    in: only31,
    schema: { dependentSchemas: { a: { properties: { b: { type: 'string' } }, required: ['b'] } } },
    allows: [{}, { b: 1 }, { a: 1, b: 'x' }],
    forbids: [{ a: 1 }, { a: 1, b: 1 }],
  },
  {
    name: 'unevaluatedProperties across allOf',
    in: only31,
    schema: { allOf: [{ properties: { a: {} } }, componentRef('B')], unevaluatedProperties: false },
    others: { B: { properties: { b: {} } } },
    allows: [{}, { a: 1, b: 2 }],
    forbids: [{ c: 1 }, { a: 1, c: 1 }],
  },
  {
    name: 'unevaluatedItems behind a tuple',
    in: only31,
    schema: { allOf: [{ prefixItems: [{ type: 'string' }] }], unevaluatedItems: false },
    allows: [[], ['a']],
    forbids: [['a', 1], [1]],
  },
  {
    name: 'siblings of a reference count',
    in: only31,
    schema: { ...componentRef('Text'), minLength: 2 },
    others: { Text: { type: 'string' } },
    allows: ['ab'],
    forbids: ['a', 1],
  },
  {
    name: 'siblings of a reference do not count',
    in: only30,
    schema: { ...componentRef('Text'), minLength: 2 },
    others: { Text: { type: 'string' } },
    allows: ['ab', 'a'],
    forbids: [1],
  },
];
