import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { addressBundleCases } from './acquiring/addressBundles.ts';
import { checkoutCases } from './acquiring/checkouts.ts';
import { depositCases } from './acquiring/deposits.ts';
import { paidCheckoutCases } from './acquiring/paidCheckouts.ts';
import { paymentRequestCases } from './acquiring/paymentRequests.ts';
import { rateAndOptionCases } from './acquiring/ratesAndOptions.ts';
import { requestSequenceCases } from './acquiring/requestSequences.ts';
import { crossPayoutCases } from './exchange/crossPayouts.ts';
import { exchangeOrderCases } from './exchange/exchangeOrders.ts';
import { rateAndLimitListCases } from './exchange/rateAndLimitLists.ts';
import { refusedOrderCases } from './exchange/refusedOrders.ts';
import { equalOrderCases } from './payments/equalOrders.ts';
import { invalidAmountCases } from './payments/invalidAmounts.ts';
import { missingFieldCases } from './payments/missingFields.ts';
import { optionalFieldCases } from './payments/optionalFields.ts';
import { overspendingCases } from './payments/overspending.ts';
import { paymentStatusCases } from './payments/paymentStatuses.ts';
import { reusedIdCases } from './payments/reusedIds.ts';
import { similarIdCases } from './payments/similarIds.ts';
import { stateMachineCases } from './payments/stateMachine.ts';
import { unknownPaymentCases, unlistedMethodCases } from './payments/unlistedMethods.ts';
import { unspecifiedBehaviourCases } from './payments/unspecifiedBehaviour.ts';
import { hostToHostCases, mockCardCases, validPaymentCases } from './payments/validPayments.ts';
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
  depositCases,
  ...requestSequenceCases,
  hostToHostCases,
];

/** Case generators for pay-ins, pay-outs and exchange orders, for their ids, and for the sandbox. */
export const paymentCases: readonly CaseGenerator[] = [
  ...validPaymentCases,
  ...optionalFieldCases,
  ...missingFieldCases,
  ...unlistedMethodCases,
  ...invalidAmountCases,
  ...mockCardCases,
  ...exchangeOrderCases,
  ...refusedOrderCases,
  crossPayoutCases,
  ...rateAndLimitListCases,
  ...reusedIdCases,
  ...equalOrderCases,
  ...similarIdCases,
  ...unknownPaymentCases,
  ...unspecifiedBehaviourCases,
  ...paymentStatusCases,
  ...overspendingCases,
  ...stateMachineCases,
];

/**
 * Returns all case generators for a target that speaks the interface. `bySchema` holds the generators that are made from the contract's schemas; by default all
 * of them.
 */
export function caseGenerators(contract: Contract, bySchema = schemaCases(contract)): readonly CaseGenerator[] {
  return [...surroundingCases, ...bySchema, ...paymentCases];
}
