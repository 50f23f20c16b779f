import type { StaticAddress } from '../domain/acquiring.ts';
import { FAMILIES } from '../domain/addresses.ts';
import type { Asset } from '../domain/assets.ts';
import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { RuleKinds } from './ruleKind.ts';

const MAX_REFERENCE = 256;

/** The creation and growth of static address bundles (§ Static address bundle, § Crypto acquiring, bundle rules). */
export const bundleRules = {
  /** A reference has at most 256 characters; interface.md sets no limit. */
  referenceAccepted(referenceId: string): boolean {
    return referenceId.length <= MAX_REFERENCE;
  },
  /** The full text of a reference identifies one bundle in each project. */
  bundleKey(projectId: string, referenceId: string): string {
    return `${projectId}/${referenceId}`;
  },
  /** An existing bundle is returned, whatever the call requests. */
  bundleKept(_asked: { all: boolean; assets: readonly string[] }): boolean {
    return true;
  },
  /** The delay before a new bundle is found by its reference, in milliseconds. */
  bundleKnownAfterMs(): number {
    return 0;
  },
  /** The delay before a new address is found in its bundle, in milliseconds. */
  addressKnownAfterMs(): number {
    return 0;
  },
  /** allEnabledAssets selects every asset enabled in the project. */
  allEnabled(assets: readonly Asset[]): readonly Asset[] {
    return assets;
  },
  /** A call adds missing addresses for all requested assets. */
  assetsAdded(wanted: readonly Asset[], _held: readonly StaticAddress[]): readonly Asset[] {
    return wanted;
  },
  /** A bundle keeps all its addresses when further assets are requested. */
  addressesKept(held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] {
    return held;
  },
  /** True if two blockchains share one address in a bundle. All EVM blockchains share one address; any other blockchain has one address for all its assets. */
  addressShared(held: string, wanted: string): boolean {
    return held === wanted || (FAMILIES[held] === 'evm' && FAMILIES[wanted] === 'evm');
  },
  /** True if a bundle reuses an address that belongs to another reference. */
  addressPooled(_blockchain: string): boolean {
    return false;
  },
  /** The id, address and creation time of a new entry that shares the address of an existing entry. */
  sharedFrom(shared: StaticAddress): Pick<StaticAddress, 'id' | 'address' | 'createdAt'> {
    return shared;
  },
  /** A bundle keeps its creation time. */
  bundleCreation(createdAt: Instant, _now: Instant): Instant {
    return createdAt;
  },
  /** A bundle shows all its addresses, whatever was requested. */
  addressesShown(held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] {
    return held;
  },
  /** The map by asset has the same entries as the list. */
  addressesIndexed(listed: readonly JsonRecord[], _which: 'active' | 'deactivated'): JsonRecord {
    return Object.fromEntries(listed.map((record) => [String(record['asset']), record]));
  },
  /** The metadata shown for an asset; null to omit it. */
  metaShown(record: JsonRecord, _asset: Asset): JsonRecord | null {
    return record;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
