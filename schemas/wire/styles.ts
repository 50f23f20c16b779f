/** The styles that OpenAPI defines for writing a parameter's value as text; `cookie` is new in 3.2. */
export type StyleName =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** The result of a style: one text, a list of texts, or named texts. */
export type StyledParts =
  | { readonly shape: 'one'; readonly text: string }
  | { readonly shape: 'list'; readonly texts: readonly string[] }
  | { readonly shape: 'members'; readonly members: readonly (readonly [string, string])[] };

/** The kind of result of a style. */
export type PartsShape = StyledParts['shape'];

/** The punctuation of a style. */
export type Style = {
  /** Written before the first piece. */
  readonly first: string;
  /** The text between pieces: between the pieces of an exploded value, and between parameters in the same place. */
  readonly between: string;
  /** Written between the items of a value that is not exploded. */
  readonly within: string;
  /** Matches what a reader accepts for `within`. */
  readonly splits: RegExp;
  /** True if each piece begins with the name of the parameter. */
  readonly isNamed: boolean;
  /** The kinds of result that the specification defines, exploded or not. */
  readonly defined: { readonly exploded: readonly PartsShape[]; readonly joined: readonly PartsShape[] };
};

const every: readonly PartsShape[] = ['one', 'list', 'members'];
const several: readonly PartsShape[] = ['list', 'members'];
const comma = { within: ',', splits: /,/ };
const everyKind = { exploded: every, joined: every };
const delimited = { first: '', between: '&', isNamed: true, defined: { exploded: [], joined: several } };

/** Every style by its name. */
export const styles: Readonly<Record<StyleName, Style>> = {
  matrix: { first: ';', between: ';', ...comma, isNamed: true, defined: everyKind },
  label: { first: '.', between: '.', ...comma, isNamed: false, defined: everyKind },
  simple: { first: '', between: ',', ...comma, isNamed: false, defined: everyKind },
  form: { first: '', between: '&', ...comma, isNamed: true, defined: everyKind },
  spaceDelimited: { ...delimited, within: '%20', splits: /%20|\+| / },
  pipeDelimited: { ...delimited, within: '%7C', splits: /%7[Cc]|\|/ },
  deepObject: { ...delimited, ...comma, defined: { exploded: ['members'], joined: ['members'] } },
  cookie: { first: '', between: '; ', ...comma, isNamed: true, defined: everyKind },
};

/** The facts about a parameter that a style needs; `name` is already encoded if necessary. */
export type WrittenParameter = { readonly style: StyleName; readonly name: string; readonly explode: boolean };

/** Joins parts whose texts are already encoded; returns the empty text if there is nothing to send. */
export function writeParts({ style, name, explode }: WrittenParameter, parts: StyledParts): string {
  const { first, between, within, isNamed } = styles[style];
  const own = (text: string) => (isNamed ? `${name}${style === 'matrix' && text === '' ? '' : `=${text}`}` : text);
  const pieces = (): string[] => {
    if (parts.shape === 'one') return [own(parts.text)];
    if (parts.shape === 'list') return explode ? parts.texts.map(own) : [own(parts.texts.join(within))];
    if (style === 'deepObject') return parts.members.map(([key, text]) => `${name}%5B${key}%5D=${text}`);
    if (explode) return parts.members.map(([key, text]) => `${key}=${text}`);
    return [own(parts.members.flat().join(within))];
  };
  const isNothing = parts.shape !== 'one' && (parts.shape === 'list' ? parts.texts : parts.members).length === 0;
  return isNothing ? '' : first + pieces().join(between);
}

/** Splits an encoded text into parts of one kind. Returns undefined if the parameter is absent or its parts are of another kind. */
export function readParts(
  { style, name, explode }: WrittenParameter,
  text: string,
  shape: PartsShape,
): StyledParts | undefined {
  const { first, between, splits, isNamed } = styles[style];
  if (!text.startsWith(first) || (text === '' && isNamed)) return undefined;
  const body = text.slice(first.length);
  const pieces = body.split(between.trim()).map((piece) => pairOf(style === 'cookie' ? piece.trim() : piece));
  if (style === 'deepObject' && shape === 'members') return deepMembers(name, pieces);
  if (shape === 'members' && explode) return membersOf(isNamed, pieces);
  const own = isNamed ? pieces.filter(([key]) => isSameName(key, name)).map(([, value]) => value) : [body];
  const [value] = own;
  if (value === undefined) return undefined;
  if (shape === 'one') return { shape, text: value };
  if (shape === 'list' && explode) return { shape, texts: isNamed ? own : body.split(between) };
  const items = value.split(splits);
  return shape === 'list' ? { shape, texts: items } : inPairs(items);
}

function membersOf(isNamed: boolean, pieces: readonly Pair[]): StyledParts | undefined {
  if (!isNamed && pieces.some(isBare)) return undefined;
  return { shape: 'members', members: pieces.map(([key, value]): [string, string] => [key, value]) };
}

type Pair = readonly [key: string, value: string, isBare?: boolean];

function pairOf(piece: string): Pair {
  const at = piece.indexOf('=');
  return at < 0 ? [piece, '', true] : [piece.slice(0, at), piece.slice(at + 1)];
}

function isBare([, , bare]: Pair): boolean {
  return bare === true;
}

// Compares names after decoding, because a name may be encoded more than necessary.
function isSameName(key: string, name: string): boolean {
  return key === name || decoded(key) === decoded(name);
}

/** Decodes a percent-encoded text; undefined if the encoding is invalid. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function deepMembers(name: string, pieces: readonly Pair[]): StyledParts | undefined {
  const members = pieces.flatMap(([key, value]): [string, string][] => {
    const [, outer = '', inner] = /^(.*?)(?:%5[Bb]|\[)(.*)(?:%5[Dd]|\])$/s.exec(key) ?? [];
    return inner !== undefined && isSameName(outer, name) ? [[inner, value]] : [];
  });
  return members.length > 0 ? { shape: 'members', members } : undefined;
}

function inPairs(items: readonly string[]): StyledParts | undefined {
  if (items.length % 2 !== 0) return undefined;
  const members = items.flatMap((key, at): [string, string][] => (at % 2 === 0 ? [[key, items[at + 1] ?? '']] : []));
  return { shape: 'members', members };
}
