import { both, modern, type Odd, self, to } from './odd.ts';

const node = { type: 'object', required: ['value'], properties: { value: { type: 'integer' }, next: self } };

const nested = (levels: number): unknown =>
  levels === 0 ? { type: 'integer' } : { type: 'array', items: nested(levels - 1) };

const inside = (levels: number, value: unknown): unknown => (levels === 0 ? value : [inside(levels - 1, value)]);

/** Schemas that lead to themselves, or very deep. */
export const recursion: readonly Odd[] = [
  {
    name: 'a list of nodes',
    in: both,
    schema: node,
    allows: [{ value: 1 }, { value: 1, next: { value: 2, next: { value: 3 } } }],
    forbids: [
      { value: 1, next: {} },
      { value: 1, next: { value: 2, next: { value: 'x' } } },
    ],
  },
  {
    name: 'two components that lead to each other',
    in: both,
    schema: { type: 'object', properties: { hen: to('Egg') }, additionalProperties: false },
    others: { Egg: { type: 'object', properties: { egg: self }, additionalProperties: false } },
    allows: [{}, { hen: { egg: { hen: {} } } }],
    forbids: [{ hen: { hen: {} } }, { hen: { egg: { hen: { egg: 1 } } } }],
  },
  {
    name: 'recursion through allOf of a member',
    in: both,
    schema: { type: 'object', properties: { child: { allOf: [self, { type: 'object', required: ['id'] }] } } },
    allows: [{}, { child: { id: 1, child: { id: 2 } } }],
    forbids: [{ child: {} }, { child: { id: 1, child: {} } }],
  },
  {
    name: 'recursion through items',
    in: both,
    schema: { type: 'array', items: self },
    allows: [[], [[], [[]]]],
    forbids: [[1], [[[{}]]]],
  },
  {
    name: 'recursion through additionalProperties',
    in: both,
    schema: { type: 'object', additionalProperties: self },
    allows: [{}, { a: { b: { c: {} } } }],
    forbids: [{ a: 1 }, { a: { b: [] } }],
  },
  {
    name: 'recursion through anyOf with an end',
    in: both,
    schema: { anyOf: [{ type: 'string' }, { type: 'array', items: self }] },
    allows: ['a', ['a', ['b']]],
    forbids: [1, ['a', [1]]],
  },
  {
    name: 'recursion through not',
    in: both,
    schema: { type: 'object', properties: { a: { not: self } } },
    allows: [{}, { a: 1 }, { a: { a: { a: 1 } } }],
    forbids: [{ a: {} }, { a: { a: 1 } }],
  },
  {
    name: 'recursion that never ends in a value',
    in: both,
    schema: { type: 'object', required: ['more'], properties: { more: self } },
    forbids: [{}, { more: {} }, { more: { more: { more: null } } }],
  },
  {
    name: 'recursion through a tuple',
    in: modern,
    schema: { type: 'array', prefixItems: [{ type: 'string' }, self], items: false },
    allows: [[], ['a', ['b', []]]],
    forbids: [
      ['a', 'b'],
      ['a', [], 1],
    ],
  },
  {
    name: 'recursion through the names of the pattern',
    in: modern,
    schema: { patternProperties: { '^n': self, '^v': { type: 'integer' } }, additionalProperties: false },
    allows: [{ v: 1, n: { n: { v: 2 } } }],
    forbids: [{ n: { n: { v: 'x' } } }, { x: 1 }],
  },
  {
    name: 'recursion to the whole document',
    in: modern,
    schema: { type: 'object', properties: { a: { $ref: '#/components/schemas/Odd/$defs/b' } }, $defs: { b: self } },
    allows: [{ a: { a: {} } }],
    forbids: [{ a: 1 }, { a: { a: 1 } }],
  },
  { name: 'a reference to itself', in: both, schema: self, problems: [['$ref', 'does not need itself']] },
  {
    name: 'two references to each other',
    in: both,
    schema: to('Other'),
    others: { Other: self },
    problems: [['/components/schemas/Other/$ref', 'does not need itself']],
  },
  {
    name: 'allOf of itself',
    in: both,
    schema: { allOf: [self, { type: 'object' }] },
    problems: [['allOf/0/$ref', 'does not need itself']],
  },
  { name: 'not itself', in: both, schema: { not: self }, problems: [['not/$ref', 'does not need itself']] },
  {
    name: 'a base whose kinds are the base and more',
    in: both,
    schema: {
      type: 'object',
      required: ['kind'],
      oneOf: [to('Cat'), to('Dog')],
      discriminator: { propertyName: 'kind' },
    },
    others: {
      Cat: { allOf: [self, { type: 'object', required: ['lives'], properties: { kind: { enum: ['Cat'] } } }] },
      Dog: { allOf: [self, { type: 'object', required: ['bark'], properties: { kind: { enum: ['Dog'] } } }] },
    },
    allows: [
      { kind: 'Cat', lives: 9 },
      { kind: 'Dog', bark: true },
    ],
    forbids: [{ kind: 'Cat' }, { lives: 9 }, { kind: 'Cow', lives: 1 }, 1],
  },
  {
    name: '200 lists in each other',
    in: both,
    schema: nested(200),
    allows: [[], inside(200, 1)],
    forbids: [inside(200, 'x'), inside(199, 1)],
  },
];
