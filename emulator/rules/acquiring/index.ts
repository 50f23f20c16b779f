import { acquiringRules } from './acquiring.ts';
import { acquiringLifecycleRules } from './acquiringLifecycle.ts';
import { bundleRules } from './bundles.ts';
import { chainRules } from './chain.ts';
import { checkoutRules } from './checkouts.ts';
import { depositOptionRules } from './depositOptions.ts';
import { incomingPaymentRules } from './incomingPayments.ts';
import { pricingRules } from './pricing.ts';

/** Every rule of crypto acquiring: checkouts, requests, bundles, rates, the blockchain. */
export const acquiringSectionRules = {
  ...acquiringRules,
  ...acquiringLifecycleRules,
  ...bundleRules,
  ...chainRules,
  ...checkoutRules,
  ...depositOptionRules,
  ...incomingPaymentRules,
  ...pricingRules,
};
