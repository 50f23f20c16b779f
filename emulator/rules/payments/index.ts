import { exchangeRules } from './exchange.ts';
import { h2hRules } from './h2h.ts';
import { methodRules } from './methods.ts';
import { orderRules } from './orders.ts';
import { payinRules } from './payin.ts';
import { paymentRules } from './payment.ts';
import { paymentLifecycleRules } from './paymentLifecycle.ts';
import { payoutRules } from './payout.ts';
import { searchRules } from './search.ts';
import { walletRules } from './wallet.ts';

/** Every rule of payments, methods, search, balances and exchange. */
export const paymentSectionRules = {
  ...exchangeRules,
  ...h2hRules,
  ...methodRules,
  ...orderRules,
  ...payinRules,
  ...paymentRules,
  ...paymentLifecycleRules,
  ...payoutRules,
  ...searchRules,
  ...walletRules,
};
