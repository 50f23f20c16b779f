import type { Project } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Rules shared by checkouts, requests and bundles, and the rules for acquiring rates (§ Crypto acquiring). */
export const acquiringRules = {
  /** The project with an identifier; undefined if there is none. */
  projectFound(projects: readonly Project[], id: string): Project | undefined {
    return projects.find((project) => project.id === id);
  },
  /** The asset with an identifier, `<BLOCKCHAIN>_<CURRENCY>`; undefined if there is none. */
  assetFound(assets: readonly Asset[], id: string): Asset | undefined {
    return assets.find((asset) => asset.id === id);
  },
  /** A project has the assets that its settings enable. */
  projectAssets(enabled: readonly string[]): readonly string[] {
    return enabled;
  },
  /** A project accepts the assets that are enabled in it. */
  assetEnabled(enabled: readonly string[], asset: string): boolean {
    return enabled.includes(asset);
  },
  /** An address has the format and the checksum of its blockchain. */
  addressText(address: string, _blockchain: string, _of: 'request' | 'bundle'): string {
    return address;
  },
  /** A request shows the currency and blockchain of its asset. */
  requestAssetShown(asset: { currency: string; blockchain: string }): JsonRecord {
    return asset;
  },
  /** The path of a rate names an asset by its currency or by its identifier, as other acquiring paths do. */
  rateCurrencyOf(assets: readonly Asset[], named: string): string {
    return assets.find(({ id }) => id === named)?.currency ?? named;
  },
  /** A rate shows both assets as they were requested. */
  acquiringRateShown(record: JsonRecord): JsonRecord {
    return record;
  },
  /** The answer to a rate of unknown assets; undefined to refuse it. */
  unknownRateAnswer(): Json | undefined {
    return undefined;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const acquiringKinds: RuleKinds<typeof acquiringRules> = {
  projectFound: 'choice',
  assetFound: 'choice',
  projectAssets: 'manner',
  assetEnabled: 'predicate',
  addressText: 'choice',
  requestAssetShown: 'choice',
  rateCurrencyOf: 'manner',
  acquiringRateShown: 'choice',
  unknownRateAnswer: 'choice',
};
