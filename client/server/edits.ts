import { LosslessNumber } from 'lossless-json';
import { type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import { isPlainObject, type PlainObject } from '../../schemas/json/plain.ts';
import { resolved } from './operationTable.ts';
import type { Edit } from './rules.ts';

const typesOf = (schema: PlainObject): readonly unknown[] => {
  const { type } = schema;
  return Array.isArray(type) ? type : [type];
};

/** Returns the schema of a value that may be null: of the alternatives that one that is not null. */
function notNull(schema: PlainObject): PlainObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  return resolved(anyOf.map(resolved).find((one) => !typesOf(one).includes('null')));
}

/** Returns the schema of a member of an object, or of an item of a list; empty if the schema says nothing of it. */
export function schemaAt(schema: PlainObject, name: string | number): PlainObject {
  const own = notNull(schema);
  if (typeof name === 'number') return notNull(resolved(own['items']));
  const { properties, additionalProperties } = own;
  const member = isPlainObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return notNull(resolved(member));
}

/** The members that a schema names. */
export const propertiesOf = (schema: PlainObject): PlainObject => resolved(notNull(schema)['properties']);

/** True for a member that each object of the schema has. */
export const isRequired = (schema: PlainObject, name: string): boolean => {
  const { required } = notNull(schema);
  return Array.isArray(required) && required.includes(name);
};
const isNullable = (member: PlainObject) =>
  typesOf(member).includes('null') ||
  (Array.isArray(member['anyOf']) && member['anyOf'].some((one) => typesOf(resolved(one)).includes('null')));
/** True for an instant. */
export const isTime = (schema: PlainObject): boolean => schema['format'] === 'utc-instant';

/** True for a number of the contract that is no integer: an amount, a limit, a fee or a rate. */
export const isAmount = (schema: PlainObject): boolean => typesOf(schema).includes('number');

/** True for one of a list of words. */
export const isEnum = (schema: PlainObject): boolean =>
  Array.isArray(schema['enum']) || (Array.isArray(schema['examples']) && typesOf(schema).includes('string'));

/** The words that the interface lists for a value. */
export const wordsOf = ({ enum: all, examples }: PlainObject): readonly unknown[] =>
  [all, examples].flatMap((list) => (Array.isArray(list) ? list : []));

/** Changes one value that is neither an object nor a list, by its schema. */
type LeafEdit = (value: Exact, schema: PlainObject) => Exact;

/** Changes one object by its schema, after its members were changed. */
type ObjectEdit = (value: { [name: string]: Exact }, schema: PlainObject) => { [name: string]: Exact };

interface Walk {
  leaf?: LeafEdit;
  object?: ObjectEdit;
}

function walked(value: Exact, schema: PlainObject, walk: Walk): Exact {
  if (Array.isArray(value)) return value.map((item, at) => walked(item, schemaAt(schema, at), walk));
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, one]) => [name, walked(one, schemaAt(schema, name), walk)] as const,
    );
    const whole = Object.fromEntries(members);
    return walk.object ? walk.object(whole, notNull(schema)) : whole;
  }
  return walk.leaf ? walk.leaf(value, notNull(schema)) : value;
}

/** Names that no schema of the interface has, one of them of a likely kind. */
const unknownMembers: { [name: string]: Exact } = {
  riskScore: new LosslessNumber('0.75'),
  _links: { self: { href: 'https://example.com/' } },
  tags: ['a', null, true],
};

const isClosedRecord = (schema: PlainObject) => Object.keys(propertiesOf(schema)).length > 0;

const withMembers =
  (choose: (member: PlainObject, name: string, schema: PlainObject) => 'null' | 'absent' | 'same'): ObjectEdit =>
  (value, schema) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, one]): [string, Exact][] => {
        const properties = propertiesOf(schema);
        const known = Object.hasOwn(properties, name) ? resolved(properties[name]) : undefined;
        const chosen = known ? choose(known, name, schema) : 'same';
        return chosen === 'absent' ? [] : [[name, chosen === 'null' ? null : one]];
      }),
    );

const nulls = withMembers((member, name, schema) =>
  isNullable(member) && !isRequired(schema, name) ? 'null' : 'same',
);
const absent = withMembers((_, name, schema) => (isRequired(schema, name) ? 'same' : 'absent'));
const unknown: ObjectEdit = (value, schema) => (isClosedRecord(schema) ? { ...value, ...unknownMembers } : value);
const unlisted: LeafEdit = (value, schema) => (isEnum(schema) && typeof value === 'string' ? 'SOMETHING_NEW' : value);

const timed =
  (fraction: string): LeafEdit =>
  (value, schema) =>
    isTime(schema) && typeof value === 'string' ? value.replace(/(?:\.\d+)?Z$/, `${fraction}Z`) : value;

/** Gives each amount the next of these values, in the order of the answer. */
function numbered(values: readonly string[]): LeafEdit {
  let next = 0;
  return (value, schema) => {
    if (!isAmount(schema) || !isExactNumber(value)) return value;
    next += 1;
    return new LosslessNumber(values[(next - 1) % values.length] ?? '0');
  };
}

/** Returns an answer with one edit made. */
export function edited(value: Exact, schema: PlainObject, edit: Edit): Exact {
  if (edit.edit === 'fields') return isObject(value) ? { ...value, ...edit.fields } : value;
  const walks: Record<Exclude<Edit['edit'], 'fields'>, () => Walk> = {
    'unknown fields': () => ({ object: unknown }),
    nulls: () => ({ object: nulls }),
    'absent fields': () => ({ object: absent }),
    'unknown values': () => ({ leaf: unlisted }),
    mixed: () => ({ object: (one, of) => unknown(nulls(one, of), of), leaf: timed('.1') }),
    times: () => ({ leaf: timed('fraction' in edit ? edit.fraction : '') }),
    numbers: () => ({ leaf: numbered('values' in edit ? edit.values : []) }),
  };
  return walked(value, schema, walks[edit.edit]());
}
