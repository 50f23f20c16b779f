import type { Variant } from '../shared/faultTypes.ts';
import { accessVariants, limitVariants } from './access.ts';
import { acquiringVariants } from './acquiringLifecycle.ts';
import { answerVariants } from './answers.ts';
import { checkoutVariants, requestVariants } from './checkoutsAndRequests.ts';
import { conductVariants } from './conduct.ts';
import { declineVariants } from './declined.ts';
import { optionVariants } from './depositsAndBundles.ts';
import { marketVariants } from './exchange.ts';
import { orderVariants } from './orders.ts';
import { pageVariants } from './pages.ts';
import { searchVariants } from './search.ts';
import { webhookBodyVariants, webhookRequestVariants, webhookTimeVariants } from './webhooks.ts';

/** Every variant. */
export const variants: readonly Variant[] = [
  ...answerVariants,
  ...conductVariants,
  ...searchVariants,
  ...orderVariants,
  ...declineVariants,
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
  ...pageVariants,
];
