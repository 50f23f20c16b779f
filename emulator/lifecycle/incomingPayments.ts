import type { ChainNews, ChainTransfer } from '../chain/blockchain.ts';
import type { AcquiringRequest, Incoming, Problem, Receipt, StaticAddress } from '../domain/acquiring.ts';
import type { Instant } from '../domain/clock.ts';
import { type Money, ZERO } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { staticValues } from '../domain/staticAddressValues.ts';
import { requestAt, type StaticPlace, staticAt } from '../instance/addressBook.ts';
import type { Account, Instance } from '../instance/instance.ts';
import { currentState, recordPayment, storeBounded } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import type { Rules } from '../rules/index.ts';
import { announcePayment } from '../webhooks/announce.ts';
import { moveRequest } from './acquiringTransitions.ts';
import { movePayment } from './paymentTransitions.ts';

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
}

/** Handles an event of a blockchain: a seen transfer is assigned to its receiver, a confirmed one is settled. */
export function handleChainNews(parties: Parties, { at, event, transfer }: ChainNews): void {
  if (event === 'seen') detect(parties, transfer, at);
  else confirm(parties, transfer, at);
}

function detect({ instance, rules }: Parties, transfer: ChainTransfer, at: Instant): void {
  const request = requestAt(instance, transfer.address);
  const place = staticAt(instance, transfer.address);
  if (request !== undefined) {
    const receipt = recordRequestPayment({ instance, rules }, request, { paid: transfer, at });
    if (receipt) storeBounded(instance.receipts, transfer.txHash, receipt);
  } else if (place !== undefined) {
    const receipt = recordStaticPayment({ instance, rules, now: at }, place, transfer);
    if (receipt) storeBounded(instance.receipts, transfer.txHash, receipt);
  }
}

/** What the payer of a request sent, on a blockchain or from the sandbox balance, and when. */
export interface PaidNow {
  readonly paid: Pick<Incoming, 'asset' | 'amount' | 'txHash'>;
  readonly at: Instant;
}

/** Records what was paid to a request as its payment; undefined if the request accepts none. */
export function recordRequestPayment(
  { instance, rules }: Parties,
  request: AcquiringRequest,
  { paid, at }: PaidNow,
): Receipt | undefined {
  const account = instance.accounts.find(({ ownerId }) => ownerId === request.owner);
  const { asset, txHash } = paid;
  const taken = rules.takesPayment(request.status, { paid: asset.id, asked: request.asset.id });
  if (account === undefined || !(taken || rules.surplusBooked())) return undefined;
  const amount = rules.paidAmountOf(paid.amount, request.incoming?.amount ?? null);
  const payment = recordPayment(
    { instance, rules, account, now: at },
    {
      orderId: request.orderId,
      externalId: txHash,
      status: taken ? rules.incomingStart() : rules.incomingFailure(),
      currency: asset.currency,
      blockchain: asset.blockchain,
      requested: amount,
      fee: feeOf(rules, request, amount),
      orderType: 'PAYIN',
      transactionType: 'CREDIT',
      method: 'CRYPTOCOIN',
      clientOrderId: request.clientOrderId,
      transferTo: account.ownerId,
      paidTo: { kind: 'request', requestId: request.id },
      convertInto: rules.requestConversion(
        request.project.autoConversion[asset.id] ?? null,
        request.quote !== null,
        amount,
      ),
    },
  );
  announcePayment({ instance, rules }, payment.id, null);
  if (!taken) return undefined;
  const incoming: Incoming = { paymentId: payment.id, txHash, asset, amount };
  moveRequest({ instance, rules }, request.id, { to: 'PENDING_PAYMENT', at, problem: null, incoming });
  return { ...incoming, requestId: request.id, failure: null };
}

/** Returns the fee of a payment. A request with a price has its fee in the price; otherwise the fee is computed from the paid amount. */
function feeOf(rules: Rules, { quote, project }: AcquiringRequest, paid: Money): Money {
  if (quote !== null) return quote.payerFee.plus(quote.merchantFee);
  return rules.platformFeeOf(paid, project.fixedFee, project.percentFee);
}

function confirm(parties: Parties, { txHash }: ChainTransfer, at: Instant): void {
  const receipt = parties.instance.receipts.get(txHash);
  parties.instance.receipts.delete(txHash);
  if (receipt !== undefined) concludePayment(parties, receipt, at);
}

