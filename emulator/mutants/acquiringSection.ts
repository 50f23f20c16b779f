import type { Mutant } from '../broken.ts';
import { acquiringRateMutants } from './acquiringRates.ts';
import { bundleRecordMutants } from './bundleRecord.ts';
import { bundleMutants } from './bundles.ts';
import { checkoutLifeMutants } from './checkoutLife.ts';
import { checkoutMoveMutants, disagreementMutants } from './checkoutMoves.ts';
import { checkoutOptionMutants } from './checkoutOptions.ts';
import { checkoutMutants } from './checkouts.ts';
import { depositMutants } from './deposit.ts';
import { depositLifeMutants } from './depositLife.ts';
import { paidMutants } from './paid.ts';
import { paidRecordMutants } from './paidRecords.ts';
import { pricingMutants } from './pricing.ts';
import { requestLifeMutants } from './requestLife.ts';
import { requestMutants } from './requests.ts';
import { staticLifeMutants } from './staticLife.ts';

/** Every hand-written mutant of crypto acquiring. */
export const acquiringSectionMutants: readonly Mutant[] = [
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
];
