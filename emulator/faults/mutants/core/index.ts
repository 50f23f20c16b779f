import type { Mutant } from '../../shared/faultTypes.ts';
import { accessMutants, authenticationDetailMutants, proofMutants } from './access.ts';
import { afterHoursMutants } from './afterHours.ts';
import { laxAuthMutants, strictAuthMutants } from './authentication.ts';
import { bodyMutants } from './bodies.ts';
import { disclosureMutants } from './disclosure.ts';
import { errorMutants } from './errors.ts';
import { generalMutants } from './general.ts';
import { otherAccountMutants } from './otherAccounts.ts';
import { quotaMutants } from './quota.ts';
import { refusedNowAndThenMutants } from './refusedNowAndThen.ts';
import { tokenMutants } from './tokens.ts';
import { uniquenessMutants } from './uniqueness.ts';
import { unnamedOrderMutants } from './unnamedOrders.ts';

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
  ...otherAccountMutants,
  ...tokenMutants,
  ...afterHoursMutants,
  ...uniquenessMutants,
  ...unnamedOrderMutants,
  ...bodyMutants,
  ...disclosureMutants,
  ...refusedNowAndThenMutants,
];
