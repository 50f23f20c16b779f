import type { Project } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import { choice, manner, predicate } from '../core/ruleKind.ts';

/** Rules shared by checkouts, requests and bundles, and the rules for acquiring rates (§ Crypto acquiring). */
export const acquiringRules = {
  /** The project with an identifier; undefined if there is none. */
  projectFound: choice((projects: readonly Project[], id: string): Project | undefined =>
    projects.find((project) => project.id === id),
  ),
  /** The asset with an identifier, `<BLOCKCHAIN>_<CURRENCY>`; undefined if there is none. */
  assetFound: choice((assets: readonly Asset[], id: string): Asset | undefined =>
    assets.find((asset) => asset.id === id),
  ),
  /** A project has the assets that its settings enable. */
  projectAssets: manner((enabled: readonly string[]): readonly string[] => enabled),
  /** A project accepts the assets that are enabled in it. */
  assetEnabled: predicate((enabled: readonly string[], asset: string): boolean => enabled.includes(asset)),
  /** An address has the format and the checksum of its blockchain. */
  addressText: choice((address: string, _blockchain: string, _of: 'request' | 'bundle'): string => address),
  /** A request shows the currency and blockchain of its asset. */
  requestAssetShown: choice((asset: { currency: string; blockchain: string }): JsonRecord => asset),
  /** The path of a rate names an asset by its currency or by its identifier, as other acquiring paths do. */
  rateCurrencyOf: manner(
    (assets: readonly Asset[], named: string): string => assets.find(({ id }) => id === named)?.currency ?? named,
  ),
  /** A rate shows both assets as they were requested. */
  acquiringRateShown: choice((record: JsonRecord): JsonRecord => record),
  /** The answer to a rate of unknown assets; undefined to refuse it. */
  unknownRateAnswer: choice((): Json | undefined => undefined),
};
