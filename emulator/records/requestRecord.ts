import type { AcquiringRequest } from '../domain/acquiring.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Instance } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { instantField, paymentRecord } from './paymentRecord.ts';

/** The record of a request: all fields of § Crypto acquiring request, null while they are empty. */
export function requestRecord(request: AcquiringRequest, instance: Instance, rules: Rules): JsonRecord {
  const { project, asset, lastUpdatedAt } = request;
  const limits = rules.requestLimitsShown(asset, request.quote !== null);
  const record: JsonRecord = {
    id: request.id,
    orderId: request.orderId,
    clientOrderId: request.clientOrderId,
    ...rules.requestAssetShown({ currency: asset.currency, blockchain: asset.blockchain }),
    status: request.status,
    reason: rules.requestReason(request.problem, request.status),
    cryptoAcquiringProjectId: project.id,
    cryptoAcquiringProjectName: project.name,
    checkoutId: request.checkoutId,
    address: request.address,
    paymentWindowEndsAt: instantField(request.paymentWindowEndsAt, 'request.paymentWindowEndsAt', rules),
    expiresAt: instantField(request.expiresAt, 'request.expiresAt', rules),
    createdAt: instantField(request.createdAt, 'request.createdAt', rules),
    lastUpdatedAt: lastUpdatedAt === null ? null : instantField(lastUpdatedAt, 'request.lastUpdatedAt', rules),
    ...amountsRecord(request),
    ...incomingRecord(request, instance, rules),
    minLimit: limits?.minLimit ?? null,
    maxLimit: limits?.maxLimit ?? null,
  };
  return rules.dressed(rules.requestTold(record, request), 'request');
}

function amountsRecord({ quote, project, feePaidBy }: AcquiringRequest): JsonRecord {
  const [byPayer, byMerchant] = [feePaidBy === 'payer', feePaidBy === 'merchant'];
  return {
    requestAmount: quote?.amount ?? null,
    requestAmountIn: quote?.amountIn ?? null,
    requestAmountConverted: quote?.converted ?? null,
    convertPair: quote?.convertPair ?? null,
    convertRate: quote?.convertRate ?? null,
    payAmount: quote?.payAmount ?? null,
    payerPlatformFee: quote?.payerFee ?? null,
    payerFixedPlatformFee: byPayer ? project.fixedFee : null,
    payerPercentPlatformFee: byPayer ? project.percentFee : null,
    merchantPlatformFee: quote?.merchantFee ?? null,
    merchantFixedPlatformFee: byMerchant ? project.fixedFee : null,
    merchantPercentPlatformFee: byMerchant ? project.percentFee : null,
    processingAmount: quote?.processingAmount ?? null,
  };
}

/** The payment fields of a request; null until there is a payment. */
function incomingRecord(
  { quote, asset, incoming, overpaid, status }: AcquiringRequest,
  instance: Instance,
  rules: Rules,
): JsonRecord {
  const stored = instance.payments.get(incoming?.paymentId ?? '');
  if (incoming === null || stored === undefined) {
    return { paymentStatus: null, paymentId: null, payment: null, txHash: null, paidAmount: null, overpaid: null };
  }
  const payment = currentState(stored);
  return {
    paymentStatus: payment.status,
    paymentId: payment.id,
    payment: paymentRecord(payment, 'get', rules),
    txHash: incoming.txHash,
    // The amount in the request's asset; null if the payer sent another asset.
    paidAmount: incoming.asset.id === asset.id ? incoming.amount : null,
    overpaid,
    ...(quote === null && status === 'SUCCESS'
      ? { merchantPlatformFee: payment.fee, processingAmount: rules.incomingCredit(payment.amount, payment.fee, null) }
      : {}),
  };
}
