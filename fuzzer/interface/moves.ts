import type { Contract } from '../../schemas/contract.ts';
import type { CaseGenerator } from './move.ts';
import { addressBundleCases } from './moves/bundles.ts';
import { checkoutCases } from './moves/checkouts.ts';
import { requestSequenceCases } from './moves/flows.ts';
import { hostToHostCases } from './moves/hostToHost.ts';
import { rateAndOptionCases } from './moves/lookups.ts';
import { otherAccountCases } from './moves/otherAccounts.ts';
import { searchPageCases } from './moves/pages.ts';
import { paidCheckoutCases } from './moves/paid.ts';
import { paymentCases } from './moves/payments.ts';
import { malformedRequestCases } from './moves/protocol.ts';
import { paymentRequestCases } from './moves/requests.ts';
import { validSignatureCases } from './moves/rightSignatures.ts';
import { searchFilterCases } from './moves/searches.ts';
import { wrongSignatureCases } from './moves/wrongSignatures.ts';
import { schemaCases } from './schemaCases.ts';

/** What surrounds the payments of an interface: authentication, search, protocol, crypto acquiring. */
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

/** Everything that a campaign may do to a target that speaks the interface; of the moves by the contract's schemas all, or those that are given. */
export function caseGenerators(contract: Contract, bySchema = schemaCases(contract)): readonly CaseGenerator[] {
  return [...surroundingCases, ...bySchema, ...paymentCases];
}
