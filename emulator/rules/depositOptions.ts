import type { FeePayer } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The list and the maps by asset of § Deposit options. */
export type OptionField =
  | 'cryptoCurrencies'
  | 'limits'
  | 'minLimits'
  | 'maxLimits'
  | 'amountInOptions'
  | 'merchantFixedPlatformFees'
  | 'merchantPercentPlatformFees'
  | 'payerFixedPlatformFees'
  | 'payerPercentPlatformFees';

/** The deposit options of a project (§ Deposit options). */
export const depositOptionRules = {
  /** An asset identifier is `<BLOCKCHAIN>_<CURRENCY>`. */
  optionIdText(asset: Pick<Asset, 'blockchain' | 'currency'>): string {
    return `${asset.blockchain}_${asset.currency}`;
  },
  /** Every map has an entry for every asset of the list. */
  optionAssets(assets: readonly Asset[], _field: OptionField): readonly Asset[] {
    return assets;
  },
  /** The exact limit of an asset in another currency. */
  optionLimit(limit: Money, rate: Money): Money {
    return limit.times(rate);
  },
  /** The limits of an asset are the same in every map. */
  plainLimit(limit: Money, _field: 'minLimits' | 'maxLimits'): Money {
    return limit;
  },
  /** The rate and pair of a conversion: both are shown, or neither if nothing is converted. */
  conversionShown(rate: Money | null, pair: string | null): JsonRecord {
    return { convertRate: rate, convertPair: pair };
  },
  /** The party whose fees are shown: the party that pays the fees according to the settings. */
  optionFeePayer(feePaidBy: FeePayer): FeePayer {
    return feePaidBy;
  },
  /** The fees shown for the party that does not pay them. A merchant gets zero for each asset; a payer gets an empty map. */
  feesUnpaid(whose: FeePayer, zeros: JsonRecord): JsonRecord {
    return whose === 'merchant' ? zeros : {};
  },
  /** The suggested amounts of the settings, at most three; null if there are none. */
  suggestedShown(amounts: readonly Money[] | null, _currency: string | null): Json {
    return amounts;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const depositOptionKinds: RuleKinds<typeof depositOptionRules> = {
  optionIdText: 'choice',
  optionAssets: 'choice',
  optionLimit: 'amount',
  plainLimit: 'amount',
  conversionShown: 'choice',
  optionFeePayer: 'manner',
  feesUnpaid: 'manner',
  suggestedShown: 'choice',
};
