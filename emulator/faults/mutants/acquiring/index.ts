import type { Mutant } from '../../shared/faultTypes.ts';
import { staticLifeMutants } from './addressReplacement.ts';
import { bundleRecordMutants } from './bundleContents.ts';
import { bundleMutants } from './bundles.ts';
import { checkoutLifeMutants } from './checkoutLifecycle.ts';
import { checkoutOptionMutants } from './checkoutOptions.ts';
import { checkoutMutants } from './checkouts.ts';
import { checkoutMoveMutants, disagreementMutants } from './checkoutTransitions.ts';
import { depositMutants } from './depositOptions.ts';
import { endAndOfferMutants } from './endsAndOffers.ts';
import { exactAmountMutants } from './exactAmounts.ts';
import { keptRecordMutants } from './keptRecords.ts';
import { paidMutants } from './paidAmounts.ts';
import { paidCornerMutants } from './paidCorners.ts';
import { paidRecordMutants } from './paidRecords.ts';
import { pricingMutants } from './pricing.ts';
import { acquiringRateMutants } from './rates.ts';
import { requestLifeMutants } from './requestLifecycle.ts';
import { requestMutants } from './requests.ts';
import { depositLifeMutants } from './staticPayments.ts';

/** Every hand-written mutant of crypto acquiring. */
export const acquiringSectionMutants: readonly Mutant[] = [
  ...checkoutLifeMutants,
  ...checkoutMoveMutants,
  ...disagreementMutants,
  ...requestLifeMutants,
  ...paidMutants,
  ...paidCornerMutants,
  ...exactAmountMutants,
  ...paidRecordMutants,
  ...staticLifeMutants,
  ...keptRecordMutants,
  ...endAndOfferMutants,
  ...checkoutMutants,
  ...checkoutOptionMutants,
  ...requestMutants,
  ...pricingMutants,
  ...depositMutants,
  ...bundleMutants,
  ...bundleRecordMutants,
  ...acquiringRateMutants,
  ...depositLifeMutants,
];
