import { isPlainObject, type Plain } from './plain.ts';
import { uriEncoded } from './uriEncoding.ts';

// One line of a terminal beside the other parts of a sentence.
const longestExcerpt = 80;

/** The JSON pointer of a member of what `pointer` points at. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a JSON pointer, undefined when there is none. */
export function valueAt(root: Plain, pointer: string): Plain | undefined {
  const steps = pointer.split('/').slice(1).map(unescaped);
  return steps.reduce<Plain | undefined>((node, step) => memberOf(node, step), root);
}

/** The first characters of the value at a JSON pointer as JSON, for a sentence. */
export function excerptAt(root: Plain, pointer: string): string {
  const text = JSON.stringify(valueAt(root, pointer)) ?? 'nothing';
  return text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
}

/** The JSON pointer that a reference within its document (`#/…`) holds; undefined for any other reference. */
export function pointerOf(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

/** A JSON pointer as the fragment of a URI. */
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
