import type { Checkout } from '../domain/acquiring.ts';
import { type Asset, rateOf } from '../domain/assets.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Instance } from '../instance/instance.ts';
import type { AssetField } from '../rules/acquiring/checkouts.ts';
import type { Rules } from '../rules/index.ts';
import { limitsAndFees } from './depositOptions.ts';
import { instantField } from './paymentRecord.ts';
import { priceOf } from './pricing.ts';
import { enabledAssets } from './projectAssets.ts';
import { requestRecord } from './requestRecord.ts';

/** The record of a checkout: the fields of § Checkout, then further fields known from similar services. */
export function checkoutRecord(checkout: Checkout, instance: Instance, rules: Rules): JsonRecord {
  const { project, fixedAmount, lastUpdatedAt } = checkout;
  const request = instance.requests.get(checkout.requestId ?? '');
  const record: JsonRecord = {
    id: checkout.id,
    projectId: project.id,
    projectName: project.name,
    merchantDomain: project.domain,
    clientOrderId: checkout.clientOrderId,
    status: checkout.status,
    reason: rules.checkoutReason(checkout.problem, checkout.status),
    name: checkout.name,
    type: checkout.type,
    fixedAmount: fixedAmount && { currency: fixedAmount.currency, amount: fixedAmount.amount },
    returnUrl: checkout.returnUrl,
    acquiringUrl: rules.acquiringUrlText(instance.baseUrl, checkout.id),
    createdAt: instantField(checkout.createdAt, 'checkout.createdAt', rules),
    expiresAt: instantField(checkout.expiresAt, 'checkout.expiresAt', rules),
    ...assetsRecord(checkout, rules),
    request: request ? requestRecord(request, instance, rules) : null,
    successfulLink: checkout.successfulLink,
    failureLink: checkout.failureLink,
    ...optionsRecord(checkout, rules),
    lastUpdatedAt: lastUpdatedAt === null ? null : instantField(lastUpdatedAt, 'checkout.lastUpdatedAt', rules),
  };
  return rules.dressed(rules.checkoutTold(record, checkout), 'checkout');
}

function assetsRecord(checkout: Checkout, rules: Rules): JsonRecord {
  const enabled = enabledAssets(rules, checkout.project);
  const assetsIn = (field: AssetField): readonly Asset[] => rules.checkoutAssets(enabled, field);
  const onChains = assetsIn('cryptoCurrenciesByBlockchain');
  return {
    cryptoCurrencies: assetsIn('cryptoCurrencies').map(({ id }) => id),
    cryptoCurrenciesByBlockchain: Object.fromEntries(
      onChains.map(({ blockchain }) => [
        blockchain,
        onChains.filter((asset) => asset.blockchain === blockchain).map(({ id }) => id),
      ]),
    ),
    cryptoCurrencyDetails: Object.fromEntries(
      assetsIn('cryptoCurrencyDetails').map(({ id, name, currency, blockchain, tokenStandard }) => [
        id,
        { name, currency, blockchain, tokenStandard },
      ]),
    ),
    estimatedPayAmounts: estimates(checkout, assetsIn('estimatedPayAmounts'), rules),
  };
}

function estimates({ fixedAmount, project, type }: Checkout, assets: readonly Asset[], rules: Rules): JsonRecord {
  if (fixedAmount === null) return {};
  const feePaidBy = rules.feePayerOf(project.feePaidBy, type);
  return Object.fromEntries(
    assets.flatMap(({ id, currency }) => {
      const rate = rateOf(currency, fixedAmount.currency);
      if (!rate) return [];
      const by = { project, feePaidBy, isOwn: currency === fixedAmount.currency };
      const { payAmount } = priceOf(rules, rules.convertedOf(fixedAmount.amount, rate), by);
      return [[id, rules.estimateShown(payAmount, { amount: fixedAmount.amount, rate })]];
    }),
  );
}

/** The fields of a checkout that the project's settings determine. */
function optionsRecord({ project, type, suggested }: Checkout, rules: Rules): JsonRecord {
  const feePaidBy = rules.feePayerOf(project.feePaidBy, type);
  return {
    suggestedAmounts: rules.suggestedShown(suggested, project.suggested?.currency ?? null),
    ...limitsAndFees(rules, enabledAssets(rules, project), { project, feePaidBy }),
  };
}
