import { newId } from '../core/ids.ts';
import { type JsonObject, num } from '../core/json.ts';
import { type Money, percentOf, roundUp } from '../core/money.ts';
import { formatInstant } from '../core/time.ts';
import type { Asset } from '../state/assets.ts';
import { paymentView } from '../state/payment.ts';
import type { StaticPayment, Transfer } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { CONFIRM_MS, creditIncoming, recordIncoming } from './incoming.ts';

type Place = Pick<StaticPayment, 'bundle' | 'address'>;

/** Notes a payment to a static address; a disabled address leaves it unprocessed. */
export function detectStaticPayment(world: World, { bundle, address }: Place, transfer: Transfer): void {
  const payment = recordIncoming(world, transfer, { account: bundle.account, orderId: newId('ORD') });
  const found: StaticPayment = { bundle, address, transfer, payment };
  tell(world, found);
  if (address.active) world.clock.after(CONFIRM_MS, () => finish(world, found));
}

function finish(world: World, found: StaticPayment): void {
  const { payment, transfer } = found;
  const problem = refusal(found);
  if (problem === undefined) creditIncoming(world, payment, staticFee(transfer.asset, transfer.amount));
  else world.payments.move(payment, { status: 'FAILED', reason: problem });
  tell(world, found);
}

function refusal({ bundle, transfer }: StaticPayment): string | undefined {
  if (!bundle.assets.has(transfer.asset.id)) return 'The asset is not part of the bundle';
  return transfer.amount.lt(transfer.asset.staticMinLimit) ? 'Below the minimum of the address' : undefined;
}

function staticFee(asset: Asset, amount: Money): Money {
  const platform = roundUp(percentOf(amount, asset.percentFee), asset.scale).plus(asset.fixedFee);
  return platform.plus(asset.networkFee);
}

function tell(world: World, found: StaticPayment): void {
  world.webhooks.emit('staticAddressPayment', found.bundle.account, staticPaymentView(found));
}

function staticPaymentView({ bundle, address, transfer, payment }: StaticPayment): JsonObject {
  return {
    paymentId: payment.id,
    status: payment.status,
    reason: payment.reason ?? null,
    bundleId: bundle.id,
    referenceId: bundle.referenceId,
    projectId: bundle.project.id,
    addressId: address.id,
    address: address.address,
    asset: transfer.asset.id,
    amount: num(transfer.amount),
    txHash: transfer.txHash ?? null,
    createdAt: formatInstant(payment.createdAt),
    payment: paymentView(payment),
  };
}
