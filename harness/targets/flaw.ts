import type { Place } from './place.ts';
import type { Problem } from './problem.ts';

/** A problem of a target file before it is known on which line, or by which override, it came in. */
export interface Flaw extends Omit<Problem, 'where' | 'line'> {
  place: Place;
  /** Told in place of the pointer, such as the variable that is missing. */
  where?: string;
}
