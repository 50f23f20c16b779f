import { type JsonObject, num, numOrNull } from '../core/json.ts';
import { ZERO } from '../core/money.ts';
import { formatInstant } from '../core/time.ts';
import { paymentView } from '../state/payment.ts';
import type { Request } from '../state/records.ts';
import { merchantFee, paidAmount, payAmount, processingAmount } from './requestfigures.ts';

/** The JSON form of a request. */
export function requestView(request: Request): JsonObject {
  const { asset, checkout, payment, project } = request;
  return {
    id: request.id,
    status: request.status,
    reason: request.reason ?? null,
    orderId: request.orderId,
    clientOrderId: request.clientOrderId,
    checkoutId: checkout?.id ?? null,
    cryptoAcquiringProjectId: project.id,
    cryptoAcquiringProjectName: project.name,
    type: request.price ? 'FIXED_PRICE' : 'NO_PRICE',
    cryptoCurrency: asset.id,
    blockchain: asset.blockchain,
    currency: asset.currency,
    address: request.address,
    ...amounts(request),
    ...fees(request),
    paymentStatus: payment?.status ?? null,
    paymentId: payment?.id ?? null,
    txHash: request.transfer?.txHash ?? null,
    payment: payment ? paymentView(payment) : null,
    createdAt: formatInstant(request.createdAt),
    lastUpdatedAt: request.lastUpdatedAt ? formatInstant(request.lastUpdatedAt) : null,
    paymentWindowEndsAt: formatInstant(request.paymentWindowEndsAt),
    expiresAt: formatInstant(request.expiresAt),
  };
}

function amounts(request: Request): JsonObject {
  const { asset, price } = request;
  const expected = payAmount(request);
  const paid = paidAmount(request);
  const processing = processingAmount(request);
  return {
    requestAmount: numOrNull(price?.amount),
    requestAmountIn: price?.amountIn,
    requestAmountConverted: price && num(price.converted),
    convertPair: price?.convertPair,
    convertRate: price && num(price.convertRate),
    payAmount: expected && num(expected),
    paidAmount: paid && num(paid),
    overpaid: Boolean(expected && paid?.gt(expected)),
    processingAmount: processing && num(processing),
    minLimit: price ? undefined : num(asset.minLimit),
    maxLimit: price ? undefined : num(asset.maxLimit),
  };
}

function fees(request: Request): JsonObject {
  const { asset, payerFee } = request;
  const fixed = num(asset.fixedFee);
  const percent = num(asset.percentFee);
  const byMerchant = merchantFee(request);
  const none = num(ZERO);
  return {
    payerPlatformFee: num(payerFee ?? ZERO),
    payerFixedPlatformFee: payerFee ? fixed : none,
    payerPercentPlatformFee: payerFee ? percent : none,
    merchantPlatformFee: byMerchant && num(byMerchant),
    merchantFixedPlatformFee: payerFee ? none : fixed,
    merchantPercentPlatformFee: payerFee ? none : percent,
  };
}
