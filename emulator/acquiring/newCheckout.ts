import {
  CHECKOUT_TYPES,
  type Checkout,
  type CheckoutType,
  type FixedAmount,
  type Project,
} from '../domain/acquiring.ts';
import { PRICE_CURRENCIES } from '../domain/assets.ts';
import { type Instant, readInstant } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import { amountOf, amountsIn, type Body, objectOf, text } from '../http/bodyFields.ts';
import type { AccountContext } from '../instance/context.ts';
import { creationTime, scheduleMove, storeBounded } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import type { Rules } from '../rules/index.ts';
import { announceAcquiring } from '../webhooks/announce.ts';
import { acquiringClientOrderId } from './projectInput.ts';

/** The addresses to which a checkout sends the end user at its end; the API sets none. */
export type EndLinks = Pick<Checkout, 'successfulLink' | 'failureLink'>;

/** A checkout to create: its project, the body, and where the end user goes at its end. */
export interface CheckoutOrder {
  readonly project: Project;
  readonly body: Body;
  readonly links?: EndLinks;
}

const NO_LINKS: EndLinks = { successfulLink: null, failureLink: null };

/** Creates a checkout that waits for its payer (§ Checkout). Throws a Refusal for a body that names no possible checkout. */
export function newCheckout(at: AccountContext, { project, body, links = NO_LINKS }: CheckoutOrder): Checkout {
  const { instance, rules, account } = at;
  const asked = text(body, 'type');
  const type = CHECKOUT_TYPES.find((known) => known === asked);
  if (type === undefined) throw new Refusal('bad_value', 'type is not a checkout type');
  const createdAt = creationTime(at);
  const fixedAmount = fixedAmountOf(rules, body);
  if (fixedAmount === null && rules.needsFixedAmount(type)) {
    throw new Refusal('missing_field', 'fixedAmount is missing');
  }
  const settings = optionsOf(rules, project, type);
  const checkout: Checkout = {
    id: newId(instance, rules, 'CCO'),
    owner: account.ownerId,
    project,
    type,
    clientOrderId: rules.checkoutTextKept(acquiringClientOrderId(at, body), 'clientOrderId'),
    name: rules.checkoutTextKept(text(body, 'name'), 'name'),
    returnUrl: rules.checkoutTextKept(text(body, 'returnUrl'), 'returnUrl'),
    ...links,
    fixedAmount: rules.fixedAmountKept(fixedAmount, type),
    suggested: rules.suggestionsKept(settings, { suggested: amountsIn(body, 'suggestedAmounts'), fixedAmount }),
    preselected: text(body, 'preselectedCryptoCurrency'),
    createdAt,
    expiresAt: expiryOf(rules, body, createdAt),
    lastUpdatedAt: null,
    status: rules.checkoutStart(),
    problem: null,
    requestId: null,
  };
  storeBounded(instance.checkouts, checkout.id, checkout);
  const endsAt = rules.checkoutExpiry(checkout.expiresAt, createdAt);
  if (endsAt !== null)
    scheduleMove(instance, { at: endsAt, kind: 'checkout', id: checkout.id, to: 'EXPIRED', reason: null });
  announceAcquiring(at, { kind: 'checkout', id: checkout.id }, { from: null, at: createdAt });
  return checkout;
}

/** Reads the fixed amount of a body; null if the body has no fixed amount. Throws a Refusal if the currency is unknown or the amount is not positive. */
function fixedAmountOf(rules: Rules, body: Body): FixedAmount | null {
  const fixed = objectOf(body, 'fixedAmount');
  if (fixed === null) return null;
  const currency = text(fixed, 'currency');
  if (currency === null || !PRICE_CURRENCIES.has(currency))
    throw new Refusal('bad_value', 'fixedAmount has no known currency');
  return { amount: amountOf(fixed, 'amount', rules), currency };
}

/**
 * Returns the suggested amounts of the project settings for a checkout type; null if there are no amounts. Throws a Refusal if a rule requires amounts and the
 * settings have no amounts.
 */
function optionsOf(rules: Rules, { suggested }: Project, type: CheckoutType): readonly Money[] | null {
  if (type !== 'SUGGESTED_FIXED_PRICE') return null;
  if (suggested === null && !rules.optionlessAccepted()) throw new Refusal('bad_value', 'The project has no options');
  return suggested?.amounts ?? null;
}

function expiryOf(rules: Rules, body: Body, createdAt: Instant): Instant {
  const written = text(body, 'expiresAt');
  const sent = written === null ? null : readInstant(written);
  if (sent === undefined || (sent !== null && !rules.expiryAccepted(sent, createdAt)))
    throw new Refusal('bad_value', 'expiresAt is not a time to come');
  return rules.expiryKept(sent, createdAt);
}
