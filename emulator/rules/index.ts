import { acquiringKinds, acquiringRules } from './acquiring.ts';
import { acquiringLifecycleKinds, acquiringLifecycleRules } from './acquiringLifecycle.ts';
import { announcementKinds, announcementRules } from './announcements.ts';
import { authKinds, authRules } from './auth.ts';
import { bundleKinds, bundleRules } from './bundles.ts';
import { chainKinds, chainRules } from './chain.ts';
import { checkoutKinds, checkoutRules } from './checkouts.ts';
import { deliveryKinds, deliveryRules } from './deliveries.ts';
import { depositOptionKinds, depositOptionRules } from './depositOptions.ts';
import { disclosureKinds, disclosureRules } from './disclosure.ts';
import { errorKinds, errorRules } from './errors.ts';
import { exchangeKinds, exchangeRules } from './exchange.ts';
import { h2hKinds, h2hRules } from './h2h.ts';
import { implementationKinds, implementationRules } from './implementationChoices.ts';
import { incomingPaymentKinds, incomingPaymentRules } from './incomingPayments.ts';
import { methodKinds, methodRules } from './methods.ts';
import { orderKinds, orderRules } from './orders.ts';
import { payinKinds, payinRules } from './payin.ts';
import { paymentKinds, paymentRules } from './payment.ts';
import { paymentLifecycleKinds, paymentLifecycleRules } from './paymentLifecycle.ts';
import { payoutKinds, payoutRules } from './payout.ts';
import { pricingKinds, pricingRules } from './pricing.ts';
import { quotaKinds, quotaRules } from './quota.ts';
import { searchKinds, searchRules } from './search.ts';
import { versionKinds, versionRules } from './versions.ts';
import { walletKinds, walletRules } from './wallet.ts';

/** Every decision that interface.md requires of a server, as one pure function each, with the conforming result. */
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

/** The rules of one service; a mutant or variant replaces some of them. */
export type Rules = typeof conformingRules;

/** The name of one rule. */
export type RuleName = keyof Rules;

/** The kind of each rule, which determines its mechanical mutants. */
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
