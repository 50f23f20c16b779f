import type { PlainObject } from '../../../schemas/json/plain.ts';

const text = { type: 'string' };
const integerSchema = { type: 'integer' };
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = { type: 'object', additionalProperties: false };
const strict = (properties: PlainObject, required: string[] = []) => ({ ...closed, properties, required });

/** Schemas that together use every keyword, by their component names in a document. */
export const schemaTable: Readonly<Record<string, PlainObject | boolean>> = {
  anything: true,
  empty: {},
  nothingSaid: { description: 'free' },
  text,
  shortText: { type: 'string', minLength: 2, maxLength: 5 },
  exactText: { type: 'string', minLength: 8, maxLength: 8 },
  longText: { type: 'string', minLength: 300 },
  patternText: { type: 'string', pattern: '^[A-Z]{2}-\\d{3,6}$' },
  looseText: { type: 'string', pattern: '[0-9]' },
  lookingText: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*[0-9]).{8,20}$' },
  boundedPattern: { type: 'string', pattern: '^[a-z]+$', minLength: 12, maxLength: 14 },
  letters: { type: 'string', pattern: '^\\p{Lu}\\p{Ll}*$', maxLength: 9 },
  repeatedPattern: { type: 'string', pattern: '^(ab|cd)-\\1$' },
  twoPatterns: { allOf: [{ type: 'string', pattern: '^[a-f]+$' }, { pattern: '^.{3,5}$' }] },
  whole: integerSchema,
  number: { type: 'number' },
  bounded: { type: 'integer', minimum: -3, maximum: 12 },
  exclusive: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  price: { type: 'number', minimum: 0.01, maximum: 9999.99, multipleOf: 0.01 },
  sevens: { type: 'integer', multipleOf: 7, minimum: 1 },
  twoSteps: { allOf: [{ type: 'number', multipleOf: 0.4 }, { multipleOf: 0.6 }], maximum: 100 },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double', minimum: 0 },
  flag: { type: 'boolean' },
  nothing: { type: 'null' },
  severalTypes: { type: ['string', 'integer', 'null'], maxLength: 4, minimum: 0 },
  color: { enum: ['red', 'green', 'blue'] },
  textColor: { type: 'string', enum: ['red', 'green', 'blue'] },
  mixedValues: { enum: [1, 'one', null, [1], { one: 1 }] },
  only: { const: 'only' },
  onlyObject: { const: { a: [1, 2] } },
  dateTime: { type: 'string', format: 'date-time' },
  formats: {
    type: 'object',
    properties: Object.fromEntries(
      [
        ...['date-time', 'date', 'time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6'],
        ...['uri', 'uri-reference', 'iri', 'uuid', 'json-pointer', 'relative-json-pointer', 'regex', 'uri-template'],
        ...['byte', 'binary', 'password', 'token-id', 'payment-id', 'order-id', 'method-id', 'owner-id', 'checkout-id'],
        ...['project-id', 'request-id', 'bundle-id', 'address-id', 'asset-id', 'utc-instant', 'absolute-url'],
        ...['choices-json', 'never-heard-of', 'iri-reference', 'url', 'iso-time', 'iso-date-time'],
      ].map((format) => [format, { type: 'string', format }]),
    ),
  },
  shortAddress: { type: 'string', format: 'email', maxLength: 30 },
  person: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      age: { type: 'integer', minimum: 0 },
      mail: { type: 'string', format: 'email' },
    },
    required: ['name'],
  },
  strictPerson: strict({ name: text, age: integerSchema, note: { type: ['string', 'null'] } }, ['name', 'age']),
  map: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  namedMap: {
    type: 'object',
    propertyNames: { pattern: '^[a-z]{2,4}$' },
    additionalProperties: integerSchema,
    minProperties: 1,
  },
  patternMap: {
    type: 'object',
    patternProperties: { '^x-': text, '^n[0-9]+$': integerSchema },
    additionalProperties: false,
  },
  counted: {
    type: 'object',
    minProperties: 2,
    maxProperties: 3,
    properties: { a: integerSchema, b: integerSchema, c: integerSchema, d: integerSchema },
  },
  forbidden: { type: 'object', properties: { allowed: text, never: false } },
  dependent: {
    type: 'object',
    properties: { card: text, cvv: text, name: text },
    dependentRequired: { card: ['cvv', 'name'] },
  },
  dependentShape: {
    type: 'object',
    properties: { kind: text, size: {} },
    dependentSchemas: { kind: { properties: { size: { type: 'integer', maximum: 9 } }, required: ['size'] } },
  },
  list: { type: 'array', items: integerSchema },
  boundedList: { type: 'array', items: text, minItems: 1, maxItems: 3 },
  uniqueList: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 40 }, uniqueItems: true, minItems: 2 },
  tuple: { type: 'array', prefixItems: [text, integerSchema, { type: 'boolean' }], items: false, minItems: 2 },
  openTuple: { type: 'array', prefixItems: [{ const: 'v1' }], items: integerSchema },
  containing: { type: 'array', contains: { type: 'integer', minimum: 10 } },
  containingSome: { type: 'array', items: integerSchema, contains: { minimum: 100 }, minContains: 2, maxContains: 3 },
  containingNone: { type: 'array', items: integerSchema, contains: { minimum: 100 }, minContains: 0, maxContains: 1 },
  evaluatedItems: {
    type: 'array',
    prefixItems: [text],
    anyOf: [{ prefixItems: [true, integerSchema] }, true],
    unevaluatedItems: false,
  },
  base: { type: 'object', properties: { id: integerSchema, kind: text }, required: ['id'] },
  extended: {
    allOf: [
      to('base'),
      { type: 'object', properties: { extra: text, kind: { enum: ['a', 'b'] } }, required: ['kind'] },
    ],
  },
  sealed: { allOf: [to('base')], properties: { more: text }, required: ['more'], unevaluatedProperties: false },
  restOfItems: { type: 'array', prefixItems: [text], unevaluatedItems: integerSchema },
  restOfMembers: { type: 'object', properties: { a: text }, unevaluatedProperties: integerSchema },
  anyOfTypes: {
    anyOf: [
      { type: 'string', minLength: 3 },
      { type: 'integer', minimum: 5 },
    ],
  },
  anyOfOverlap: { type: 'integer', anyOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
  contact: {
    type: 'object',
    properties: { mail: { type: 'string', format: 'email' }, phone: { type: 'string', pattern: '^\\+[0-9]{6,15}$' } },
    anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
  },
  oneOfShapes: {
    oneOf: [
      strict({ circle: { type: 'number', minimum: 0 } }, ['circle']),
      strict({ square: { type: 'number', minimum: 0 } }, ['square']),
    ],
  },
  oneOfNumbers: { type: 'integer', minimum: 0, oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] },
  cat: {
    type: 'object',
    properties: { pet: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
    required: ['pet', 'lives'],
  },
  dog: {
    type: 'object',
    properties: { pet: { const: 'dog' }, bark: { type: 'string', minLength: 1 } },
    required: ['pet', 'bark'],
  },
  pet: {
    oneOf: [to('cat'), to('dog')],
    discriminator: { propertyName: 'pet', mapping: { cat: '#/components/schemas/cat', dog: 'dog' } },
  },
  notText: { not: { type: 'string' } },
  notListed: { type: 'string', maxLength: 3, not: { enum: ['a', 'b', 'abc'] } },
  notBoth: { type: 'object', properties: { a: integerSchema, b: integerSchema }, not: { required: ['a', 'b'] } },
  notNamed: {
    type: 'object',
    properties: { state: { enum: ['new', 'old', 'gone'] } },
    not: { properties: { state: { const: 'gone' } }, required: ['state'] },
  },
  conditional: {
    type: 'object',
    properties: { country: { enum: ['US', 'NL'] }, code: text },
    required: ['country', 'code'],
    if: { properties: { country: { const: 'US' } }, required: ['country'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { properties: { code: { pattern: '^[0-9]{5}$' } } },
    else: { properties: { code: { pattern: '^[0-9]{4} ?[A-Z]{2}$' } } },
  },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  conditionalNumber: { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
  tree: {
    type: 'object',
    properties: { value: integerSchema, children: { type: 'array', items: to('tree') } },
    required: ['value'],
  },
  chain: { type: 'object', properties: { next: { anyOf: [to('chain'), { type: 'null' }] } }, required: ['next'] },
  mutual: { type: 'object', properties: { other: to('mutualOther') } },
  mutualOther: {
    type: 'object',
    properties: { one: to('mutual'), values: { type: 'object', additionalProperties: to('mutual') } },
    required: ['values'],
  },
  expression: {
    oneOf: [
      { type: 'number' },
      {
        ...strict({ op: { enum: ['+', '-'] }, left: to('expression'), right: to('expression') }, [
          'op',
          'left',
          'right',
        ]),
      },
    ],
  },
  definitions: {
    $defs: { code: { type: 'string', pattern: '^[A-Z]{3}$' } },
    type: 'object',
    properties: { code: { $ref: '#/components/schemas/definitions/$defs/code' } },
    required: ['code'],
  },
  anchored: {
    type: 'object',
    properties: { amount: { $ref: '#theAmount' } },
    required: ['amount'],
    $defs: { amount: { $anchor: 'theAmount', type: 'number', minimum: 0 } },
  },
  dynamic: {
    $dynamicAnchor: 'theNode',
    type: 'object',
    properties: { name: text, inner: { $dynamicRef: '#theNode' } },
    required: ['name'],
  },
  besideReference: { $ref: '#/components/schemas/shortText', pattern: '^[a-z]+$' },
  exampled: {
    type: 'object',
    properties: { city: { type: 'string', examples: ['Utrecht', 'Delft'] }, size: { type: 'integer', default: 7 } },
    example: { city: 'Leiden' },
  },
  serverSide: {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, secret: { type: 'string', writeOnly: true }, name: text },
  },
  protoNamed: {
    type: 'object',
    properties: Object.fromEntries([
      ['__proto__', integerSchema],
      ['constructor', text],
    ]),
    required: ['__proto__'],
  },
  oddNames: {
    type: 'object',
    properties: { 'a/b': integerSchema, 'c~d': text, '': integerSchema, 'e f': text, $ref: text },
    required: ['a/b', 'c~d'],
  },
  nullableObject: { anyOf: [to('person'), { type: 'null' }] },
  deepList: {
    type: 'array',
    items: { type: 'array', items: { type: 'array', items: { type: 'boolean' }, minItems: 1 }, minItems: 1 },
    minItems: 1,
  },
  overlappingAll: {
    allOf: [{ minimum: 3 }, { maximum: 9 }, { type: ['integer', 'string'] }, { type: ['integer', 'null'] }],
  },
  nestedChoices: {
    anyOf: [
      { oneOf: [{ const: 1 }, { const: 2 }] },
      { allOf: [{ type: 'string' }, { anyOf: [{ minLength: 3 }, { const: '' }] }] },
    ],
  },
};

/** Schemas that no value satisfies, each with a part of the pointer that is reported. */
export const unsatisfiable: Readonly<Record<string, { schema: PlainObject | boolean; pointer: string }>> = {
  false: { schema: false, pointer: '' },
  lengths: { schema: { type: 'string', minLength: 5, maxLength: 4 }, pointer: '/components/schemas/lengths' },
  numbers: { schema: { type: 'integer', minimum: 5, exclusiveMaximum: 5 }, pointer: '/components/schemas/numbers' },
  steps: { schema: { type: 'number', minimum: 1, maximum: 4, multipleOf: 5 }, pointer: '/components/schemas/steps' },
  types: { schema: { allOf: [{ type: 'string' }, { type: 'integer' }] }, pointer: '/components/schemas/types/allOf/1' },
  values: { schema: { type: 'integer', enum: ['a', 'b'] }, pointer: '/components/schemas/values' },
  endless: {
    schema: { type: 'object', properties: { me: to('endless') }, required: ['me'] },
    pointer: '/components/schemas/endless',
  },
  closed: { schema: strict({ a: text }, ['b']), pointer: '/components/schemas/closed/additionalProperties' },
  items: { schema: { type: 'array', items: false, minItems: 1 }, pointer: '/components/schemas/items' },
  unique: {
    schema: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    pointer: '/components/schemas/unique',
  },
  members: {
    schema: { type: 'object', required: ['a', 'b'], maxProperties: 1 },
    pointer: '/components/schemas/members',
  },
  pattern: { schema: { type: 'string', pattern: '^a{20}$', maxLength: 3 }, pointer: '/components/schemas/pattern' },
  branches: {
    schema: { type: 'string', anyOf: [{ type: 'integer' }, { type: 'null' }] },
    pointer: '/components/schemas/branches',
  },
  denied: { schema: { type: 'integer', not: { type: 'number' } }, pointer: '/components/schemas/denied' },
  both: {
    schema: { type: 'integer', oneOf: [{ minimum: 0 }, { minimum: 0 }], minimum: 3 },
    pointer: '/components/schemas/both',
  },
};
