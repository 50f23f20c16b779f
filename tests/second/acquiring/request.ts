import { checkScale, type Fields } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { badRequest, unprocessable } from '../core/problem.ts';
import { type Instant, plusMs, toMsCeil } from '../core/time.ts';
import { currencyOf, isCurrency } from '../domain/currencies.ts';
import type { ProjectCall } from '../state/acquiring.ts';
import { newAddress } from '../state/addresses.ts';
import type { Asset } from '../state/assets.ts';
import { limitsIn, type Price, priceIn } from '../state/pricing.ts';
import type { Request } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { enabledAsset } from './enabled.ts';
import { moveRequest } from './requestmoves.ts';

const WINDOW_MS = 30 * 60_000;
const GRACE_MS = 90_000;

/** Creates a request from the API: with a price, or open when neither amount nor its currency is given. */
export function createRequest(world: World, { account, project, fields }: ProjectCall): Request {
  const asset = enabledAsset(project, fields.needText('cryptoCurrency'), 'cryptoCurrency');
  const createdAt = world.clock.stamp();
  return openRequest(world, {
    account,
    project,
    asset,
    price: readPrice(fields, asset),
    clientOrderId: fields.text('clientOrderId'),
    createdAt,
    paymentWindowEndsAt: plusMs(createdAt, WINDOW_MS),
    expiresAt: plusMs(createdAt, WINDOW_MS + GRACE_MS),
  });
}

/** The moment shown to the payer as the end of the window: a little before the real end. */
export function shownEnd(now: Instant, expiresAt: Instant): Instant {
  const tenth = (expiresAt - now) / 10n;
  const grace = BigInt(GRACE_MS) * 1_000_000n;
  return expiresAt - (tenth < grace ? tenth : grace);
}

/** What a new request is made of; the rest follows by itself. */
export type NewRequest = Omit<Request, 'id' | 'orderId' | 'address' | 'status'>;

/** Opens a request: it gets an address of its own and waits for a payment until it expires. */
export function openRequest(world: World, facts: NewRequest): Request {
  const request: Request = {
    ...facts,
    id: newId('CAPD'),
    orderId: newId('ORD'),
    address: newAddress(facts.asset.family),
    status: 'WAITING_PAYMENT',
  };
  world.acquiring.addRequest(request);
  world.clock.at(toMsCeil(request.expiresAt), () => {
    if (request.status === 'WAITING_PAYMENT') moveRequest(world, request, { status: 'EXPIRED' });
  });
  return request;
}

function readPrice(fields: Fields, asset: Asset): Price | undefined {
  const amountIn = fields.text('amountIn');
  if (amountIn !== undefined && !isCurrency(amountIn)) throw badRequest('unknown currency', 'amountIn');
  if (fields.value('amount') === undefined) {
    if (amountIn !== undefined) throw badRequest('amountIn needs an amount', 'amount');
    return undefined;
  }
  const amount = fields.needPositive('amount');
  const currency = amountIn ?? asset.currency;
  checkScale(amount, currencyOf(currency).scale, 'amount');
  const { minLimit, maxLimit } = limitsIn(asset, currency);
  if (amount.lt(minLimit) || amount.gt(maxLimit)) {
    throw unprocessable(`amount must be from ${minLimit} to ${maxLimit} ${currency}`, 'amount');
  }
  return priceIn(asset, amount, currency);
}
