import { objectsOf } from '../document/schemaWalk.ts';
import type { PlainObject } from '../json/plain.ts';
import { pointerOf } from '../json/pointer.ts';

/** Returns the keys of the operations that need the part of a document at a pointer; references are followed. */
export type AffectedOperations = (pointer: string) => string[];

/** Reads the references of a document once, so that many pointers can be looked up. */
export function affectedOperationsIn(document: PlainObject): AffectedOperations {
  const users = new Map<string, Set<string>>();
  for (const { pointer, node } of objectsOf(document)) {
    const to = typeof node.$ref === 'string' ? pointerOf(node.$ref) : undefined;
    if (to === undefined) continue;
    const unit = unitOf(to);
    users.set(unit, (users.get(unit) ?? new Set()).add(unitOf(pointer)));
  }
  const keys = operationUnits(document);
  return (pointer) => {
    const reached = new Set([unitOf(pointer)]);
    for (const unit of reached) for (const user of users.get(unit) ?? []) reached.add(user);
    return keys.filter(({ unit, path }) => reached.has(unit) || reached.has(path)).map(({ key }) => key);
  };
}

// Returns the pointer of the unit around a pointer: an operation, the shared part of a path, or a component.
function unitOf(pointer: string): string {
  const [, first = '', second, third] = pointer.split('/');
  if (second === undefined) return `/${first}`;
  if (first === 'paths') return isVerb(third) ? `/paths/${second}/${third}` : `/paths/${second}`;
  return first === 'components' && third !== undefined ? `/components/${second}/${third}` : `/${first}/${second}`;
}

const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

function isVerb(word: string | undefined): boolean {
  return word !== undefined && verbs.includes(word);
}

function operationUnits(document: PlainObject): { unit: string; path: string; key: string }[] {
  const paths = Object.entries(document.paths ?? {});
  return paths.flatMap(([path, item]) => {
    const unit = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = verbs.filter((verb) => typeof item === 'object' && item !== null && Object.hasOwn(item, verb));
    return found.map((verb) => ({ unit: `${unit}/${verb}`, path: unit, key: `${verb.toUpperCase()} ${path}` }));
  });
}
