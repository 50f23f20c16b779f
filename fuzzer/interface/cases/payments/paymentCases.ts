import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { exchangeOrderCases } from '../exchange/exchangeOrders.ts';
import { rateAndLimitListCases } from '../exchange/rateAndLimitLists.ts';
import { refusedOrderCases } from '../exchange/refusedOrders.ts';
import { invalidAmountCases } from './invalidAmounts.ts';
import { missingFieldCases } from './missingFields.ts';
import { mockCardCases } from './mockCards.ts';
import { optionalFieldCases } from './optionalFields.ts';
import { overspendingCases } from './overspending.ts';
import { paymentStatusCases } from './paymentStatuses.ts';
import { reusedIdCases } from './reusedIds.ts';
import { similarIdCases } from './similarIds.ts';
import { stateMachineCases } from './stateMachine.ts';
import { unknownPaymentCases } from './unknownPayments.ts';
import { unlistedMethodCases } from './unlistedMethods.ts';
import { unspecifiedBehaviourCases } from './unspecifiedBehaviour.ts';
import { validPaymentCases } from './validPayments.ts';

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
  ...rateAndLimitListCases,
  ...reusedIdCases,
  ...similarIdCases,
  ...unknownPaymentCases,
  ...unspecifiedBehaviourCases,
  ...paymentStatusCases,
  ...overspendingCases,
  ...stateMachineCases,
];
