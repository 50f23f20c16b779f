import type { Mutant } from '../../shared/faultTypes.ts';
import { accessMutants, authenticationDetailMutants, proofMutants } from './access.ts';
import { laxAuthMutants, strictAuthMutants } from './authentication.ts';
import { bodyMutants } from './bodies.ts';
import { disclosureMutants } from './disclosure.ts';
import { errorMutants } from './errors.ts';
import { generalMutants } from './general.ts';
import { quotaMutants } from './quota.ts';
import { uniquenessMutants } from './uniqueness.ts';

/** Every hand-written mutant of what holds at each operation: answers, errors, access, quota, bodies. */
export const coreSectionMutants: readonly Mutant[] = [
  ...generalMutants,
  ...strictAuthMutants,
  ...laxAuthMutants,
  ...errorMutants,
  ...quotaMutants,
  ...proofMutants,
  ...authenticationDetailMutants,
  ...accessMutants,
  ...uniquenessMutants,
  ...bodyMutants,
];

/** Mutants of what is asked of every answer of any API: a run asks for none of it, so that campaigns alone find them. */
export const campaignOnlyMutants: readonly Mutant[] = disclosureMutants;
