import type { Plain } from '../../../schemas/json/plain.ts';

/** The position of a value relative to a constraint: well inside, just at its bound, or outside. */
export type BoundarySide = 'in' | 'at' | 'out';

/** The reason for a value: the pointer of the changed value, the pointer of the schema that contains the keyword, and a sentence. */
export interface Reason {
  place: string;
  schema: string;
  keyword: string;
  side: BoundarySide;
  words: string;
}

/** A value with its expected label. */
export interface Sample {
  value: Plain;
  label: 'valid' | 'invalid';
  reason: Reason;
}
