import type { Project } from './acquiring.ts';
import type { Asset } from './assets.ts';

/** The minimum and the deductions of a static address for an asset (§ Static address bundle, values). */
export const staticValues = ({ minLimit, networkFeeEstimate }: Asset, { percentFee, fixedFee }: Project) => ({
  minLimit,
  percentFee,
  fixedFee,
  networkFeeEstimate,
});
