import type { CaseGenerator } from '../move.ts';
import { invalidAmountCases } from './payments/badAmounts.ts';
import { refusedOrderCases } from './payments/badOrders.ts';
import { missingFieldCases } from './payments/leftOut.ts';
import { similarIdCases } from './payments/likenessMoves.ts';
import { rateAndLimitListCases } from './payments/lists.ts';
import { paymentStatusCases } from './payments/lives.ts';
import { mockCardCases } from './payments/mockCards.ts';
import { unspecifiedBehaviourCases } from './payments/observed.ts';
import { optionalFieldCases } from './payments/optional.ts';
import { exchangeOrderCases } from './payments/orders.ts';
import { reusedIdCases } from './payments/secondUses.ts';
import { validPaymentCases } from './payments/sound.ts';
import { overspendingCases } from './payments/together.ts';
import { unknownPaymentCases } from './payments/unknownReads.ts';
import { unlistedMethodCases } from './payments/unlisted.ts';
import { stateMachineCases } from './payments/walk.ts';

/** What a campaign may do with pay-ins, pay-outs and exchange orders, with their ids, and in the sandbox. */
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
