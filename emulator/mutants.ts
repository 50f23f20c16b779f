import type { Mutant } from './broken.ts';
import { acquiringSectionMutants } from './mutants/acquiringSection.ts';
import { coreSectionMutants } from './mutants/coreSection.ts';
import { paymentSectionMutants } from './mutants/paymentSection.ts';
import { webhookSectionMutants } from './mutants/webhookSection.ts';

export { campaignOnlyMutants } from './mutants/coreSection.ts';

/** Every hand-written mutant of a requirement of the catalogue; of each requirement, the first one here is what `npm test` takes. */
export const mutants: readonly Mutant[] = [
  ...paymentSectionMutants,
  ...coreSectionMutants,
  ...acquiringSectionMutants,
  ...webhookSectionMutants,
];
