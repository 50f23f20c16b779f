import type { AcquiringRequest, Checkout } from '../domain/acquiring.ts';
import { balanceOf, transfer } from '../domain/books.ts';
import { MILLISECOND } from '../domain/clock.ts';
import { type Money, ZERO } from '../domain/money.ts';
import { hex } from '../domain/random.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccountContext } from '../instance/context.ts';
import { recordPayment } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { recordDebit } from '../instance/recentDebits.ts';
import { concludePayment, recordRequestPayment } from '../lifecycle/incomingPayments.ts';

/** A checkout with the request that its end user pays. */
export interface OpenDemand {
  readonly checkout: Checkout;
  readonly request: AcquiringRequest;
}

/** True if the sandbox balance can settle a checkout now: it holds test USDT or USDC, and enough of it. */
export function canSettle({ rules, account, now }: AccountContext, { checkout, request }: OpenDemand): boolean {
  const { asset, quote, status, lastUpdatedAt } = request;
  const due = quote?.payAmount ?? asset.minLimit;
  // Only what comes late from a blockchain is tolerated: a checkout that has expired is not settled at once.
  const open = checkout.status === 'EXPIRED' ? 'EXPIRED' : status;
  return (
    rules.balanceSettles(open, Number((now - (lastUpdatedAt ?? now)) / MILLISECOND)) &&
    rules.balanceCurrency(asset.currency) &&
    rules.balanceCovers(balanceOf(account, asset.currency), due, checkout.type)
  );
}

/**
 * Settles a checkout from the sandbox balance, without a transaction (§ Sandbox). The end user gives the amount of a checkout without a price; `amount` is null
 * for any other. Throws a Refusal if the balance or the amount does not do.
 */
export function settleFromBalance(at: AccountContext, open: OpenDemand, amount: Money | null): void {
  const { instance, rules, account, now } = at;
  const { checkout, request } = open;
  const due = dueFromBalance(at, request, amount);
  if (!canSettle(at, open) || !rules.balanceCovers(balanceOf(account, request.asset.currency), due, checkout.type)) {
    throw new Refusal('insufficient_funds', 'The sandbox balance cannot settle this checkout');
  }
  const { asset } = request;
  const debit = { currency: asset.currency, amount: rules.balanceDebit(due, checkout.type) };
  transfer(instance.books, { ...debit, from: account, to: 'outside' });
  recordDebit(at, debit.currency, debit.amount);
  recordPayment(at, {
    orderId: newId(instance, rules, 'ORD'),
    status: 'SUCCESS',
    currency: asset.currency,
    requested: debit.amount,
    fee: ZERO,
    orderType: 'TRANSFER',
    transactionType: 'DEBIT',
    balanceAfterPayment: balanceOf(account, asset.currency),
  });
  const of = { currency: asset.currency, converted: request.quote?.converted ?? null };
  const txHash = rules.balanceTransaction(() => hex(instance.random, 32));
  const paid = { asset, amount: rules.balancePaid(due, checkout.type, of), txHash };
  const receipt = recordRequestPayment({ instance, rules }, request, { paid, at: now });
  if (receipt) concludePayment({ instance, rules }, receipt, now);
}

function dueFromBalance({ rules }: AccountContext, { quote, asset }: AcquiringRequest, amount: Money | null): Money {
  if (quote !== null) return quote.payAmount;
  if (amount === null) throw new Refusal('missing_field', 'amount is missing');
  if (!rules.payerAmountAccepted(amount, asset)) {
    throw new Refusal('bad_amount', 'The amount is outside the limits of the asset');
  }
  return amount;
}
