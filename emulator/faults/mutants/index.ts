import type { Mutant } from '../shared/faultTypes.ts';
import { acquiringSectionMutants } from './acquiring/index.ts';
import { coreSectionMutants } from './core/index.ts';
import { paymentSectionMutants } from './payments/index.ts';
import { webhookSectionMutants } from './webhooks/index.ts';

export { campaignOnlyMutants } from './core/index.ts';

/** Every hand-written mutant of a requirement of the catalogue; of each requirement, the first one here is what `npm test` takes. */
export const mutants: readonly Mutant[] = [
  ...paymentSectionMutants,
  ...coreSectionMutants,
  ...acquiringSectionMutants,
  ...webhookSectionMutants,
];
