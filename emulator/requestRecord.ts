import type { AcquiringRequest } from './acquiring.ts';
import { incomingRecord } from './incomingRecord.ts';
import type { JsonRecord } from './json.ts';
import { shownInstant } from './records.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

/** A request as it is answered: all fields of § Crypto acquiring request, null where they say nothing yet. */
export function requestRecord(request: AcquiringRequest, world: World, rules: Rules): JsonRecord {
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
    paymentWindowEndsAt: shownInstant(request.paymentWindowEndsAt, 'request.paymentWindowEndsAt', rules),
    expiresAt: shownInstant(request.expiresAt, 'request.expiresAt', rules),
    createdAt: shownInstant(request.createdAt, 'request.createdAt', rules),
    lastUpdatedAt: lastUpdatedAt === null ? null : shownInstant(lastUpdatedAt, 'request.lastUpdatedAt', rules),
    ...amountsRecord(request),
    ...incomingRecord(request, world, rules),
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
