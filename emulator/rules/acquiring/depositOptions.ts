import type { FeePayer } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import { amount, choice, manner } from '../core/ruleKind.ts';

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
  optionIdText: choice(
    (asset: Pick<Asset, 'blockchain' | 'currency'>): string => `${asset.blockchain}_${asset.currency}`,
  ),
  /** Every map has an entry for every asset of the list. */
  optionAssets: choice((assets: readonly Asset[], _field: OptionField): readonly Asset[] => assets),
  /** The exact limit of an asset in another currency. */
  optionLimit: amount((limit: Money, rate: Money): Money => limit.times(rate)),
  /** The limits of an asset are the same in every map. */
  plainLimit: amount((limit: Money, _field: 'minLimits' | 'maxLimits'): Money => limit),
  /** The rate and pair of a conversion: both are shown, or neither if nothing is converted. */
  conversionShown: choice(
    (rate: Money | null, pair: string | null): JsonRecord => ({ convertRate: rate, convertPair: pair }),
  ),
  /** The party whose fees are shown: the party that pays the fees according to the settings. */
  optionFeePayer: manner((feePaidBy: FeePayer): FeePayer => feePaidBy),
  /** The fees shown for the party that does not pay them. A merchant gets zero for each asset; a payer gets an empty map. */
  feesUnpaid: manner((whose: FeePayer, zeros: JsonRecord): JsonRecord => (whose === 'merchant' ? zeros : {})),
  /** The suggested amounts of the settings, at most three; null if there are none. */
  suggestedShown: choice((amounts: readonly Money[] | null, _currency: string | null): Json => amounts),
};
