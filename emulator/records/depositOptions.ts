import type { FeePayer, Project } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import { ZERO } from '../domain/money.ts';
import type { OptionField } from '../rules/acquiring/depositOptions.ts';
import type { Rules } from '../rules/index.ts';

/** Builds a map by asset for a field. A rule selects the assets of the map. */
export const byAsset = (
  rules: Rules,
  of: { field: OptionField; assets: readonly Asset[] },
  say: (asset: Asset) => Json,
): JsonRecord =>
  Object.fromEntries(rules.optionAssets(of.assets, of.field).map((asset) => [rules.optionIdText(asset), say(asset)]));

/** Limits and fees of a project's assets, as shown by deposit options and checkouts. */
export function limitsAndFees(rules: Rules, assets: readonly Asset[], of: { project: Project; feePaidBy: FeePayer }) {
  const { fixedFee, percentFee } = of.project;
  const map = (field: OptionField, say: (asset: Asset) => Json): JsonRecord => byAsset(rules, { field, assets }, say);
  const fees = (field: OptionField, whose: FeePayer, fee: Json): JsonRecord =>
    whose === of.feePaidBy
      ? map(field, () => fee)
      : rules.feesUnpaid(
          whose,
          map(field, () => ZERO),
        );
  return {
    minLimits: map('minLimits', ({ minLimit }) => rules.plainLimit(minLimit, 'minLimits')),
    maxLimits: map('maxLimits', ({ maxLimit }) => rules.plainLimit(maxLimit, 'maxLimits')),
    merchantFixedPlatformFees: fees('merchantFixedPlatformFees', 'merchant', fixedFee),
    merchantPercentPlatformFees: fees('merchantPercentPlatformFees', 'merchant', percentFee),
    payerFixedPlatformFees: fees('payerFixedPlatformFees', 'payer', fixedFee),
    payerPercentPlatformFees: fees('payerPercentPlatformFees', 'payer', percentFee),
  } satisfies JsonRecord;
}
