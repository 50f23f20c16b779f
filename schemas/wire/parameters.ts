import type { OpenAPIV3_1 } from 'openapi-types';
import { mainMedia } from '../document/mediaTypes.ts';
import type { Operation } from '../document/operations.ts';
import {
  allowsOtherMembers,
  itemSchemas,
  type JsonType,
  memberNames,
  memberSchemas,
  typesOf,
} from '../document/schemaTypes.ts';
import { parsePlain } from '../json/exact.ts';
import { isPlainObject, type Plain } from '../json/plain.ts';
import { uriEncoded } from '../json/uriEncoding.ts';
import { possibleValues, scalarText } from './scalarText.ts';
import {
  decoded,
  type PartsShape,
  readParts,
  type StyledParts,
  type StyleName,
  styles,
  type WrittenParameter,
  writeParts,
} from './styles.ts';

/** The part of the request that carries a parameter. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** A parameter of an operation with all defaults filled in; `schema` is the node of the document itself. */
export type Parameter = {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  readonly style: StyleName;
  readonly explode: boolean;
  /** True if reserved characters are written without escaping, as long as they have no meaning in a query. */
  readonly allowReserved: boolean;
  /** The name may be sent with an empty value, whatever the schema says. */
  readonly mayBeEmpty: boolean;
  readonly schema: Plain;
  /** The media type of a parameter with `content` instead of a style. */
  readonly mediaType: string | undefined;
};

const styleOf: Readonly<Record<ParameterPlace, StyleName>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};

/** Returns the parameter that a Parameter Object describes, with the defaults of OpenAPI 3.x. */
export function parameterOf(object: OpenAPIV3_1.ParameterObject): Parameter {
  const place = object.in as ParameterPlace;
  const style = isStyle(object.style) ? object.style : styleOf[place];
  const [mediaType] = Object.keys(object.content ?? {});
  const schema = object.content ? mainMedia(object.content)?.schema : object.schema;
  return {
    name: object.name,
    in: place,
    isRequired: object.required === true || place === 'path',
    style,
    explode: object.explode ?? (style === 'form' || style === 'cookie'),
    allowReserved: object.allowReserved === true,
    mayBeEmpty: object.allowEmptyValue === true,
    schema: (schema ?? true) as Plain,
    mediaType,
  };
}

// Headers that other parts of a contract describe. OpenAPI ignores parameters with these names.
const otherwise = ['accept', 'content-type', 'authorization'];

/** Returns the parameters of an operation, without those that OpenAPI ignores. */
export function parametersOf({ parameters }: Operation): Parameter[] {
  const all = parameters.map(parameterOf);
  return all.filter(({ name, in: place }) => place !== 'header' || !otherwise.includes(name.toLowerCase()));
}

function isStyle(name: string | undefined): name is StyleName {
  return name !== undefined && Object.hasOwn(styles, name);
}

/**
 * Writes a value as the text for its place: the text that replaces the name in a path template, `name=value` pairs in a query or in cookies, or the value of a
 * header. No style defines null and nested members, but they get a text too: see `ambiguityOf`.
 */
export function serialise(parameter: Parameter, value: Plain): string {
  const encode = encoderOf(parameter);
  const parts = mapTexts(partsOf(parameter, value), encode);
  return writeParts(writtenOf(parameter), parts);
}

/** The value, a note that it is absent, or why the text cannot be read. */
export type Parsed = { value: Plain } | { absent: true } | { fault: string };

/**
 * Reads a value from the text of its place: a path segment, the whole query, all cookies or a header. A text that matches no type of the schema stays a string
 * for the schema to check. `others` are the names of the other parameters in the place.
 */
export function parse(
  parameter: Parameter,
  text: string,
  { document, others = [] }: { document: Plain; others?: readonly string[] },
): Parsed {
  const types = typesOf(document, parameter.schema);
  const shapes = parameter.mediaType === undefined ? shapesOf(types) : (['one'] as const);
  // The form style separates with "&" while cookies use ";", so a cookie header is converted first.
  const isCookies = parameter.in === 'cookie' && parameter.style === 'form';
  const raw = bestParts(parameter, isCookies ? text.replace(/;\s*/g, '&') : text, shapes);
  if (!raw) return { absent: true };
  const parts = decodedParts(parameter, raw);
  if (!parts) return { fault: 'a percent sign that encodes nothing' };
  if (parameter.mediaType !== undefined) return parts.shape === 'one' ? contentOf(parts.text) : { absent: true };
  if (parts.shape === 'one') return { value: firstReading(parts.text, types) };
  if (parts.shape === 'list') {
    const items = unionOf(document, itemSchemas(document, parameter.schema));
    return { value: parts.texts.map((item) => firstReading(item, items)) };
  }
  const members = parts.members.filter(([key]) => isOwnMember({ parameter, document, others }, key));
  if (members.length === 0) return { absent: true };
  return { value: Object.fromEntries(members.map(([key, item]) => [key, firstReading(item, typesOfMember(key))])) };

  function typesOfMember(key: string): ReadonlySet<JsonType> {
    return unionOf(document, memberSchemas(document, parameter.schema, key));
  }
}

