import type { Problem } from '../../system/configurationError.ts';
import type { FilePlace } from './filePlace.ts';

/** A problem of a target file. The line of the problem, or the override that caused it, is not known yet. */
export interface FileProblem extends Omit<Problem, 'where' | 'line'> {
  place: FilePlace;
  /** The text that is shown instead of the pointer, for example the missing variable. */
  where?: string;
}
