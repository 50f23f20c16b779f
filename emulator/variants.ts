import type { Variant } from './broken.ts';
export const variants: readonly Variant[] = [];
