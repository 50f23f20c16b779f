import type { Operation } from '../../../schemas/document/operations.ts';
import { holdsReference } from '../../engine/cases/references.ts';

/** A reference of a case: a slash inside it does not divide the path. */
const reference = /\{\{[^{}]*\}\}/g;

const hidden = '\u0001';

/** Splits a path without its query into segments; references stay in one piece. */
export function segmentsOf(path: string): string[] {
  const [place = ''] = path.split('?', 1);
  const references = [...place.matchAll(reference)].map(([match]) => match);
  return place
    .replaceAll(reference, hidden)
    .split('/')
    .map((segment) => segment.replaceAll(hidden, () => references.shift() ?? ''));
}

/** Returns a path with other segments and the same query. */
export function withSegments(path: string, segments: readonly string[]): string {
  const at = path.replaceAll(reference, (match) => hidden.repeat(match.length)).indexOf('?');
  return segments.join('/') + (at < 0 ? '' : path.slice(at));
}

/** The name of the parameter that makes up a whole segment of a path template; undefined for any other segment. */
export const nameIn = (segment: string): string | undefined => /^\{([^{}]+)\}$/.exec(segment)?.[1];

/** The segments of the path template of an operation. */
export const templateOf = ({ path }: Operation): readonly string[] => path.split('/');

/** True if a path holds an invented id: one that no earlier answer contained, so that nothing may exist there. */
export function isInvented(operation: Operation, path: string): boolean {
  const segments = segmentsOf(path);
  return templateOf(operation).some((segment, at) => segment.includes('{') && !holdsReference(segments[at] ?? ''));
}
