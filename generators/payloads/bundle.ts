import type { BundleBody } from '../../schemas/requestTypes.ts';

/** Builds the body of a bundle call with what every call needs, the given fields, and no others. */
export function bareBundle(referenceId: string, fields: Partial<BundleBody> = {}): BundleBody {
  return { referenceId, ...fields };
}

/** Builds the body of a call for these assets of a bundle. */
export function bundleBody(referenceId: string, assets: readonly string[]): BundleBody {
  return bareBundle(referenceId, { assets, allEnabledAssets: false });
}
