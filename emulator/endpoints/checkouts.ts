import { CHECKOUT_TYPES, type Checkout } from '../acquiring.ts';
import { jsonAnswer } from '../answer.ts';
import { AMOUNT_CURRENCIES, type Asset, rateOf } from '../assets.ts';
import { amountOf, type Body, objectOf, text } from '../body.ts';
import { HOUR_MS, type Instant, later, readInstant } from '../clock.ts';
import type { Context, Endpoint } from '../context.ts';
import { newId } from '../ids.ts';
import type { Json, JsonRecord } from '../json.ts';
import { keep, plan } from '../ledger.ts';
import { clientOrderIdText, enabledAssets, projectOf } from '../project.ts';
import { shownInstant, stamp } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { bodyOf } from '../sentBody.ts';
import type { World } from '../world.ts';

/** POST /v1/user/crypto-acquiring/{projectId}/checkouts: an invoice that waits for its payer (§ Checkout). */
export const createCheckout: Endpoint = (context) => {
  const { world, rules, account, operation } = context;
  const project = projectOf(context);
  const body = bodyOf(context);
  const asked = text(body, 'type');
  const type = CHECKOUT_TYPES.find((known) => known === asked);
  if (type === undefined)
    throw new Refusal(asked === null ? 'missing_field' : 'bad_value', 'type is not a checkout type');
  const createdAt = stamp(context);
  const checkout: Checkout = {
    id: newId(world, rules, 'CCO'),
    owner: account.ownerId,
    project,
    type,
    clientOrderId: clientOrderIdText(context, body),
    name: text(body, 'name'),
    returnUrl: text(body, 'returnUrl'),
    fixedAmount: fixedAmountOf(context, body, type),
    preselected: text(body, 'preselectedCryptoCurrency'),
    createdAt,
    expiresAt: expiryOf(body, createdAt),
    status: 'NEW',
  };
  keep(world.checkouts, checkout.id, checkout);
  plan(world, { at: checkout.expiresAt, kind: 'checkout', id: checkout.id, to: 'EXPIRED', reason: null });
  return jsonAnswer(checkoutRecord(checkout, world, rules), operation, rules);
};

/** GET …/{projectId}/checkouts/{checkoutId}: reads a checkout back (not in interface.md). */
export const getCheckout: Endpoint = (context) => {
  const { world, rules, operation, parameters } = context;
  const project = projectOf(context);
  const checkout = world.checkouts.get(parameters[1] ?? '');
  if (checkout?.project.id !== project.id) throw new Refusal('unknown_record', 'There is no such checkout');
  return jsonAnswer(checkoutRecord(checkout, world, rules), operation, rules);
};

function fixedAmountOf({ rules }: Context, body: Body, type: string): Checkout['fixedAmount'] {
  const fixed = objectOf(body, 'fixedAmount');
  if (!rules.needsFixedAmount(type)) return null;
  if (fixed === null) throw new Refusal('missing_field', 'fixedAmount is missing');
  const currency = text(fixed, 'currency');
  if (currency === null || !worthAnything(currency))
    throw new Refusal('bad_value', 'fixedAmount has no known currency');
  return { amount: amountOf(fixed, 'amount', rules), currency };
}

const worthAnything = (currency: string): boolean => ['USDT', 'USDC', ...AMOUNT_CURRENCIES].includes(currency);

function expiryOf(body: Body, createdAt: Instant): Instant {
  const written = text(body, 'expiresAt');
  if (written === null) return later(createdAt, HOUR_MS);
  const expiresAt = readInstant(written);
  if (expiresAt === undefined || expiresAt <= createdAt)
    throw new Refusal('bad_value', 'expiresAt is not a time to come');
  return expiresAt;
}

function checkoutRecord(checkout: Checkout, world: World, rules: Rules): JsonRecord {
  const { project, fixedAmount } = checkout;
  const assets = enabledAssets(project);
  const record: JsonRecord = {
    id: checkout.id,
    projectId: project.id,
    projectName: project.name,
    merchantDomain: project.domain,
    clientOrderId: checkout.clientOrderId,
    status: checkout.status,
    reason: null,
    name: checkout.name,
    type: checkout.type,
    fixedAmount: fixedAmount && { currency: fixedAmount.currency, amount: fixedAmount.amount },
    returnUrl: checkout.returnUrl,
    acquiringUrl: `${world.baseUrl}/checkout/${checkout.id}`,
    createdAt: shownInstant(checkout.createdAt, 'checkout.createdAt', rules),
    expiresAt: shownInstant(checkout.expiresAt, 'checkout.expiresAt', rules),
    cryptoCurrencies: assets.map(({ id }) => id),
    cryptoCurrenciesByBlockchain: Object.fromEntries(
      assets.map(({ blockchain }) => [
        blockchain,
        assets.filter((asset) => asset.blockchain === blockchain).map(({ id }) => id),
      ]),
    ),
    cryptoCurrencyDetails: Object.fromEntries(assets.map((asset) => [asset.id, detailRecord(asset)])),
    estimatedPayAmounts: fixedAmount === null ? {} : estimates(checkout, assets, rules),
    suggestedAmounts: checkout.type === 'SUGGESTED_FIXED_PRICE' ? suggestions(checkout) : null,
    request: null,
    successfulLink: null,
    failureLink: null,
  };
  return rules.dressed(record, 'checkout');
}

const detailRecord = ({ name, currency, blockchain, tokenStandard }: Asset): JsonRecord => ({
  name,
  currency,
  blockchain,
  tokenStandard,
});

function estimates({ fixedAmount, project }: Checkout, assets: readonly Asset[], rules: Rules): JsonRecord {
  return Object.fromEntries(
    assets.flatMap(({ id, currency }) => {
      const rate = fixedAmount && rateOf(currency, fixedAmount.currency);
      if (!fixedAmount || !rate) return [];
      const converted = rules.convertedOf(fixedAmount.amount, rate);
      const fee = rules.platformFeeOf(converted, project.fixedFee, project.percentFee);
      return [[id, rules.payAmountOf(converted, rules.payerFeeOf(fee, project.feePaidBy))]];
    }),
  );
}

const suggestions = ({ project: { suggested } }: Checkout): Json =>
  suggested && { currency: suggested.currency, amounts: suggested.amounts, manualInput: suggested.manual };
