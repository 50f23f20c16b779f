import { isPlainObject, type Plain } from './plain.ts';
import { uriEncoded } from './uriEncoding.ts';

// The longest excerpt, characters. It fits on one line of a terminal with the rest of a sentence.
const longestExcerpt = 80;

/** Returns the JSON pointer of a member of the value at `pointer`. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a JSON pointer; undefined if there is none. */
export function valueAt(root: Plain, pointer: string): Plain | undefined {
  const steps = pointer.split('/').slice(1).map(unescaped);
  return steps.reduce<Plain | undefined>((node, step) => memberOf(node, step), root);
}

/** Returns the first characters of the value at a JSON pointer as JSON, for a message. */
export function excerptAt(root: Plain, pointer: string): string {
  const text = JSON.stringify(valueAt(root, pointer)) ?? 'nothing';
  return text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
}

/** Returns the JSON pointer in a reference within its document (`#/…`); undefined for any other reference. */
export function pointerOf(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

/** Writes a JSON pointer as the fragment of a URI. */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(uriEncoded).join('/')}`;
}

function memberOf(node: Plain | undefined, key: string): Plain | undefined {
  if (Array.isArray(node)) return node[Number(key)];
  return isPlainObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
