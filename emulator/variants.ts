import type { Variant } from './broken.ts';
import { accessVariants, limitVariants } from './variants/access.ts';
import { acquiringVariants } from './variants/acquiring.ts';
import { checkoutVariants, requestVariants } from './variants/acquiringBodies.ts';
import { optionVariants } from './variants/acquiringOptions.ts';
import { answerVariants } from './variants/answers.ts';
import { conductVariants } from './variants/conduct.ts';
import { marketVariants } from './variants/market.ts';
import { orderVariants } from './variants/orders.ts';
import { searchVariants } from './variants/search.ts';
import { webhookBodyVariants, webhookRequestVariants, webhookTimeVariants } from './variants/webhooks.ts';

/** Every benign variant. */
export const variants: readonly Variant[] = [
  ...answerVariants,
  ...conductVariants,
  ...searchVariants,
  ...orderVariants,
  ...accessVariants,
  ...limitVariants,
  ...marketVariants,
  ...acquiringVariants,
  ...requestVariants,
  ...checkoutVariants,
  ...optionVariants,
  ...webhookTimeVariants,
  ...webhookBodyVariants,
  ...webhookRequestVariants,
];
