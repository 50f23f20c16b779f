import type { Project } from './acquiring.ts';
import type { Asset } from './assets.ts';

/** What a static address of an asset takes, and what it deducts (§ Static address bundle, values). */
export const staticValues = ({ minLimit, networkFeeEstimate }: Asset, { percentFee, fixedFee }: Project) => ({
  minLimit,
  percentFee,
  fixedFee,
  networkFeeEstimate,
});
