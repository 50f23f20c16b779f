import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { addressBundleCases } from './acquiring/addressBundles.ts';
import { checkoutCases } from './acquiring/checkouts.ts';
import { paidCheckoutCases } from './acquiring/paidCheckouts.ts';
import { paymentRequestCases } from './acquiring/paymentRequests.ts';
import { rateAndOptionCases } from './acquiring/ratesAndOptions.ts';
import { requestSequenceCases } from './acquiring/requestSequences.ts';
import { hostToHostCases } from './payments/hostToHost.ts';
import { paymentCases } from './payments/paymentCases.ts';
import { malformedRequestCases } from './protocol/malformedRequests.ts';
import { otherAccountCases } from './protocol/otherAccounts.ts';
import { validSignatureCases } from './protocol/validSignatures.ts';
import { wrongSignatureCases } from './protocol/wrongSignatures.ts';
import { schemaCases } from './schema/schemaCases.ts';
import { searchFilterCases } from './search/searchFilters.ts';
import { searchPageCases } from './search/searchPages.ts';

/** Case generators for everything except payments: authentication, search, protocol, crypto acquiring. */
export const surroundingCases: readonly CaseGenerator[] = [
  ...wrongSignatureCases,
  ...validSignatureCases,
  ...otherAccountCases,
  ...searchFilterCases,
  ...searchPageCases,
  ...malformedRequestCases,
  ...rateAndOptionCases,
  ...checkoutCases,
  ...paymentRequestCases,
  ...addressBundleCases,
  ...paidCheckoutCases,
  ...requestSequenceCases,
  hostToHostCases,
];

/**
 * Returns all case generators for a target that speaks the interface. `bySchema` holds the generators that are made from the contract's schemas; by default all
 * of them.
 */
export function caseGenerators(contract: Contract, bySchema = schemaCases(contract)): readonly CaseGenerator[] {
  return [...surroundingCases, ...bySchema, ...paymentCases];
}
