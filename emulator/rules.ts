import { acquiringKinds, acquiringRules } from './rules/acquiring.ts';
import { acquiringLifecycleKinds, acquiringLifecycleRules } from './rules/acquiringLife.ts';
import { announcementKinds, announcementRules } from './rules/announcements.ts';
import { authKinds, authRules } from './rules/auth.ts';
import { bundleKinds, bundleRules } from './rules/bundles.ts';
import { chainKinds, chainRules } from './rules/chain.ts';
import { checkoutKinds, checkoutRules } from './rules/checkouts.ts';
import { deliveryKinds, deliveryRules } from './rules/deliveries.ts';
import { depositOptionKinds, depositOptionRules } from './rules/deposit.ts';
import { disclosureKinds, disclosureRules } from './rules/discretion.ts';
import { errorKinds, errorRules } from './rules/errors.ts';
import { exchangeKinds, exchangeRules } from './rules/exchange.ts';
import { h2hKinds, h2hRules } from './rules/h2h.ts';
import { incomingPaymentKinds, incomingPaymentRules } from './rules/incoming.ts';
import { paymentLifecycleKinds, paymentLifecycleRules } from './rules/lifecycle.ts';
import { implementationKinds, implementationRules } from './rules/manners.ts';
import { methodKinds, methodRules } from './rules/methods.ts';
import { orderKinds, orderRules } from './rules/orders.ts';
import { payinKinds, payinRules } from './rules/payin.ts';
import { paymentKinds, paymentRules } from './rules/payment.ts';
import { payoutKinds, payoutRules } from './rules/payout.ts';
import { pricingKinds, pricingRules } from './rules/pricing.ts';
import { quotaKinds, quotaRules } from './rules/quota.ts';
import { searchKinds, searchRules } from './rules/search.ts';
import { versionKinds, versionRules } from './rules/versions.ts';
import { walletKinds, walletRules } from './rules/wallet.ts';

/** Every decision that interface.md asks of a server, one pure function each, as a sound service decides it. */
export const conformingRules = {
  ...authRules,
  ...paymentRules,
  ...paymentLifecycleRules,
  ...methodRules,
  ...orderRules,
  ...payinRules,
  ...h2hRules,
  ...payoutRules,
  ...searchRules,
  ...walletRules,
  ...versionRules,
  ...exchangeRules,
  ...acquiringRules,
  ...acquiringLifecycleRules,
  ...incomingPaymentRules,
  ...chainRules,
  ...checkoutRules,
  ...pricingRules,
  ...depositOptionRules,
  ...bundleRules,
  ...errorRules,
  ...disclosureRules,
  ...quotaRules,
  ...announcementRules,
  ...deliveryRules,
  ...implementationRules,
};

/** The rules of one service; a mutant or a variant replaces some of them. */
export type Rules = typeof conformingRules;

/** The name of one rule. */
export type RuleName = keyof Rules;

/** What each rule decides, for breaking it mechanically. */
export const ruleKinds = {
  ...authKinds,
  ...paymentKinds,
  ...paymentLifecycleKinds,
  ...methodKinds,
  ...orderKinds,
  ...payinKinds,
  ...h2hKinds,
  ...payoutKinds,
  ...searchKinds,
  ...walletKinds,
  ...versionKinds,
  ...exchangeKinds,
  ...acquiringKinds,
  ...acquiringLifecycleKinds,
  ...incomingPaymentKinds,
  ...chainKinds,
  ...checkoutKinds,
  ...pricingKinds,
  ...depositOptionKinds,
  ...bundleKinds,
  ...errorKinds,
  ...disclosureKinds,
  ...quotaKinds,
  ...announcementKinds,
  ...deliveryKinds,
  ...implementationKinds,
};
