import type { Problem } from '../../system/configurationError.ts';
import type { FilePlace } from './filePlace.ts';

/** A problem of a target file before it is known on which line, or by which override, it came in. */
export interface FileProblem extends Omit<Problem, 'where' | 'line'> {
  place: FilePlace;
  /** Told in place of the pointer, such as the variable that is missing. */
  where?: string;
}
