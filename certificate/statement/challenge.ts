import { createHash } from 'node:crypto';

/** Returns the seed of a run that is bound to a nonce: all values of the run are drawn from it, so no earlier run has them. */
export const seedOfChallenge = (nonce: string): number =>
  createHash('sha256').update(`assay challenge ${nonce}`).digest().readUInt32BE() % 2_147_483_648;
