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

/** What a payer may choose (§ Deposit options). */
export const depositOptionRules = {
  /** An asset identifier is `<BLOCKCHAIN>_<CURRENCY>`. */
  optionIdText(asset: Pick<Asset, 'blockchain' | 'currency'>): string {
    return `${asset.blockchain}_${asset.currency}`;
  },
  /** Every map names every asset of the list. */
  optionAssets(assets: readonly Asset[], _field: OptionField): readonly Asset[] {
    return assets;
  },
  /** A limit of an asset in a currency, exactly. */
  optionLimit(limit: Money, rate: Money): Money {
    return limit.times(rate);
  },
  /** A limit of an asset reads the same in every map. */
  plainLimit(limit: Money, _field: 'minLimits' | 'maxLimits'): Money {
    return limit;
  },
  /** Rate and pair of a conversion: both are told, or neither where nothing is converted. */
  conversionShown(rate: Money | null, pair: string | null): JsonRecord {
    return { convertRate: rate, convertPair: pair };
  },
  /** Whose fees deposit options tell: of who pays them by the settings. */
  optionFeePayer(feePaidBy: FeePayer): FeePayer {
    return feePaidBy;
  },
  /** What the fees of who pays none are: zero of each asset for the merchant, nothing for the payer. */
  feesUnpaid(whose: FeePayer, zeros: JsonRecord): JsonRecord {
    return whose === 'merchant' ? zeros : {};
  },
  /** The suggested amounts of the settings, at most three; null for none. */
  suggestedShown(amounts: readonly Money[] | null, _currency: string | null): Json {
    return amounts;
  },
};

/** How each rule of this group can be broken mechanically. */
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
