import type { Checkout } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccountContext } from '../instance/context.ts';
import { quoteOf } from '../records/pricing.ts';
import { enabledAsset } from '../records/projectAssets.ts';
import type { Rules } from '../rules/index.ts';
import { announceAcquiring } from '../webhooks/announce.ts';
import { createAcquiringRequest } from './newRequest.ts';

/** The end user's choice on the hosted page: an asset, and an amount if the checkout suggests any. */
export interface PageChoice {
  readonly asset: string;
  readonly amount: Money | null;
}

/** Creates the request of a checkout after the end user chose a crypto currency (§ Checkout). Throws a Refusal if the checkout allows no choice. */
export function chooseAsset(at: AccountContext, checkout: Checkout, { asset: named, amount }: PageChoice): Checkout {
  const { instance, rules, now } = at;
  const { project, type, clientOrderId } = checkout;
  const before = instance.requests.get(checkout.requestId ?? '');
  const isSame = before?.asset.id === named && checkout.status === rules.checkoutChosen();
  const again = isSame ? rules.sameChoice() : 'refused';
  if (again === 'kept') return checkout;
  if (again === 'refused' && !rules.mayChoose(checkout.status, type, { named, before: before?.asset.id ?? null }))
    throw new Refusal('illegal_move', `The checkout is ${checkout.status}`);
  const asset = enabledAsset(at, project, named);
  const request = createAcquiringRequest(
    at,
    {
      project,
      asset,
      clientOrderId,
      checkoutId: checkout.id,
      feePaidBy: rules.feePayerOf(project.feePaidBy, type),
      quote: priceOf(rules, checkout, { asset, amount }),
    },
    checkout.expiresAt,
  );
  const expiresAt = rules.expiryChosen(checkout);
  const chosen = { ...checkout, status: rules.checkoutChosen(), requestId: request.id, expiresAt, lastUpdatedAt: now };
  instance.checkouts.set(checkout.id, chosen);
  announceAcquiring(at, { kind: 'checkout', id: checkout.id }, { from: checkout.status, at: now });
  return chosen;
}

/** The price in the chosen asset: the checkout's own amount, the chosen amount, or null without a price. */
function priceOf(rules: Rules, checkout: Checkout, { asset, amount }: { asset: Asset; amount: Money | null }) {
  const asked =
    checkout.type === 'SUGGESTED_FIXED_PRICE' ? suggestedAmount(rules, checkout, amount) : checkout.fixedAmount;
  if (checkout.type !== 'SUGGESTED_FIXED_PRICE' && amount !== null && rules.amountRefused(checkout.type)) {
    throw new Refusal('bad_amount', 'This checkout offers no amounts');
  }
  if (asked === null) return null;
  const set = rules.priceOfChoice(asked, { named: amount, asset, checkout });
  const isOption = checkout.suggested?.some((one) => one.eq(set.amount)) ?? true;
  return quoteOf(rules, {
    project: checkout.project,
    asset,
    amount: set.amount,
    amountIn: set.currency,
    checkout: rules.typeOfChoice(checkout.type, isOption),
  });
}

function suggestedAmount(
  rules: Rules,
  { project, suggested }: Checkout,
  amount: Money | null,
): Checkout['fixedAmount'] {
  const settings = project.suggested;
  if (settings === null || suggested === null) throw new Refusal('bad_value', 'The project suggests no amounts');
  if (amount === null) throw new Refusal('missing_field', 'amount is missing');
  if (!rules.amountOffered(amount, suggested, settings.manual)) {
    throw new Refusal('bad_amount', 'The amount is none of the options');
  }
  return { amount, currency: settings.currency };
}
