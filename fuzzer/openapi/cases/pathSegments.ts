import type { Operation } from '../../../schemas/document/operations.ts';
import { holdsReference } from '../../engine/cases/references.ts';

/** A reference of a case, which holds a slash and is no division of a path. */
const reference = /\{\{[^{}]*\}\}/g;

const hidden = '\u0001';

/** The segments of a path without its query, its references whole. */
export function segmentsOf(path: string): string[] {
  const [place = ''] = path.split('?', 1);
  const references = [...place.matchAll(reference)].map(([whole]) => whole);
  return place
    .replaceAll(reference, hidden)
    .split('/')
    .map((segment) => segment.replaceAll(hidden, () => references.shift() ?? ''));
}

/** A path with other segments, its query kept. */
export function withSegments(path: string, segments: readonly string[]): string {
  const at = path.replaceAll(reference, (whole) => hidden.repeat(whole.length)).indexOf('?');
  return segments.join('/') + (at < 0 ? '' : path.slice(at));
}

/** The name of the parameter that a segment of a described path stands for alone; undefined for any other. */
export const nameIn = (segment: string): string | undefined => /^\{([^{}]+)\}$/.exec(segment)?.[1];

/** The segments of the described path of an operation. */
export const templateOf = ({ path }: Operation): readonly string[] => path.split('/');

/** Whether a path asks for what was never seen to be there: one of its ids is of no earlier answer. */
export function isInvented(operation: Operation, path: string): boolean {
  const segments = segmentsOf(path);
  return templateOf(operation).some((segment, at) => segment.includes('{') && !holdsReference(segments[at] ?? ''));
}
