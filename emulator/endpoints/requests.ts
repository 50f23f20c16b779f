import type { AcquiringRequest, Project, Quote } from '../acquiring.ts';
import { newAddress } from '../addresses.ts';
import { jsonAnswer } from '../answer.ts';
import { type Asset, rateOf } from '../assets.ts';
import { type Body, optionalAmount, text } from '../body.ts';
import { later } from '../clock.ts';
import type { Context, Endpoint } from '../context.ts';
import { newId } from '../ids.ts';
import { keep, plan } from '../ledger.ts';
import { type Money, ZERO } from '../money.ts';
import { clientOrderIdText, enabledAsset, projectOf } from '../project.ts';
import { stamp } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { requestRecord } from '../requestRecord.ts';
import { bodyOf } from '../sentBody.ts';

/** POST /v1/user/crypto-acquiring/{projectId}/requests: a demand that waits for its payment (§ Crypto acquiring request). */
export const createRequest: Endpoint = (context) => {
  const { world, rules, account, operation } = context;
  const project = projectOf(context);
  const body = bodyOf(context);
  const named = text(body, 'cryptoCurrency');
  if (!named) throw new Refusal('missing_field', 'cryptoCurrency is missing');
  const asset = enabledAsset(context, project, named);
  const quote = quoteOf(context, body, { project, asset });
  const createdAt = stamp(context);
  const windowEnd = later(createdAt, rules.requestWindowMs());
  const request: AcquiringRequest = {
    id: newId(world, rules, 'CAPD'),
    owner: account.ownerId,
    orderId: newId(world, rules, 'ORD'),
    project,
    asset,
    clientOrderId: clientOrderIdText(context, body),
    address: newAddress(world.random, asset.blockchain),
    quote,
    createdAt,
    paymentWindowEndsAt: windowEnd,
    // A slight delay beyond the window is tolerated (§ Crypto acquiring request).
    expiresAt: windowEnd + 25_000n,
    lastUpdatedAt: null,
    status: 'WAITING_PAYMENT',
  };
  keep(world.requests, request.id, request);
  plan(world, { at: request.expiresAt, kind: 'request', id: request.id, to: 'EXPIRED', reason: null });
  return jsonAnswer(requestRecord(request, rules), operation, rules);
};

/** GET …/{projectId}/requests/{requestId}: reads a request back (not in interface.md). */
export const getRequest: Endpoint = (context) => {
  const { world, rules, operation, parameters } = context;
  const project = projectOf(context);
  const request = world.requests.get(parameters[1] ?? '');
  if (request?.project.id !== project.id) throw new Refusal('unknown_record', 'There is no such request');
  return jsonAnswer(requestRecord(request, rules), operation, rules);
};

/** The price of a request; null for NO_PRICE. Refused for half a price or an amount outside the limits of the asset. */
function quoteOf(context: Context, body: Body, of: { project: Project; asset: Asset }): Quote | null {
  const { rules } = context;
  const [amount, amountIn] = [optionalAmount(body, 'amount', rules), text(body, 'amountIn')];
  if (!rules.amountPairAccepted(amount !== null, amountIn !== null)) {
    throw new Refusal('missing_field', 'amount and amountIn come together');
  }
  if (amount === null) return null;
  const currency = amountIn ?? of.asset.currency;
  const rate = rateOf(of.asset.currency, currency);
  if (rate === undefined) throw new Refusal('bad_value', 'amountIn is not a known currency');
  const same = currency === of.asset.currency;
  const converted = rules.convertedOf(amount, rate);
  if (!rules.assetAmountAccepted(converted, of.asset.minLimit, of.asset.maxLimit)) {
    throw new Refusal('bad_amount', 'amount is outside the limits of the asset');
  }
  const pair = same ? null : `${of.asset.currency}${currency}`;
  return {
    amount,
    amountIn: currency,
    convertPair: pair,
    convertRate: same ? null : rate,
    ...priceOf(context, converted, of.project),
  };
}

type Price = Pick<Quote, 'converted' | 'payerFee' | 'merchantFee' | 'payAmount' | 'processingAmount'>;

function priceOf({ rules }: Context, converted: Money, project: Project): Price {
  const fee = rules.platformFeeOf(converted, project.fixedFee, project.percentFee);
  const payerFee = rules.payerFeeOf(fee, project.feePaidBy);
  const payAmount = rules.payAmountOf(converted, payerFee);
  const merchantFee = project.feePaidBy === 'merchant' ? fee : ZERO;
  const processingAmount = rules.processingAmountOf(payAmount, payerFee.plus(merchantFee));
  return { converted, payerFee, merchantFee, payAmount, processingAmount };
}
