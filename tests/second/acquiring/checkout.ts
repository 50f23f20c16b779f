import { checkScale, type Fields } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import type { Money } from '../core/money.ts';
import { badRequest, conflict, unprocessable } from '../core/problem.ts';
import { type Instant, parseInstant, plusMs, toMsCeil } from '../core/time.ts';
import type { Project } from '../domain/account.ts';
import { currencyOf, isCurrency } from '../domain/currencies.ts';
import type { ProjectCall } from '../state/acquiring.ts';
import type { Asset } from '../state/assets.ts';
import { type Price, platformFee, priceIn, withinLimits } from '../state/pricing.ts';
import { CHECKOUT_TYPES, type Checkout, type CheckoutType } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { moveCheckout } from './checkoutmoves.ts';
import { enabledAsset, enabledAssets } from './enabled.ts';
import { openRequest, shownEnd } from './request.ts';

const LIFETIME_MS = 45 * 60_000;

/** Creates a checkout; the end user chooses the crypto currency later, on the hosted page. */
export function createCheckout(world: World, { account, project, fields }: ProjectCall): Checkout {
  const type = readType(fields, project);
  const fixedAmount = type === 'FIXED_PRICE' ? readFixedAmount(fields) : undefined;
  const preselected = fields.text('preselectedCryptoCurrency');
  if (preselected !== undefined) enabledAsset(project, preselected, 'preselectedCryptoCurrency');
  const id = newId('CCO');
  const createdAt = world.clock.stamp();
  const checkout: Checkout = {
    id,
    account,
    project,
    type,
    status: 'NEW',
    clientOrderId: fields.text('clientOrderId'),
    name: fields.text('name'),
    returnUrl: fields.text('returnUrl'),
    fixedAmount,
    preselected,
    assets: offeredAssets(project, fixedAmount),
    acquiringUrl: `${world.baseUrl}/checkout/${id}`,
    createdAt,
    expiresAt: readExpiry(fields, createdAt),
  };
  world.acquiring.addCheckout(checkout);
  world.clock.at(toMsCeil(checkout.expiresAt), () => {
    if (checkout.status === 'NEW') moveCheckout(world, checkout, { status: 'EXPIRED' });
  });
  return checkout;
}

function readType(fields: Fields, project: Project): CheckoutType {
  const otherwise = fields.value('fixedAmount') === undefined ? 'NO_PRICE' : 'FIXED_PRICE';
  const type = fields.oneOf('type', CHECKOUT_TYPES) ?? otherwise;
  if (type === 'SUGGESTED_FIXED_PRICE' && project.suggested === undefined) {
    throw unprocessable('the project has no predefined amounts', 'type');
  }
  return type;
}

function readFixedAmount(fields: Fields): { amount: Money; currency: string } {
  const fixed = fields.object('fixedAmount');
  if (fixed === undefined) throw badRequest('fixedAmount is required for FIXED_PRICE', 'fixedAmount');
  const currency = fixed.needText('currency');
  if (!isCurrency(currency)) throw badRequest('unknown currency', 'currency');
  const amount = fixed.needPositive('amount');
  checkScale(amount, currencyOf(currency).scale, 'amount');
  return { amount, currency };
}

function offeredAssets(project: Project, fixed: Checkout['fixedAmount']): Asset[] {
  const enabled = enabledAssets(project);
  if (fixed === undefined) return enabled;
  const payable = enabled.filter((asset) =>
    withinLimits(asset, priceIn(asset, fixed.amount, fixed.currency).converted),
  );
  if (payable.length === 0) throw unprocessable('the amount is outside the limits of every asset', 'fixedAmount');
  return payable;
}

function readExpiry(fields: Fields, createdAt: Instant): Instant {
  const text = fields.text('expiresAt');
  if (text === undefined) return plusMs(createdAt, LIFETIME_MS);
  const expiresAt = parseInstant(text);
  if (expiresAt === undefined) throw badRequest('expiresAt must be an ISO 8601 time', 'expiresAt');
  if (expiresAt <= createdAt) throw badRequest('expiresAt must lie in the future', 'expiresAt');
  return expiresAt;
}

/** What the end user chooses: what a checkout is paid in, and how much where that is open. */
export interface Choice {
  asset: string;
  amount: Money | undefined;
}

/** Takes the choice of the end user; the request of the checkout is created. */
export function chooseAsset(world: World, checkout: Checkout, choice: Choice): void {
  if (checkout.status !== 'NEW') throw conflict(`the checkout is already ${checkout.status}`);
  const asset = checkout.assets.find((offered) => offered.id === choice.asset);
  if (asset === undefined) throw badRequest(`${choice.asset} is not offered by the checkout`, 'asset');
  const price = choosePrice(checkout, asset, choice.amount);
  const payerPays = checkout.type === 'FIXED_PRICE' && checkout.project.feePaidBy === 'PAYER';
  const createdAt = world.clock.stamp();
  checkout.request = openRequest(world, {
    account: checkout.account,
    project: checkout.project,
    checkout,
    clientOrderId: checkout.clientOrderId,
    asset,
    price,
    payerFee: payerPays && price ? platformFee(asset, price.converted) : undefined,
    createdAt,
    paymentWindowEndsAt: shownEnd(createdAt, checkout.expiresAt),
    expiresAt: checkout.expiresAt,
  });
  moveCheckout(world, checkout, { status: 'REQUEST_CREATED' });
}

function choosePrice(checkout: Checkout, asset: Asset, amount: Money | undefined): Price | undefined {
  if (checkout.fixedAmount) return priceIn(asset, checkout.fixedAmount.amount, checkout.fixedAmount.currency);
  const { suggested } = checkout.project;
  if (checkout.type === 'NO_PRICE' || suggested === undefined) return undefined;
  if (amount === undefined) throw badRequest('amount is required', 'amount');
  if (!amount.gt(0)) throw badRequest('amount must be greater than zero', 'amount');
  if (!suggested.allowManualInput && !suggested.amounts.some((option) => option.eq(amount))) {
    throw unprocessable('amount is not one of the predefined amounts', 'amount');
  }
  checkScale(amount, currencyOf(suggested.currency).scale, 'amount');
  const price = priceIn(asset, amount, suggested.currency);
  if (!withinLimits(asset, price.converted)) throw unprocessable('amount is outside the limits of the asset', 'amount');
  return price;
}
