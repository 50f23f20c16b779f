import { checkScale, type Fields } from '../core/fields.ts';
import { randomHex } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import { ZERO } from '../core/money.ts';
import { badRequest } from '../core/problem.ts';
import { readProcessed } from '../payments/settle.ts';
import type { AddressOwner } from '../state/acquiring.ts';
import { findAsset } from '../state/assets.ts';
import type { ConflictReason, Request, Transfer } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { CONFIRM_MS, creditIncoming, recordIncoming } from './incoming.ts';
import { payAmount, processingAmount } from './requestfigures.ts';
import { moveRequest } from './requestmoves.ts';
import { detectStaticPayment } from './staticpayment.ts';

/** Somebody pays an address of the service on the simulated blockchain. */
export function receiveTransfer(world: World, fields: Fields): JsonObject {
  const asset = findAsset(fields.needText('asset'));
  if (asset === undefined) throw badRequest('unknown asset', 'asset');
  const owner = world.acquiring.owner(fields.needText('address'));
  const amount = readProcessed(fields, 'amount');
  if (!amount?.gt(0)) throw badRequest('amount must be greater than zero', 'amount');
  checkScale(amount, asset.scale, 'amount');
  const transfer: Transfer = { asset, address: fields.needText('address'), amount, txHash: randomHex(32) };
  if (familyOf(owner) !== asset.family) throw badRequest('the address is of another blockchain', 'address');
  return { detected: route(world, owner, transfer), txHash: transfer.txHash };
}

function familyOf(owner: AddressOwner): string | undefined {
  if ('request' in owner) return owner.request.asset.family;
  return owner.address.family;
}

function route(world: World, owner: AddressOwner, transfer: Transfer): boolean {
  if ('bundle' in owner) {
    detectStaticPayment(world, owner, transfer);
    return true;
  }
  if (owner.request.status !== 'WAITING_PAYMENT') return false;
  detectRequestPayment(world, owner.request, transfer);
  return true;
}

/** Notes the payment of a request that waits for one, and lets it be checked. */
export function detectRequestPayment(world: World, request: Request, transfer: Transfer): void {
  request.transfer = transfer;
  request.payment = recordIncoming(world, transfer, request);
  moveRequest(world, request, { status: 'PENDING_PAYMENT' });
  world.clock.after(CONFIRM_MS, () => finishRequest(world, request, transfer));
}

function finishRequest(world: World, request: Request, transfer: Transfer): void {
  const { payment } = request;
  if (payment === undefined) return;
  const problem = findProblem(request, transfer);
  if (problem === 'WRONG_CURRENCY') world.payments.move(payment, { status: 'FAILED', reason: 'Unexpected currency' });
  else creditIncoming(world, payment, transfer.amount.minus(processingAmount(request) ?? ZERO));
  moveRequest(world, request, { status: problem === undefined ? 'SUCCESS' : 'CONFLICT', reason: problem });
}

function findProblem(request: Request, transfer: Transfer): ConflictReason | undefined {
  if (transfer.asset !== request.asset) return 'WRONG_CURRENCY';
  if (transfer.amount.lt(payAmount(request) ?? request.asset.minLimit)) return 'UNDERPAID';
  return request.price === undefined && transfer.amount.gt(request.asset.maxLimit) ? 'OTHER' : undefined;
}
