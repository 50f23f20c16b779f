import { createAcquiringRequest } from '../acquiring/newRequest.ts';
import { acquiringClientOrderId, projectOf, requireFields } from '../acquiring/projectInput.ts';
import type { Project, Quote } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import { type Body, optionalAmount, text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import { quoteOf } from '../records/pricing.ts';
import { enabledAsset } from '../records/projectAssets.ts';
import { requestRecord } from '../records/requestRecord.ts';

/** POST /v1/user/crypto-acquiring/{projectId}/requests: creates a request that waits for its payment (§ Crypto acquiring request). */
export const createRequest: Endpoint = (context) => {
  const { instance, rules, operation } = context;
  const project = projectOf(context);
  const body = readRequestBody(context);
  requireFields(context, body);
  const asset = enabledAsset(context, project, text(body, 'cryptoCurrency') ?? '');
  const request = createAcquiringRequest(context, {
    project,
    asset,
    clientOrderId: acquiringClientOrderId(context, body),
    checkoutId: null,
    feePaidBy: rules.feePayerOf(project.feePaidBy, null),
    quote: priceAsked(context, body, { project, asset }),
  });
  return jsonAnswer(requestRecord(request, instance, rules), operation, rules);
};

/** GET …/{projectId}/requests/{requestId}: reads a request back (not in interface.md). */
export const getRequest: Endpoint = (context) => {
  const { instance, rules, operation, parameters } = context;
  const project = projectOf(context);
  const request = instance.requests.get(parameters[1] ?? '');
  if (request?.project.id !== project.id) throw new Refusal('unknown_record', 'There is no such request');
  return jsonAnswer(requestRecord(request, instance, rules), operation, rules);
};

/**
 * Reads the price of a body; null for NO_PRICE. Throws a Refusal if the body has only one of amount and amountIn, or if the amount is outside the asset's
 * limits.
 */
function priceAsked({ rules }: Context, body: Body, of: { project: Project; asset: Asset }): Quote | null {
  const [amount, amountIn] = [optionalAmount(body, 'amount', rules), text(body, 'amountIn')];
  if (!rules.amountPairAccepted(amount !== null, amountIn !== null)) {
    throw new Refusal('missing_field', 'amount and amountIn come together');
  }
  if (amount === null || !rules.priceFixed(amount)) return null;
  return quoteOf(rules, { ...of, amount, amountIn: amountIn ?? of.asset.currency, checkout: null });
}
