import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Plain, PlainObject } from '../json/plain.ts';
import { ambiguityOf } from './ambiguity.ts';
import { type Parameter, type ParameterPlace, parameterOf, parametersOf, parse, serialise } from './parameters.ts';
import type { StyleName } from './styles.ts';

type Said = { style?: StyleName; explode?: boolean; allowReserved?: boolean };

function parameter(place: ParameterPlace, schema: Plain, said: Said = {}): Parameter {
  return parameterOf({ name: 'color', in: place, schema: schema as object, ...said });
}

const anyOne = { type: ['string', 'number', 'boolean', 'null'] };
const listed = { type: 'array', items: { type: 'string' } };
const membered = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } };
const list = ['blue', 'black', 'brown'];
const members = { R: 100, G: 200 };

/** The table "Style Examples" of the OpenAPI specification, with RFC 6570 where the specification is silent. */
const examples: readonly [ParameterPlace, StyleName, boolean, one: string, list: string, members: string][] = [
  ['path', 'matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200'],
  ['path', 'matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200'],
  ['path', 'label', false, '.blue', '.blue,black,brown', '.R,100,G,200'],
  ['path', 'label', true, '.blue', '.blue.black.brown', '.R=100.G=200'],
  ['path', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200'],
  ['path', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200'],
  ['header', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200'],
  ['query', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200'],
  ['query', 'form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200'],
  ['query', 'spaceDelimited', false, 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200'],
  ['query', 'pipeDelimited', false, 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200'],
  [
    'query',
    'deepObject',
    true,
    'color=blue',
    'color=blue&color=black&color=brown',
    'color%5BR%5D=100&color%5BG%5D=200',
  ],
  ['cookie', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200'],
  ['cookie', 'cookie', true, 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200'],
];

for (const [place, style, explode, one, many, named] of examples) {
  test(`${style} in ${place}${explode ? ', exploded,' : ''} is written and read as the specification shows`, () => {
    const cases: [Plain, Plain, string][] = [
      ['blue', { type: 'string' }, one],
      [list, listed, many],
      [members, membered, named],
    ];
    for (const [value, schema, text] of cases) {
      const said = parameter(place, schema, { style, explode });
      expect(serialise(said, value)).toBe(text);
      expect(parse(said, text, { document: {} })).toEqual({ value });
    }
  });
}

test('a parameter gets the default style, explode and media type', () => {
  const plain = (place: ParameterPlace) => parameter(place, true);
  expect(plain('path')).toMatchObject({ style: 'simple', explode: false, isRequired: true });
  expect(plain('query')).toMatchObject({ style: 'form', explode: true, isRequired: false });
  expect(plain('header')).toMatchObject({ style: 'simple', explode: false });
  expect(plain('cookie')).toMatchObject({ style: 'form', explode: true });
  expect(parameter('query', true, { style: 'pipeDelimited' }).explode).toBe(false);
  const content = { 'application/json': { schema: { type: 'object' } } } as const;
  expect(parameterOf({ name: 'filter', in: 'query', content })).toMatchObject({
    mediaType: 'application/json',
    schema: { type: 'object' },
  });
});

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const scalar = fc.oneof(
  text,
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const name = fc.oneof(text, fc.constantFrom('R', 'G', '__proto__', 'color', 'a b', 'ä&='));

type Shaped = { schema: PlainObject; value: Plain };

const asDrawn = (value: Plain): string => (typeof value === 'number' ? 'number' : typeof value);

const shaped: fc.Arbitrary<Shaped> = fc.oneof(
  scalar.map((value): Shaped => ({ schema: { type: asDrawn(value) }, value })),
  fc
    .oneof(fc.array(text), fc.array(fc.integer()), fc.array(fc.boolean()))
    .map((value): Shaped => ({ schema: { type: 'array', items: { type: asDrawn(value[0] ?? '') } }, value })),
  fc.dictionary(name, scalar, { maxKeys: 4 }).map((value): Shaped => {
    const properties = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, { type: asDrawn(item) }]));
    return { schema: { type: 'object', properties, additionalProperties: false }, value: { ...value } };
  }),
  fc
    .tuple(fc.constantFrom(anyOne, {}, listed, membered), fc.jsonValue({ maxDepth: 1 }))
    .map(([schema, value]): Shaped => ({ schema, value: value as Plain })),
);

const styled = fc.constantFrom(...examples).chain(([place, style]) =>
  fc.record({
    place: fc.constant(place),
    style: fc.constant(style),
    explode: fc.boolean(),
    allowReserved: fc.boolean(),
    isContent: fc.boolean().map((drawn) => drawn && style === 'form'),
  }),
);

function drawnParameter(
  { place, isContent, ...said }: typeof styled extends fc.Arbitrary<infer T> ? T : never,
  schema: Plain,
) {
  const content = { 'application/json': { schema: schema as object } };
  return isContent ? parameterOf({ name: 'color', in: place, content }) : parameter(place, schema, said);
}

test('an unambiguous value is read as it was written', () => {
  const tally = { sure: 0, ambiguous: 0 };
  fc.assert(
    fc.property(styled, shaped, (said, { schema, value }) => {
      const sent = drawnParameter(said, schema);
      const document = {};
      const written = serialise(sent, value);
      const isAmbiguous = ambiguityOf({ document, parameter: sent, value }) !== undefined;
      tally[isAmbiguous ? 'ambiguous' : 'sure'] += 1;
      if (!isAmbiguous) expect(parse(sent, written, { document })).toEqual({ value });
    }),
    { numRuns: 1000, seed: 26 },
  );
  // Otherwise a rule that calls everything ambiguous would pass too.
  expect(tally.sure).toBeGreaterThan(200);
  expect(tally.ambiguous).toBeGreaterThan(100);
});

const noise = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'color=&;.,%5BD[]|+ R12'.split('')) }),
);

test('any text is read without a crash', () => {
  fc.assert(
    fc.property(styled, shaped, noise, (said, { schema }, garbled) => {
      parse(drawnParameter(said, schema), garbled, { document: {} });
    }),
    { numRuns: 1000, seed: 27 },
  );
});

const ambiguous: readonly [why: RegExp, parameter: Parameter, value: Plain][] = [
  [/null/, parameter('query', anyOne), null],
  [/members of members/, parameter('query', true), { a: { b: 1 } }],
  [/nothing in it/, parameter('query', listed), []],
  [/nothing in it/, parameter('query', listed), ['']],
  [/spelled so/, parameter('query', anyOne), '1'],
  [/spelled so/, parameter('query', anyOne), 'true'],
  [/spelled so/, parameter('query', { type: 'boolean' }), 'true'],
  [/sign of zero/, parameter('query', { type: 'number' }), -0],
  [/divides its items/, parameter('query', listed, { explode: false }), ['a,b']],
  [/divides its items/, parameter('query', listed, { style: 'spaceDelimited' }), ['a b']],
  [/divides its items/, parameter('query', listed, { style: 'pipeDelimited' }), ['a|b']],
  [/divides its items/, parameter('path', listed, { style: 'label', explode: true }), ['a.b', 'c']],
  [/not defined/, parameter('query', listed, { style: 'deepObject' }), ['a']],
  [/not defined/, parameter('query', { type: 'string' }, { style: 'pipeDelimited' }), 'a'],
  [/cannot be told/, parameter('query', membered, { style: 'deepObject' }), { 'a[b]': 'c' }],
  [/divides no cookies/, parameter('cookie', listed), ['a', 'b']],
  [/segment/, parameter('path', { type: 'string' }), ''],
  [/segment/, parameter('path', { type: 'string' }), '..'],
  [/slash/, parameter('path', { type: 'string' }), 'a/b'],
  [/another shape/, parameter('query', listed), 'a'],
  [/header/, parameter('header', { type: 'string' }), 'é'],
  [/header/, parameter('header', { type: 'string' }), ' a'],
  [/half a character/, parameter('query', { type: 'string' }), '\ud800'],
  [/other shapes/, parameter('query', { anyOf: [listed, { type: 'string' }] }), ['a']],
];

for (const [why, sent, value] of ambiguous) {
  test(`${sent.style} in ${sent.in} by ${JSON.stringify(sent.schema)} is ambiguous for ${JSON.stringify(value)}: ${why.source}`, () => {
    expect(ambiguityOf({ document: {}, parameter: sent, value })).toMatch(why);
  });
}

test('a text is read with the types that its schema allows, through references and combinations', () => {
  const document = {
    components: {
      schemas: {
        Count: { allOf: [{ type: 'number' }, { $ref: '#/components/schemas/Whole' }] },
        Whole: { type: ['integer', 'string'] },
        Self: { anyOf: [{ $ref: '#/components/schemas/Self' }, { enum: [1, true] }] },
      },
    },
  };
  const read = (schema: Plain, written: string) => parse(parameter('query', schema), `color=${written}`, { document });
  expect(read({ $ref: '#/components/schemas/Count' }, '12')).toEqual({ value: 12 });
  expect(read({ $ref: '#/components/schemas/Count' }, '1.5')).toEqual({ value: '1.5' });
  expect(read({ $ref: '#/components/schemas/Self' }, 'true')).toEqual({ value: true });
  expect(read({ const: 'true' }, 'true')).toEqual({ value: 'true' });
  expect(read({ type: 'integer' }, '%zz')).toEqual({ fault: expect.stringContaining('percent') });
  expect(read({ type: 'string' }, 'a+b%2Bc')).toEqual({ value: 'a b+c' });
  expect(parse(parameter('query', { type: 'string' }), 'colour=1', { document })).toEqual({ absent: true });
});

test('exploded members are the named ones and those that belong to no other parameter', () => {
  const open = parameter('query', { type: 'object', properties: { R: { type: 'integer' } } });
  const shut = parameter('query', {
    type: 'object',
    properties: { R: { type: 'integer' } },
    additionalProperties: false,
  });
  const read = (sent: Parameter) => parse(sent, 'R=1&page=2&S=3', { document: {}, others: ['page'] });
  expect(read(open)).toEqual({ value: { R: 1, S: 3 } });
  expect(read(shut)).toEqual({ value: { R: 1 } });
});

test('headers that other parts of a contract describe are not parameters', () => {
  const parameters = ['Accept', 'content-type', 'Authorization', 'X-Trace'].map((name) => ({ name, in: 'header' }));
  const operation = {
    key: 'GET /',
    method: 'GET',
    path: '/',
    operationId: undefined,
    tags: [],
    optional: false,
    responses: {},
  };
  expect(parametersOf({ ...operation, parameters }).map(({ name: remaining }) => remaining)).toEqual(['X-Trace']);
});
