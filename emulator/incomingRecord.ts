import type { AcquiringRequest } from './acquiring.ts';
import type { JsonRecord } from './json.ts';
import { current } from './ledger.ts';
import { paymentRecord } from './records.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

/** What a request tells of its payment: nothing until there is one. */
export function incomingRecord(
  { quote, asset, incoming, overpaid, status }: AcquiringRequest,
  world: World,
  rules: Rules,
): JsonRecord {
  const stored = world.payments.get(incoming?.paymentId ?? '');
  if (incoming === null || stored === undefined) {
    return { paymentStatus: null, paymentId: null, payment: null, txHash: null, paidAmount: null, overpaid: null };
  }
  const payment = current(stored);
  return {
    paymentStatus: payment.status,
    paymentId: payment.id,
    payment: paymentRecord(payment, 'get', rules),
    txHash: incoming.txHash,
    // In the asset of the request: of another asset nothing was paid.
    paidAmount: incoming.asset.id === asset.id ? incoming.amount : null,
    overpaid,
    ...(quote === null && status === 'SUCCESS'
      ? { merchantPlatformFee: payment.fee, processingAmount: rules.incomingCredit(payment.amount, payment.fee) }
      : {}),
  };
}
