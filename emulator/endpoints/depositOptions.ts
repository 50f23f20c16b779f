import { projectOf } from '../acquiring/projectInput.ts';
import { type Asset, amountCurrencies, rateOf } from '../domain/assets.ts';
import type { JsonRecord } from '../domain/json.ts';
import { ZERO } from '../domain/money.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';
import { byAsset, limitsAndFees } from '../records/depositOptions.ts';
import { enabledAssets } from '../records/projectAssets.ts';
import type { Rules } from '../rules/index.ts';

/** GET /v1/user/crypto-acquiring/{widgetId}/deposit-options: what a payer may choose (§ Deposit options). */
export const getDepositOptions: Endpoint = (context) => {
  const { instance, rules, operation } = context;
  const project = projectOf(context);
  const assets = enabledAssets(rules, project, instance.served);
  const { suggested } = project;
  const record: JsonRecord = {
    cryptoCurrencies: rules.optionAssets(assets, 'cryptoCurrencies').map((asset) => rules.optionIdText(asset)),
    limits: byAsset(rules, { field: 'limits', assets }, (asset) => limitsIn(rules, asset, asset.currency)),
    amountInOptions: byAsset(rules, { field: 'amountInOptions', assets }, (asset) =>
      Object.fromEntries(
        amountCurrencies(asset.currency).map((currency) => [currency, limitsIn(rules, asset, currency)]),
      ),
    ),
    ...limitsAndFees(rules, assets, { project, feePaidBy: rules.optionFeePayer(project.feePaidBy) }),
    suggestedAmounts: rules.suggestedShown(suggested?.amounts ?? null, suggested?.currency ?? null),
  };
  return jsonAnswer(rules.dressed(record, 'deposit'), operation, rules);
};

function limitsIn(rules: Rules, asset: Asset, currency: string): JsonRecord {
  const own = currency === asset.currency;
  const rate = rateOf(asset.currency, currency) ?? ZERO;
  return {
    minLimit: own ? asset.minLimit : rules.optionLimit(asset.minLimit, rate),
    maxLimit: own ? asset.maxLimit : rules.optionLimit(asset.maxLimit, rate),
    ...rules.conversionShown(own ? null : rate, own ? null : `${asset.currency}${currency}`),
  };
}