/** Ends a recorded payment: it succeeds or fails, and its request moves with it. */
export function concludePayment(parties: Parties, receipt: Receipt, at: Instant): void {
  const { instance, rules } = parties;
  const stored = instance.payments.get(receipt.paymentId);
  if (stored === undefined) return;
  const request = instance.requests.get(receipt.requestId ?? '');
  const problem = request ? problemOf(rules, request, receipt) : null;
  const failed = request ? rules.incomingEnd(problem) === 'FAILED' : receipt.failure !== null;
  const reason = failed ? (receipt.failure ?? WORDS[problem ?? 'OTHER']) : null;
  movePayment({ instance, rules, stored }, failed ? rules.incomingFailure() : 'SUCCESS', { at, reason });
  if (request) settleRequest(parties, request, { receipt, problem, at });
}

/** The reason texts of failed payments. */
const WORDS: Readonly<Record<Problem, string>> = {
  UNDERPAID: 'Less was paid than expected',
  WRONG_CURRENCY: 'Paid in another asset than expected',
  OTHER: 'The payment did not pass the checks',
};

/** Moves a request to the outcome of its payment. */
function settleRequest(
  parties: Parties,
  { id, quote }: AcquiringRequest,
  { receipt, problem, at }: { receipt: Receipt; problem: Problem | null; at: Instant },
): void {
  const { rules } = parties;
  if (!rules.outcomeTold(problem)) return;
  const overpaid = problem === null && quote !== null && rules.exceedsDue(receipt.amount, quote.payAmount);
  moveRequest(parties, id, { to: problem === null ? 'SUCCESS' : 'CONFLICT', at, problem, overpaid });
}

/** The problem with a payment to a request; null if there is none. */
function problemOf(rules: Rules, { quote, asset: asked }: AcquiringRequest, paid: Incoming): Problem | null {
  if (!rules.assetMatches(paid.asset.id, asked.id)) return 'WRONG_CURRENCY';
  const due = quote?.payAmount ?? asked.minLimit;
  if (!rules.amountSatisfies(paid.amount, due, quote?.amount ?? null)) return rules.underpaymentProblem(quote !== null);
  if (quote === null) return rules.withinMost(paid.amount, asked.maxLimit) ? null : 'OTHER';
  return rules.exceedsDue(paid.amount, due) ? rules.overpaymentProblem(paid.amount, due) : null;
}

/** Records a payment to a static address, which is never converted (§ Static address bundle). */
function recordStaticPayment(
  { instance, rules, now }: { instance: Instance; rules: Rules; now: Instant },
  { bundle, addresses }: StaticPlace,
  { asset, amount, txHash, address: paidAt }: ChainTransfer,
): Receipt | undefined {
  const account = instance.accounts.find(({ projects }) => projects.includes(bundle.project));
  if (account === undefined) return undefined;
  const address = addresses.find((one) => one.asset.id === asset.id);
  const before = address === undefined ? [] : amountsPaidTo(account, address);
  const payment = recordPayment(
    { instance, rules, account, now },
    {
      orderId: newId(instance, rules, 'ORD'),
      externalId: txHash,
      status: rules.incomingStart(),
      currency: asset.currency,
      blockchain: asset.blockchain,
      requested: amount,
      fee: address ? rules.staticFeeOf(amount, staticValues(asset, bundle.project)) : ZERO,
      orderType: 'PAYIN',
      transactionType: 'CREDIT',
      method: 'CRYPTOCOIN',
      transferTo: account.ownerId,
      convertInto: rules.staticConversion(bundle.project.autoConversion[asset.id] ?? null),
      paidTo: { kind: 'static', referenceId: bundle.referenceId, address: address?.address ?? paidAt },
    },
  );
  const failure = failureOf(rules, address, { amount, before });
  announcePayment({ instance, rules, failure }, payment.id, null);
  return { paymentId: payment.id, txHash, asset, amount, requestId: null, failure };
}

/** The amounts of the payments to a static address so far. */
function amountsPaidTo({ payments }: Account, { address }: StaticAddress): Money[] {
  const isPaidTo = ({ paidTo }: Payment) => paidTo?.kind === 'static' && paidTo.address === address;
  return payments.map(currentState).flatMap((payment) => (isPaidTo(payment) ? [payment.requested] : []));
}

/** Says why a payment to a static address fails; null if it does not. `before` are the amounts of the earlier payments to the address. */
function failureOf(
  rules: Rules,
  address: StaticAddress | undefined,
  { amount, before }: { readonly amount: Money; readonly before: readonly Money[] },
): string | null {
  if (address === undefined) return 'The address takes no such asset';
  if (!rules.staticTakes(address.disabled)) return 'The address is disabled';
  return rules.reachesStaticMinimum(amount, address.asset.minLimit, before) ? null : 'Less than the minimum was paid';
}
