import type { Problem } from '../../system/configurationError.ts';
import type { FilePlace } from './filePlace.ts';

/** A problem of a target file before its line, or the override that caused it, is known. */
export interface FileProblem extends Omit<Problem, 'where' | 'line'> {
  place: FilePlace;
  /** Shown instead of the pointer, such as the missing variable. */
  where?: string;
}
