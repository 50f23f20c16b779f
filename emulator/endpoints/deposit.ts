import { jsonAnswer } from '../answer.ts';
import { AMOUNT_CURRENCIES, type Asset, rateOf } from '../assets.ts';
import type { Endpoint } from '../context.ts';
import type { Json, JsonRecord } from '../json.ts';
import { ZERO } from '../money.ts';
import { enabledAssets, projectOf } from '../project.ts';

/** GET /v1/user/crypto-acquiring/{widgetId}/deposit-options: what a payer may choose (§ Deposit options). */
export const getDepositOptions: Endpoint = (context) => {
  const { rules, operation } = context;
  const project = projectOf(context);
  const assets = enabledAssets(project);
  const byAsset = (say: (asset: Asset) => Json): JsonRecord =>
    Object.fromEntries(assets.map((asset) => [asset.id, say(asset)]));
  const [byMerchant, byPayer] = [project.feePaidBy === 'merchant', project.feePaidBy === 'payer'];
  const record: JsonRecord = {
    cryptoCurrencies: assets.map(({ id }) => id),
    limits: byAsset((asset) => limitsIn(asset, asset.currency)),
    minLimits: byAsset(({ minLimit }) => minLimit),
    maxLimits: byAsset(({ maxLimit }) => maxLimit),
    amountInOptions: byAsset((asset) =>
      Object.fromEntries(
        [asset.currency, ...AMOUNT_CURRENCIES].map((currency) => [currency, limitsIn(asset, currency)]),
      ),
    ),
    merchantFixedPlatformFees: byAsset(() => (byMerchant ? project.fixedFee : ZERO)),
    merchantPercentPlatformFees: byAsset(() => (byMerchant ? project.percentFee : ZERO)),
    payerFixedPlatformFees: byPayer ? byAsset(() => project.fixedFee) : {},
    payerPercentPlatformFees: byPayer ? byAsset(() => project.percentFee) : {},
    suggestedAmounts: project.suggested?.amounts ?? null,
  };
  return jsonAnswer(rules.dressed(record, 'deposit'), operation, rules);
};

function limitsIn(asset: Asset, currency: string): JsonRecord {
  const rate = rateOf(asset.currency, currency);
  const own = currency === asset.currency;
  return {
    minLimit: rate ? asset.minLimit.times(rate) : null,
    maxLimit: rate ? asset.maxLimit.times(rate) : null,
    convertRate: own ? null : (rate ?? null),
    convertPair: own ? null : `${asset.currency}${currency}`,
  };
}
