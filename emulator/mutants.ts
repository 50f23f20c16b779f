import type { Mutant } from './broken.ts';
export const mutants: readonly Mutant[] = [];
