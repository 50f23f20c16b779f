import { bothVersions, componentRef, type EdgeCase, only31, selfRef } from './edgeCase.ts';

const node = { type: 'object', required: ['value'], properties: { value: { type: 'integer' }, next: selfRef } };

const nested = (levels: number): unknown =>
  levels === 0 ? { type: 'integer' } : { type: 'array', items: nested(levels - 1) };

const inside = (levels: number, value: unknown): unknown => (levels === 0 ? value : [inside(levels - 1, value)]);

/** Schemas that refer to themselves, or that are very deep. */
export const recursion: readonly EdgeCase[] = [
  {
    name: 'a list of nodes',
    in: bothVersions,
    schema: node,
    allows: [{ value: 1 }, { value: 1, next: { value: 2, next: { value: 3 } } }],
    forbids: [
      { value: 1, next: {} },
      { value: 1, next: { value: 2, next: { value: 'x' } } },
    ],
  },
  {
    name: 'two components that refer to each other',
    in: bothVersions,
    schema: { type: 'object', properties: { hen: componentRef('Egg') }, additionalProperties: false },
    others: { Egg: { type: 'object', properties: { egg: selfRef }, additionalProperties: false } },
    allows: [{}, { hen: { egg: { hen: {} } } }],
    forbids: [{ hen: { hen: {} } }, { hen: { egg: { hen: { egg: 1 } } } }],
  },
  {
    name: 'recursion through allOf of a member',
    in: bothVersions,
    schema: { type: 'object', properties: { child: { allOf: [selfRef, { type: 'object', required: ['id'] }] } } },
    allows: [{}, { child: { id: 1, child: { id: 2 } } }],
    forbids: [{ child: {} }, { child: { id: 1, child: {} } }],
  },
  {
    name: 'recursion through items',
    in: bothVersions,
    schema: { type: 'array', items: selfRef },
    allows: [[], [[], [[]]]],
    forbids: [[1], [[[{}]]]],
  },
  {
    name: 'recursion through additionalProperties',
    in: bothVersions,
    schema: { type: 'object', additionalProperties: selfRef },
    allows: [{}, { a: { b: { c: {} } } }],
    forbids: [{ a: 1 }, { a: { b: [] } }],
  },
  {
    name: 'recursion through anyOf with a base case',
    in: bothVersions,
    schema: { anyOf: [{ type: 'string' }, { type: 'array', items: selfRef }] },
    allows: ['a', ['a', ['b']]],
    forbids: [1, ['a', [1]]],
  },
  {
    name: 'recursion through not',
    in: bothVersions,
    schema: { type: 'object', properties: { a: { not: selfRef } } },
    allows: [{}, { a: 1 }, { a: { a: { a: 1 } } }],
    forbids: [{ a: {} }, { a: { a: 1 } }],
  },
  {
    name: 'recursion without a finite value',
    in: bothVersions,
    schema: { type: 'object', required: ['more'], properties: { more: selfRef } },
    forbids: [{}, { more: {} }, { more: { more: { more: null } } }],
  },
  {
    name: 'recursion through a tuple',
    in: only31,
    schema: { type: 'array', prefixItems: [{ type: 'string' }, selfRef], items: false },
    allows: [[], ['a', ['b', []]]],
    forbids: [
      ['a', 'b'],
      ['a', [], 1],
    ],
  },
  {
    name: 'recursion through patternProperties',
    in: only31,
    schema: { patternProperties: { '^n': selfRef, '^v': { type: 'integer' } }, additionalProperties: false },
    allows: [{ v: 1, n: { n: { v: 2 } } }],
    forbids: [{ n: { n: { v: 'x' } } }, { x: 1 }],
  },
  {
    name: 'recursion through $defs back to the schema',
    in: only31,
    schema: { type: 'object', properties: { a: { $ref: '#/components/schemas/Odd/$defs/b' } }, $defs: { b: selfRef } },
    allows: [{ a: { a: {} } }],
    forbids: [{ a: 1 }, { a: { a: 1 } }],
  },
  {
    name: 'a reference to itself',
    in: bothVersions,
    schema: selfRef,
    problems: [['$ref', 'does not refer to itself']],
  },
  {
    name: 'two references to each other',
    in: bothVersions,
    schema: componentRef('Other'),
    others: { Other: selfRef },
    problems: [['/components/schemas/Other/$ref', 'does not refer to itself']],
  },
  {
    name: 'allOf of itself',
    in: bothVersions,
    schema: { allOf: [selfRef, { type: 'object' }] },
    problems: [['allOf/0/$ref', 'does not refer to itself']],
  },
  {
    name: 'not itself',
    in: bothVersions,
    schema: { not: selfRef },
    problems: [['not/$ref', 'does not refer to itself']],
  },
  {
    name: 'a base schema whose kinds extend it',
    in: bothVersions,
    schema: {
      type: 'object',
      required: ['kind'],
      oneOf: [componentRef('Cat'), componentRef('Dog')],
      discriminator: { propertyName: 'kind' },
    },
    others: {
      Cat: { allOf: [selfRef, { type: 'object', required: ['lives'], properties: { kind: { enum: ['Cat'] } } }] },
      Dog: { allOf: [selfRef, { type: 'object', required: ['bark'], properties: { kind: { enum: ['Dog'] } } }] },
    },
    allows: [
      { kind: 'Cat', lives: 9 },
      { kind: 'Dog', bark: true },
    ],
    forbids: [{ kind: 'Cat' }, { lives: 9 }, { kind: 'Cow', lives: 1 }, 1],
  },
  {
    name: '200 nested lists',
    in: bothVersions,
    schema: nested(200),
    allows: [[], inside(200, 1)],
    forbids: [inside(200, 'x'), inside(199, 1)],
  },
];