/** Returns the forms in which values of these types can appear in a parameter. */
export function shapesOf(types: ReadonlySet<JsonType>): PartsShape[] {
  const isOne = [...types].some((type) => type !== 'array' && type !== 'object');
  return [
    ...(isOne || types.size === 0 ? ['one' as const] : []),
    ...(types.has('array') ? ['list' as const] : []),
    ...(types.has('object') ? ['members' as const] : []),
  ];
}

/** Returns the types that any of the schemas allows; all types if there is no schema. */
export function unionOf(document: Plain, schemas: readonly Plain[]): ReadonlySet<JsonType> {
  if (schemas.length === 0) return typesOf(document, true);
  return new Set(schemas.flatMap((schema) => [...typesOf(document, schema)]));
}

function writtenOf(parameter: Parameter): WrittenParameter {
  const { style, explode, mediaType } = parameter;
  const name = encoderOf(parameter)(parameter.name);
  return mediaType === undefined ? { name, style, explode } : { name, style: styleOf[parameter.in], explode: false };
}

// True if values of a parameter are percent-encoded. Headers and the cookie style of OpenAPI 3.2 are never encoded.
function isEncoded({ in: place, style }: Parameter): boolean {
  return place !== 'header' && style !== 'cookie';
}

function encoderOf(parameter: Parameter): (text: string) => string {
  if (!isEncoded(parameter)) return (text) => text;
  return parameter.allowReserved ? (text) => encoded(text).replace(harmless, decodeURIComponent) : encoded;
}

// The escapes of reserved characters that a query can hold unescaped: these characters end neither a pair nor the query, and no reader takes them for a space.
const harmless = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g;

function encoded(text: string): string {
  return uriEncoded(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function partsOf({ mediaType }: Parameter, value: Plain): StyledParts {
  if (mediaType !== undefined) return { shape: 'one', text: JSON.stringify(value) };
  if (Array.isArray(value)) return { shape: 'list', texts: value.map(scalarText) };
  if (!isPlainObject(value)) return { shape: 'one', text: scalarText(value) };
  return { shape: 'members', members: Object.entries(value).map(([key, member]) => [key, scalarText(member)]) };
}

function mapTexts(parts: StyledParts, change: (text: string) => string): StyledParts {
  if (parts.shape === 'one') return { ...parts, text: change(parts.text) };
  if (parts.shape === 'list') return { ...parts, texts: parts.texts.map(change) };
  return { ...parts, members: parts.members.map(([key, text]) => [change(key), change(text)]) };
}

// Splits a text into parts. If several forms are possible, the text shows which form to choose: brackets mean members, dividers mean several items.
function bestParts(parameter: Parameter, text: string, shapes: readonly PartsShape[]): StyledParts | undefined {
  const read = (shape: PartsShape) => readParts(writtenOf(parameter), text, shape);
  if (shapes.includes('members') && (shapes.length === 1 || parameter.style === 'deepObject')) {
    const members = read('members');
    if (members || shapes.length === 1) return members;
  }
  const one = shapes.includes('one') ? read('one') : undefined;
  const list = shapes.includes('list') ? read('list') : undefined;
  if (one && list?.shape === 'list' && list.texts.length > 1) return list;
  return one ?? list ?? (shapes.includes('members') ? read('members') : undefined);
}

class WrongEncoding extends Error {}

function decodedParts(parameter: Parameter, parts: StyledParts): StyledParts | undefined {
  if (!isEncoded(parameter)) return parts;
  const decode = (text: string) => {
    const plain = decoded(parameter.in === 'query' ? text.replaceAll('+', ' ') : text);
    if (plain === undefined) throw new WrongEncoding();
    return plain;
  };
  try {
    return mapTexts(parts, decode);
  } catch (error) {
    if (error instanceof WrongEncoding) return undefined;
    throw error;
  }
}

function contentOf(text: string): Parsed {
  const parsed = parsePlain(text);
  return 'fault' in parsed ? { fault: parsed.fault } : { value: parsed.value };
}

function firstReading(text: string, types: ReadonlySet<JsonType>): Plain {
  const [reading = text] = possibleValues(text, types);
  return reading;
}

type Membership = { parameter: Parameter; document: Plain; others: readonly string[] };

// True if a text with this name is a member of the exploded parameter. Exploded members are mixed with the other parameters in the same place, and only the
// names distinguish them.
function isOwnMember({ parameter, document, others }: Membership, key: string): boolean {
  const { style, explode, schema } = parameter;
  if (!explode || !styles[style].isNamed || style === 'deepObject') return true;
  if (memberNames(document, schema).has(key)) return true;
  return !others.includes(key) && allowsOtherMembers(document, schema);
}
