import type { Project } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { RuleKinds } from './ruleKind.ts';

/** What checkouts, requests and bundles have in common, and the rates of acquiring (§ Crypto acquiring). */
export const acquiringRules = {
  /** The project of an identifier; undefined for an unknown one. */
  projectFound(projects: readonly Project[], id: string): Project | undefined {
    return projects.find((project) => project.id === id);
  },
  /** The asset of an identifier, `<BLOCKCHAIN>_<CURRENCY>`; undefined for an unknown one. */
  assetFound(assets: readonly Asset[], id: string): Asset | undefined {
    return assets.find((asset) => asset.id === id);
  },
  /** The assets that a project has are those of its settings. */
  projectAssets(enabled: readonly string[]): readonly string[] {
    return enabled;
  },
  /** A project takes the assets that are enabled in it. */
  assetEnabled(enabled: readonly string[], asset: string): boolean {
    return enabled.includes(asset);
  },
  /** An address has the shape and the checksum of its blockchain. */
  addressText(address: string, _blockchain: string, _of: 'request' | 'bundle'): string {
    return address;
  },
  /** A request names currency and blockchain of its asset. */
  requestAssetShown(asset: { currency: string; blockchain: string }): JsonRecord {
    return asset;
  },
  /** An asset of a rate is named as a currency or, as elsewhere in acquiring, as an asset identifier. */
  rateCurrencyOf(assets: readonly Asset[], named: string): string {
    return assets.find(({ id }) => id === named)?.currency ?? named;
  },
  /** A rate with both of its assets as they were asked for. */
  acquiringRateShown(record: JsonRecord): JsonRecord {
    return record;
  },
  /** What unknown assets of a rate are answered with in place of a refusal: nothing. */
  unknownRateAnswer(): Json | undefined {
    return undefined;
  },
};

/** How each rule of this group can be broken mechanically. */
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
