import type { Mutant } from './broken.ts';
import { accessMutants, mannerMutants, proofMutants } from './mutants/access.ts';
import { acquiringRateMutants } from './mutants/acquiringRates.ts';
import { announcementMutants, saidMutants } from './mutants/announcements.ts';
import { laxAuthMutants, strictAuthMutants } from './mutants/auth.ts';
import { bodyMutants } from './mutants/bodies.ts';
import { bundleRecordMutants } from './mutants/bundleRecord.ts';
import { bundleMutants } from './mutants/bundles.ts';
import { checkoutLifeMutants } from './mutants/checkoutLife.ts';
import { checkoutMoveMutants, disagreementMutants } from './mutants/checkoutMoves.ts';
import { checkoutOptionMutants } from './mutants/checkoutOptions.ts';
import { checkoutMutants } from './mutants/checkouts.ts';
import { depositMutants } from './mutants/deposit.ts';
import { depositLifeMutants } from './mutants/depositLife.ts';
import { discretionMutants } from './mutants/discretion.ts';
import { errorMutants } from './mutants/errors.ts';
import { exchangeMutants } from './mutants/exchange.ts';
import { generalMutants } from './mutants/general.ts';
import { h2hMutants } from './mutants/h2h.ts';
import { lifecycleMutants } from './mutants/lifecycle.ts';
import { methodMutants } from './mutants/methods.ts';
import { orderMutants } from './mutants/orders.ts';
import { paidMutants } from './mutants/paid.ts';
import { paidRecordMutants } from './mutants/paidRecords.ts';
import { payinMutants } from './mutants/payin.ts';
import { agreementMutants, paymentMutants } from './mutants/payment.ts';
import { payoutMutants } from './mutants/payout.ts';
import { pricingMutants } from './mutants/pricing.ts';
import { quotaMutants } from './mutants/quota.ts';
import { rateMutants } from './mutants/rates.ts';
import { requestLifeMutants } from './mutants/requestLife.ts';
import { requestMutants } from './mutants/requests.ts';
import { sandboxMutants } from './mutants/sandbox.ts';
import { searchMutants } from './mutants/search.ts';
import { staticLifeMutants } from './mutants/staticLife.ts';
import { uniquenessMutants } from './mutants/uniqueness.ts';
import { webhookBodyMutants } from './mutants/webhookBodies.ts';
import { webhookFailureMutants, webhookRetryMutants } from './mutants/webhookRetries.ts';

/** Every hand-written mutant of a requirement of the catalogue. */
export const mutants: readonly Mutant[] = [
  ...generalMutants,
  ...paymentMutants,
  ...agreementMutants,
  ...payinMutants,
  ...h2hMutants,
  ...payoutMutants,
  ...sandboxMutants,
  ...lifecycleMutants,
  ...methodMutants,
  ...orderMutants,
  ...searchMutants,
  ...strictAuthMutants,
  ...laxAuthMutants,
  ...errorMutants,
  ...quotaMutants,
  ...proofMutants,
  ...mannerMutants,
  ...accessMutants,
  ...rateMutants,
  ...exchangeMutants,
  ...uniquenessMutants,
  ...bodyMutants,
  ...checkoutLifeMutants,
  ...checkoutMoveMutants,
  ...disagreementMutants,
  ...requestLifeMutants,
  ...paidMutants,
  ...paidRecordMutants,
  ...staticLifeMutants,
  ...checkoutMutants,
  ...checkoutOptionMutants,
  ...requestMutants,
  ...pricingMutants,
  ...depositMutants,
  ...bundleMutants,
  ...bundleRecordMutants,
  ...acquiringRateMutants,
  ...depositLifeMutants,
  ...announcementMutants,
  ...saidMutants,
  ...webhookBodyMutants,
  ...webhookFailureMutants,
  ...webhookRetryMutants,
];

/** Mutants of what is asked of every answer of any API: a run asks for none of it, so that campaigns alone find them. */
export const huntedMutants: readonly Mutant[] = discretionMutants;
