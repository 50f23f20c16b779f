import type { Variant } from './broken.ts';
import { answerVariants } from './variants/answers.ts';
import { conductVariants } from './variants/conduct.ts';

/** Every benign variant. */
export const variants: readonly Variant[] = [...answerVariants, ...conductVariants];
