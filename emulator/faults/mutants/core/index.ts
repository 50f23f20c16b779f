import type { Mutant } from '../../shared/faultTypes.ts';
import { accessMutants, authenticationDetailMutants, proofMutants } from './access.ts';
import { laxAuthMutants, strictAuthMutants } from './authentication.ts';
import { bodyMutants } from './bodies.ts';
import { disclosureMutants } from './disclosure.ts';
import { errorMutants } from './errors.ts';
import { generalMutants } from './general.ts';
import { quotaMutants } from './quota.ts';
import { uniquenessMutants } from './uniqueness.ts';

/** Every hand-written mutant that affects all operations: answers, errors, access, quota, bodies. */
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

/** Mutants that break what every answer of any API must keep. A run does not check it, so only campaigns find them. */
export const campaignOnlyMutants: readonly Mutant[] = disclosureMutants;
