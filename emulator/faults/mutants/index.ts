import type { Mutant } from '../shared/faultTypes.ts';
import { acquiringSectionMutants } from './acquiring/index.ts';
import { coreSectionMutants } from './core/index.ts';
import { pageSectionMutants } from './pages/index.ts';
import { paymentSectionMutants } from './payments/index.ts';
import { webhookSectionMutants } from './webhooks/index.ts';

/** Every hand-written mutant of a catalogue requirement; `npm test` uses the first one of each requirement. */
export const mutants: readonly Mutant[] = [
  ...paymentSectionMutants,
  ...coreSectionMutants,
  ...acquiringSectionMutants,
  ...webhookSectionMutants,
  ...pageSectionMutants,
];
