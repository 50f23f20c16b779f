/** The build that runs: the version of the package, SHA-256 over the sources of the product, and SHA-256 of the lock file. */
export interface Build {
  version: string;
  sources: string;
  lock: string;
}

/** Defined by `scripts/build.js`; absent where the sources run directly. */
declare const ASSAY_BUILD: Build | undefined;

/** The build that runs; undefined where the sources run directly. */
export const thisBuild: Build | undefined = typeof ASSAY_BUILD === 'undefined' ? undefined : ASSAY_BUILD;
