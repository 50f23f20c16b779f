import { itemSchemas, type JsonType, memberSchemas, typesOf } from '../document/schemaTypes.ts';
import { isPlainObject, type Plain } from '../json/plain.ts';
import { type Parameter, serialise, shapesOf, unionOf } from './parameters.ts';
import { possibleValues, scalarText } from './scalarText.ts';
import { type PartsShape, styles } from './styles.ts';

/** A value to send as a parameter of a document. */
type Sent = { readonly document: Plain; readonly parameter: Parameter; readonly value: Plain };

type Rule = (sent: Sent) => string | undefined;

/** Returns why two conforming readers may read the text of a value differently; undefined if all read the same value. */
export function ambiguityOf(sent: Sent): string | undefined {
  const rules = sent.parameter.mediaType === undefined ? [...general, ...ofStyles] : general;
  for (const rule of rules) {
    const reason = rule(sent);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const general: readonly Rule[] = [
  ({ value }) => (hasLoneSurrogate(value) ? 'half a character has no bytes' : undefined),
  ({ value }) => (holdsNegativeZero(value) ? 'the sign of zero is lost' : undefined),
  ({ parameter, value }) => placeReason(parameter, serialise(parameter, value)),
];

const ofStyles: readonly Rule[] = [nullReason, nestedReason, emptyReason, shapeReason, typeReason, dividerReason];

function placeReason({ in: place, style }: Parameter, text: string): string | undefined {
  if (place === 'path' && ['', '.', '..'].includes(text)) return 'the address loses a segment that is empty or dots';
  if (place === 'path' && /%2F|%5C|%00/i.test(text)) return 'many servers decode a slash before they route';
  if (place === 'header' && !/^[!-~](?:[ -~]*[!-~])?$/.test(text)) return 'a header is not sure to carry it';
  if (style === 'cookie' && !/^[!#-+\--:<-[\]-~]+=[!#-+\--:<-[\]-~]*$/.test(text))
    return 'a cookie is not sure to carry it';
  return undefined;
}

function nullReason({ value }: Sent): string | undefined {
  return [value, ...innerValues(value)].includes(null) ? 'no style defines null' : undefined;
}

function nestedReason({ value }: Sent): string | undefined {
  const isNested = innerValues(value).some((inner) => typeof inner === 'object' && inner !== null);
  return isNested ? 'no style defines members of members' : undefined;
}

function emptyReason({ value }: Sent): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = innerValues(value);
  if (inner.length === 0) return 'nothing in it is as if it were absent';
  return Array.isArray(value) && inner.length === 1 && inner[0] === ''
    ? 'one empty text is as nothing in it'
    : undefined;
}

function shapeReason({ document, parameter, value }: Sent): string | undefined {
  const { style, explode, in: place } = parameter;
  const shape = shapeOf(value);
  const { exploded, joined } = styles[style].defined;
  const shapes = shapesOf(typesOf(document, parameter.schema));
  if (!shapes.includes(shape)) return 'a reader looks for what its schema allows, and that is of another shape';
  const isLone = shape === 'one' && shapes.length > 1;
  if (!(explode ? exploded : joined).includes(shape) && !(style === 'deepObject' && isLone)) {
    return `${style}${explode ? ', exploded,' : ''} is not defined for it`;
  }
  if (place === 'cookie' && style === 'form' && explode && innerValues(value).length > 1) {
    return 'the form style divides by what divides no cookies';
  }
  if (shapes.length === 1 || shape === 'one' || (style === 'deepObject' && shape === 'members')) return undefined;
  return 'its schema allows other shapes as well';
}

function typeReason({ document, parameter: { schema }, value }: Sent): string | undefined {
  const isRead = (inner: Plain, types: ReadonlySet<JsonType>) => {
    const found = possibleValues(scalarText(inner), types);
    return found.length === 1 && found[0] === inner;
  };
  const reason = 'its schema allows another type that is spelled so';
  if (Array.isArray(value)) {
    const types = unionOf(document, itemSchemas(document, schema));
    return value.every((item) => isRead(item, types)) ? undefined : reason;
  }
  if (!isPlainObject(value)) return isRead(value, typesOf(document, schema)) ? undefined : reason;
  const typesOfMember = (key: string) => unionOf(document, memberSchemas(document, schema, key));
  return Object.entries(value).every(([key, member]) => isRead(member, typesOfMember(key))) ? undefined : reason;
}

// Percent-encoding hides the dividers in a value, but many readers decode the text before they split it at the dividers.
function dividerReason({ document, parameter, value }: Sent): string | undefined {
  const shapes = shapesOf(typesOf(document, parameter.schema));
  const shape = shapeOf(value);
  if (shape === 'one' && shapes.length === 1) return undefined;
  const dividers = dividersOf(parameter);
  const names = isPlainObject(value) ? Object.keys(value) : [];
  const texts = shape === 'one' ? [value] : innerValues(value);
  if ([...names, ...texts.map(scalarText)].some((text) => dividers.some((divider) => text.includes(divider)))) {
    return 'it holds what divides its items';
  }
  if (names.some((name) => name === '' || /[[\]=]/.test(name)))
    return 'a name in it cannot be told from what stands around it';
  return undefined;
}

function dividersOf({ style, explode }: Parameter): string[] {
  if (style === 'deepObject') return [];
  const { between, within } = styles[style];
  if (!explode) return [decodeURIComponent(within)];
  return between === '&' ? [] : [between.trim()];
}

function shapeOf(value: Plain): PartsShape {
  return Array.isArray(value) ? 'list' : isPlainObject(value) ? 'members' : 'one';
}

function innerValues(value: Plain): Plain[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function hasLoneSurrogate(value: Plain): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return /\p{Surrogate}/u.test(Object.keys(value).join(' ')) || Object.values(value).some(hasLoneSurrogate);
}

function holdsNegativeZero(value: Plain): boolean {
  return Object.is(value, -0) || innerValues(value).some(holdsNegativeZero);
}
