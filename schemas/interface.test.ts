import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { formats } from './domain/formats.ts';
import { isPlainObject, type Plain, type PlainObject } from './json/plain.ts';
import { pointerOf, valueAt } from './json/pointer.ts';
import { loadContract } from './load/contract.ts';
import { packageRoot } from './packageRoot.ts';

type Row = Record<string, string>;
type Table = { under: string; rows: Row[] };

const text = readFileSync(join(packageRoot, 'schemas/interface.md'), 'utf8');
const openapi: PlainObject = JSON.parse(readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8'));
const tables = tablesOf(text);

/** Every table, under its headings and the text line directly above it. */
function tablesOf(markdown: string): Table[] {
  const found: Table[] = [];
  const headings: string[] = [];
  let words = '';
  let columns: string[] | undefined;
  for (const line of markdown.split('\n')) {
    const heading = /^(#+) (.*)/.exec(line);
    const columnTexts = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((column) => column.trim());
    if (heading?.[1]) headings.splice(heading[1].length - 1, Number.POSITIVE_INFINITY, heading[2] ?? '');
    if (columnTexts && columns)
      found.at(-1)?.rows.push(Object.fromEntries(columns.map((name, at) => [name, columnTexts[at] ?? ''])));
    else if (columnTexts) {
      columns = columnTexts;
      found.push({ under: [...headings.slice(1), words].join(' / '), rows: [] });
    } else columns = undefined;
    if (heading) words = '';
    else if (line && !columnTexts) words = line;
  }
  for (const { rows } of found) rows.shift();
  return found;
}

function rowsUnder(place: string | RegExp): Row[] {
  const fitting = tables.filter(({ under }) =>
    typeof place === 'string' ? under.startsWith(place) : place.test(under),
  );
  expect(fitting, `tables under ${place}`).toHaveLength(1);
  return fitting[0]?.rows ?? [];
}

function schemaOf(name: string): PlainObject {
  return objectAt(`/components/schemas/${name}`);
}

function objectAt(pointer: string): PlainObject {
  const found = valueAt(openapi, pointer);
  if (!isPlainObject(found)) throw new Error(`openapi.json has no object at ${pointer}`);
  return found;
}

/** The schema behind a reference, or beside a null alternative. */
function bare(schema: Plain | undefined): PlainObject {
  if (!isPlainObject(schema)) return {};
  if (typeof schema.$ref === 'string') return objectAt(pointerOf(schema.$ref) ?? '');
  return Array.isArray(schema.anyOf) ? bare(schema.anyOf[0]) : schema;
}

function propertiesOf(schema: PlainObject): PlainObject {
  return isPlainObject(schema.properties) ? schema.properties : {};
}

function typesOf(schema: PlainObject): Plain[] {
  return [schema.type ?? []].flat().filter((type) => type !== 'null');
}

function valuesOf(schema: PlainObject): Plain[] {
  const values =
    schema.enum ?? Object.keys(isPlainObject(schema['x-enumDescriptions']) ? schema['x-enumDescriptions'] : {});
  return (Array.isArray(values) ? values : []).filter((value) => value !== null);
}

function fieldNames(row: Row): string[] {
  return (row.Field ?? row.Name ?? '').split(', ').map((name) => name.replace('*', ''));
}

const upperWords = (notes: string): string[] => notes.match(/\b[A-Z][A-Z_]{2,}\b/g) ?? [];

const typeWords: [RegExp, string[]][] = [
  [/^map/, ['object']],
  [/^array|^Array/, ['array']],
  [/^Object/, ['object']],
  [/^Integer/, ['integer']],
  [/^(?:Number|Float)/, ['number']],
  [/^Boolean/, ['boolean']],
  [/^(?:String|Enum)/, ['string']],
  [/^nullable/, ['array', 'object']],
];

function typeOf(row: Row): string[] {
  return typeWords.find(([word]) => word.test(row.Type ?? ''))?.[1] ?? [];
}

const resources: Record<string, string | RegExp> = {
  Payment: 'Resources and their fields / Payment /',
  PaymentMethod: 'Resources and their fields / Payment method /',
  Page: 'Resources and their fields / Page of payments (search result) /',
  ExchangeLimit: 'Resources and their fields / Exchange limit /',
  ExchangeRate: 'Resources and their fields / Exchange rate /',
  Checkout: 'Resources and their fields / Checkout (crypto acquiring) /',
  Request: 'Resources and their fields / Crypto acquiring request /',
  DepositOptions: 'Resources and their fields / Deposit options /',
  Bundle: /^Resources and their fields \/ Static address bundle \/ A bundle/,
  AcquiringRate: 'Resources and their fields / Acquiring rate /',
  PayinBody: /^Endpoints \/ Payments \/ Pay-in body:/,
  PayoutBody: /^Endpoints \/ Payments \/ Pay-out body:/,
};

// The table of the pay-out body lacks one name, which rule 2 of § Payments adds.
const named: Record<string, string[]> = { PayoutBody: ['asset'] };

for (const [component, place] of Object.entries(resources))
  test(`${component} has exactly the fields and types of its table`, () => {
    const properties = propertiesOf(schemaOf(component));
    const rows = rowsUnder(place);
    expect(Object.keys(properties).sort()).toEqual([...rows.flatMap(fieldNames), ...(named[component] ?? [])].sort());
    for (const row of rows) {
      for (const name of fieldNames(row)) expect(typesOf(bare(properties[name])), name).toEqual(typeOf(row));
    }
    const starred = rows.filter(({ Field }) => Field?.includes('*')).flatMap(fieldNames);
    if (component.endsWith('Body')) expect(schemaOf(component).required).toEqual(starred);
  });

test('Static address has the fields of its table, values nested', () => {
  const rows = rowsUnder(/Static address bundle \/ Static address:$/);
  const [inner, outer] = [
    rows.filter(({ Field }) => Field?.includes('.')),
    rows.filter(({ Field }) => !Field?.includes('.')),
  ];
  expect(Object.keys(propertiesOf(schemaOf('StaticAddress'))).sort()).toEqual(
    [...outer.flatMap(fieldNames), 'values'].sort(),
  );
  const values = propertiesOf(schemaOf('StaticAddressValues'));
  expect(Object.keys(values).sort()).toEqual(
    inner
      .flatMap(fieldNames)
      .map((name) => name.replace('values.', ''))
      .sort(),
  );
  for (const row of rows)
    for (const name of fieldNames(row)) {
      const property = name.startsWith('values.')
        ? values[name.slice(7)]
        : propertiesOf(schemaOf('StaticAddress'))[name];
      expect(typesOf(bare(property)), name).toEqual(typeOf(row));
    }
});

test('every enum of a table is the enum of its field', () => {
  const same: Record<string, string> = { 'as Payment.currency': 'Currency' };
  let seen = 0;
  for (const [component, place] of Object.entries(resources))
    for (const row of rowsUnder(place).filter(({ Type }) => Type === 'Enum')) {
      const [name = ''] = fieldNames(row);
      const values = valuesOf(bare(propertiesOf(schemaOf(component))[name]));
      const alike = same[row.Notes ?? ''];
      // Asset names such as BTC appear in the note of blockchain beside its values.
      const wanted = alike
        ? valuesOf(schemaOf(alike))
        : upperWords(row.Notes ?? '').filter((word) => name === 'currency' || word !== 'BTC');
      expect([...values].sort(), `${component}.${name}`).toEqual([...wanted].sort());
      seen += 1;
    }
  expect(seen).toBe(12);
});

const bodyEnums: [component: string, field: string, values: (schema: PlainObject) => Plain[]][] = [
  ['PayinBody', 'currency', valuesOf],
  ['PayinBody', 'method', valuesOf],
  ['PayinBody', 'blockchain', valuesOf],
  ['PayinBody', 'channelCode', examplesOf],
  ['PayoutBody', 'method', valuesOf],
  ['PayoutBody', 'blockchain', valuesOf],
  ['PayoutBody', 'bankCode', examplesOf],
];

function examplesOf(schema: PlainObject): Plain[] {
  return Array.isArray(schema.examples) ? schema.examples : [];
}

for (const [component, field, values] of bodyEnums)
  test(`${component}.${field} accepts the values of its note`, () => {
    const notes = rowsUnder(resources[component] ?? '').find((row) => fieldNames(row).includes(field))?.Notes ?? '';
    const listed = (notes.split(': ').at(-1) ?? '').split(', ');
    expect([...values(bare(propertiesOf(schemaOf(component))[field]))].sort()).toEqual(listed.sort());
  });

const states: Record<string, RegExp> = {
  PaymentStatus: /^States and transitions \/ Payment \//,
  CheckoutStatus: /^States and transitions \/ Checkout \//,
  RequestStatus: /^States and transitions \/ Crypto acquiring request \//,
};

for (const [component, place] of Object.entries(states))
  test(`${component} has the states of its table`, () => {
    expect(valuesOf(schemaOf(component)).sort()).toEqual(
      rowsUnder(place)
        .map(({ State }) => State)
        .sort(),
    );
  });

const sentences: Record<string, RegExp> = {
  MassPayoutOrderStatus: /^Order states: (.*)\.$/m,
  MassPayoutBatchStatus: /^Batch states: (.*)\.$/m,
  CheckoutType: /^\| type \| Enum \| (FIXED_PRICE.*) \|$/m,
  CheckoutReason: /sub-status when status is CONFLICT: (.*) \|$/m,
  RequestReason: /when CONFLICT: (UNDERPAID or OTHER)/,
  Side: /side\* \(String: (.*?)\)/,
};

for (const [component, sentence] of Object.entries(sentences))
  test(`${component} has the values of its sentence`, () => {
    const listed = (sentence.exec(text)?.[1] ?? '').replace(' (READY TO APPROVE)', '').split(/, | or /);
    expect([...valuesOf(schemaOf(component))].sort()).toEqual(listed.sort());
  });

test('the incoming payment and the domain have the states of the text', () => {
  const incoming = /^States: (PENDING .*)\. Transitions/m.exec(text)?.[1] ?? '';
  expect(valuesOf(schemaOf('IncomingPaymentStatus'))).toEqual(upperWords(incoming));
  const domain = rowsUnder(/^States and transitions \/ Domain/).flatMap(({ State, Next }) => [State ?? '', Next ?? '']);
  expect(valuesOf(schemaOf('DomainStatus')).sort()).toEqual([...new Set(domain.flatMap(upperWords))].sort());
});

const prose: Record<string, RegExp> = {
  ExchangeBody: /^Create exchange order body: (.*)\.$/m,
  CheckoutBody: /^Create checkout body: (.*)\.$/m,
  RequestBody: /^Create request body: (.*?)\. Omitting/m,
  BundleBody: /^Create bundle body: (.*)\.$/m,
};

for (const [component, sentence] of Object.entries(prose))
  test(`${component} has the fields of its sentence`, () => {
    const line = (sentence.exec(text)?.[1] ?? '').replace(/\{[^}]*\}/g, '');
    const fields = [...line.matchAll(/(?:^|, )([a-z]\w*)(\*?) +\(/g)];
    const schema = schemaOf(component);
    expect(Object.keys(propertiesOf(schema)).sort()).toEqual(fields.map(([, name]) => name).sort());
    expect(schema.required ?? []).toEqual(fields.filter(([, , star]) => star).map(([, name]) => name));
  });

const lists: [component: string, sentence: RegExp][] = [
  ['Sort', /\| sort \| Object: (.*?) \(Boolean\)/],
  ['Pageable', /\| pageable \| Object: (.*?) \(as above\)/],
];

for (const [component, sentence] of lists)
  test(`${component} has the fields of its row`, () => {
    const listed = (sentence.exec(text)?.[1] ?? '').replace(/ \(\w+\)/g, '').split(/[,;] /);
    expect(Object.keys(propertiesOf(schemaOf(component))).sort()).toEqual(listed.sort());
  });

const braces: [component: string, sentence: RegExp][] = [
  ['FixedAmount', /fixedAmount \{(amount Number, currency String)\}/],
  ['AssetLimit', /\| limits \| map asset -> \{(.*?)\}/],
  ['AssetMeta', /assetsMeta \| map asset -> \{(.*?)\}/],
  ['CardSubmissionAnswer', /Response: \{(action String.*?)\}/],
];

for (const [component, sentence] of braces)
  test(`${component} has the fields of its braces`, () => {
    const listed = (sentence.exec(text)?.[1] ?? '').split(', ').map((field) => field.split(' ')[0]);
    expect(Object.keys(propertiesOf(schemaOf(component))).sort()).toEqual(listed.sort());
  });

test('Card submission has the fields of its braces', () => {
  const listed = (/`card` \{(.*?)\}/.exec(text)?.[1] ?? '').split(', ').map((field) => field.split(' '));
  const card = propertiesOf(bare(propertiesOf(schemaOf('CardSubmission')).card));
  expect(Object.entries(card).map(([name, schema]) => [name, ...typesOf(bare(schema))])).toEqual(
    listed.map(([name = '', type = '']) => [name, type.toLowerCase()]),
  );
});

test('the operations are exactly those of the endpoint tables plus the optional ones', async () => {
  const { operations } = await loadContract();
  const endpoints = tables.filter(({ under, rows }) => under.startsWith('Endpoints /') && rows[0]?.Path);
  const wanted = endpoints.flatMap(({ rows }) => rows.map(({ Method, Path }) => `${Method} ${Path?.replace('*', '')}`));
  expect(wanted).toHaveLength(17);
  expect(
    operations
      .filter(({ optional }) => !optional)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(wanted.sort());
  expect(operations.filter(({ optional }) => optional).map(({ key }) => key)).toEqual([
    'GET /v1/user/crypto-acquiring/{projectId}/checkouts/{checkoutId}',
    'GET /v1/user/crypto-acquiring/{projectId}/requests/{requestId}',
  ]);
  for (const { operationId, tags, path, parameters } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(tags).toHaveLength(1);
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('search has the query parameters of its table', async () => {
  const { operationOf } = await loadContract();
  const rows = rowsUnder(/^Endpoints \/ Payments \/ Search query parameters:/);
  const parameters = operationOf('GET', '/v2/user/payments/search')?.parameters.map(({ name }) => name);
  expect(parameters?.sort()).toEqual(rows.flatMap(fieldNames).sort());
});

test('the security schemes are the two header tables', () => {
  const schemes = Object.values(objectAt('/components/securitySchemes')) as PlainObject[];
  const headers = tables
    .filter(({ under }) => under.startsWith('Authentication /'))
    .map(({ rows }) => rows.map(({ Header }) => Header));
  expect(headers.length).toBeGreaterThan(1);
  expect(new Set(schemes.map(({ name }) => name))).toEqual(new Set(headers.flat()));
  const alternatives = (openapi.security as PlainObject[]).map((scheme) =>
    Object.keys(scheme).map((name) => objectAt(`/components/securitySchemes/${name}`).name),
  );
  expect(alternatives).toEqual(headers);
});

test('the webhooks are the kinds of the text, and carry the digest header', () => {
  const kinds = rowsUnder(/^Events \/ Webhook kinds/).map(({ Kind }) => Kind?.toLowerCase().replaceAll(' ', ''));
  const webhooks = objectAt('/webhooks');
  expect(Object.keys(webhooks).map((name) => name.toLowerCase())).toEqual(kinds);
  for (const name of Object.keys(webhooks)) {
    const { parameters } = objectAt(`/webhooks/${name}/post`);
    expect(parameters).toEqual([{ $ref: '#/components/parameters/payloadDigest' }]);
  }
  expect(text).toContain(`carries the header ${objectAt('/components/parameters/payloadDigest').name}`);
});

test('every identifier prefix has a format', () => {
  const prefixes = rowsUnder(/^What the service does \/ General conventions \/ Identifier prefixes:/).map(
    ({ Prefix }) => Prefix,
  );
  const uuid = '00000000-0000-0000-0000-000000000000';
  const claimed = prefixes.map((prefix) =>
    Object.entries(formats)
      .filter(([, holds]) => holds(`${prefix}${uuid}`))
      .map(([name]) => name),
  );
  expect(claimed.map((names) => names.length)).toEqual(prefixes.map(() => 1));
  expect(new Set(claimed.flat()).size).toBe(10);
});

test('every success answer has an example that its own schema accepts', async () => {
  const { operations, validateAnswer } = await loadContract();
  for (const operation of operations)
    for (const status of [200, 201]) {
      const content = Object.entries(operation.responses[status]?.content ?? {});
      expect(content.length, operation.key).toBeGreaterThan(0);
      for (const [contentType, { example }] of content) {
        expect(example, operation.key).toBeDefined();
        expect(validateAnswer(operation, { status, contentType, value: example }), operation.key).toEqual([]);
      }
    }
});
