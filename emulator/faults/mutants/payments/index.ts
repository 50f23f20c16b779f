import type { Mutant } from '../../shared/faultTypes.ts';
import { exchangeMutants } from './exchange.ts';
import { rateMutants } from './exchangeRates.ts';
import { h2hMutants } from './h2h.ts';
import { methodMutants } from './methods.ts';
import { orderMutants } from './orders.ts';
import { pageNumberMutants } from './pageNumbers.ts';
import { payinMutants } from './payin.ts';
import { paymentMutants } from './payment.ts';
import { lifecycleMutants } from './paymentLifecycle.ts';
import { payoutMutants } from './payout.ts';
import { requestedFieldMutants } from './requestedFields.ts';
import { sandboxMutants } from './sandbox.ts';
import { searchFilterMutants } from './searchFilters.ts';
import { searchPageMutants } from './searchPages.ts';
import { shortPageMutants } from './shortPages.ts';
import { agreementMutants } from './viewAgreement.ts';
import { writtenAmountMutants } from './writtenAmounts.ts';

/** Every hand-written mutant of payments, their methods, their search, and exchange. */
export const paymentSectionMutants: readonly Mutant[] = [
  ...paymentMutants,
  ...agreementMutants,
  ...requestedFieldMutants,
  ...payinMutants,
  ...h2hMutants,
  ...payoutMutants,
  ...sandboxMutants,
  ...lifecycleMutants,
  ...methodMutants,
  ...orderMutants,
  ...searchFilterMutants,
  ...searchPageMutants,
  ...shortPageMutants,
  ...pageNumberMutants,
  ...rateMutants,
  ...exchangeMutants,
  ...writtenAmountMutants,
];
