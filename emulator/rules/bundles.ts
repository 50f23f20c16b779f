import type { StaticAddress } from '../domain/acquiring.ts';
import { FAMILIES } from '../domain/addresses.ts';
import type { Asset } from '../domain/assets.ts';
import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { RuleKinds } from './ruleKind.ts';

const MAX_REFERENCE = 256;

/** How static address bundles are made and grow (§ Static address bundle, § Crypto acquiring, bundle rules). */
export const bundleRules = {
  /** A reference of at most 256 characters: the text bounds it nowhere. */
  referenceAccepted(referenceId: string): boolean {
    return referenceId.length <= MAX_REFERENCE;
  },
  /** A reference names one bundle in each project, by all of its characters. */
  bundleKey(projectId: string, referenceId: string): string {
    return `${projectId}/${referenceId}`;
  },
  /** A bundle that is there is given back, whatever is asked of it. */
  bundleKept(_asked: { all: boolean; assets: readonly string[] }): boolean {
    return true;
  },
  /** How long after its creation a bundle is found by its reference, in milliseconds. */
  bundleKnownAfterMs(): number {
    return 0;
  },
  /** How long after its creation an address is found in its bundle, in milliseconds. */
  addressKnownAfterMs(): number {
    return 0;
  },
  /** allEnabledAssets means every asset that is enabled in the project. */
  allEnabled(assets: readonly Asset[]): readonly Asset[] {
    return assets;
  },
  /** The assets for which a call adds addresses where they are missing: all that it wants. */
  assetsAdded(wanted: readonly Asset[], _held: readonly StaticAddress[]): readonly Asset[] {
    return wanted;
  },
  /** The addresses that a bundle keeps when further assets are asked for: all of them. */
  addressesKept(held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] {
    return held;
  },
  /** An address of one EVM blockchain serves the other EVM blockchains of the bundle; a chain serves its own assets. */
  addressShared(held: string, wanted: string): boolean {
    return held === wanted || (FAMILIES[held] === 'evm' && FAMILIES[wanted] === 'evm');
  },
  /** An address of another reference is given again. */
  addressPooled(_blockchain: string): boolean {
    return false;
  },
  /** Id, address and creation that an address has from the one it shares. */
  sharedFrom(shared: StaticAddress): Pick<StaticAddress, 'id' | 'address' | 'createdAt'> {
    return shared;
  },
  /** A bundle keeps the time of its creation. */
  bundleCreation(createdAt: Instant, _now: Instant): Instant {
    return createdAt;
  },
  /** The addresses that a bundle tells, whatever was asked for: all of them. */
  addressesShown(held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] {
    return held;
  },
  /** The map by asset holds what the list holds. */
  addressesIndexed(listed: readonly JsonRecord[], _which: 'active' | 'deactivated'): JsonRecord {
    return Object.fromEntries(listed.map((record) => [String(record['asset']), record]));
  },
  /** What is told of an asset; null: nothing. */
  metaShown(record: JsonRecord, _asset: Asset): JsonRecord | null {
    return record;
  },
};

/** How each rule of this group can be broken mechanically. */
export const bundleKinds: RuleKinds<typeof bundleRules> = {
  referenceAccepted: 'manner',
  bundleKey: 'transform',
  bundleKept: 'always',
  bundleKnownAfterMs: 'choice',
  addressKnownAfterMs: 'choice',
  allEnabled: 'choice',
  assetsAdded: 'choice',
  addressesKept: 'choice',
  addressShared: 'predicate',
  addressPooled: 'never',
  sharedFrom: 'choice',
  bundleCreation: 'choice',
  addressesShown: 'choice',
  addressesIndexed: 'choice',
  metaShown: 'choice',
};
