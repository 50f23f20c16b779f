import type { Plan } from '../../../../harness/plan.ts';
import type { CaseClaim } from '../../../case.ts';
import { claimOf } from '../../steps.ts';

/** What a sound creation of a payment shows beside the defect whose twin it is: it is accepted, and leads to a payment. */
export function twinClaims({ operation, body = {} }: Plan, exchange: string): CaseClaim[] {
  const words = ['currency', 'method', 'paymentMethodId'].flatMap((name) => body[name] ?? []);
  const what = `a sound payment by ${words.join(' ')}`;
  if (operation === 'POST /v1/user/payments/payout') return [claimOf('OUT-01', 'isFound', { exchange, what })];
  if (operation !== 'POST /v1/user/payments/payin') return [];
  const listed = 'paymentMethodId' in body ? [claimOf('SBX-09', 'accepted', { exchange, what })] : [];
  return [claimOf('PIN-01', 'answersPayment', { exchange, what }), ...listed];
}
