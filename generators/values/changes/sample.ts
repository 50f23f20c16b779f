import type { Plain } from '../../../schemas/json/plain.ts';

/** Where a value lies by a constraint: well inside, just at its bound, or outside. */
export type BoundarySide = 'in' | 'at' | 'out';

/** Why a value was made: the pointer of the changed value, of the schema that holds the keyword, and a sentence. */
export interface Reason {
  place: string;
  schema: string;
  keyword: string;
  side: BoundarySide;
  words: string;
}

/** A value with what its schema should say of it. */
export interface Sample {
  value: Plain;
  label: 'valid' | 'invalid';
  reason: Reason;
}
