import type { StaticAddress } from '../../domain/acquiring.ts';
import { FAMILIES } from '../../domain/addresses.ts';
import type { Asset } from '../../domain/assets.ts';
import type { Instant } from '../../domain/clock.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { always, choice, manner, never, predicate, transform } from '../core/ruleKind.ts';

const MAX_REFERENCE = 256;

/** The creation and growth of static address bundles (§ Static address bundle, § Crypto acquiring, bundle rules). */
export const bundleRules = {
  /** A reference has at most 256 characters; interface.md sets no limit. */
  referenceAccepted: manner((referenceId: string): boolean => referenceId.length <= MAX_REFERENCE),
  /** The full text of a reference identifies one bundle in each project. */
  bundleKey: transform((projectId: string, referenceId: string): string => `${projectId}/${referenceId}`),
  /** An existing bundle is returned, whatever the call requests. */
  bundleKept: always((_asked: { all: boolean; assets: readonly string[] }): boolean => true),
  /** The delay before a new bundle is found by its reference, in milliseconds. */
  bundleKnownAfterMs: choice((): number => 0),
  /** The delay before a new address is found in its bundle, in milliseconds. */
  addressKnownAfterMs: choice((): number => 0),
  /** allEnabledAssets selects every asset enabled in the project, whatever the call lists beside it. */
  allEnabled: choice((assets: readonly Asset[], _listed: readonly string[]): readonly Asset[] => assets),
  /** An address that has to be replaced: one that was disabled. interface.md leaves open what else disables an address. */
  addressDisabled: manner((address: StaticAddress): boolean => address.disabled),
  /** A call adds missing addresses for all requested assets. */
  assetsAdded: choice((wanted: readonly Asset[], _held: readonly StaticAddress[]): readonly Asset[] => wanted),
  /** A bundle keeps all its addresses when further assets are requested. */
  addressesKept: choice((held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] => held),
  /** True if two blockchains share one address in a bundle. All EVM blockchains share one address; any other blockchain has one address for all its assets. */
  addressShared: predicate(
    (held: string, wanted: string): boolean =>
      held === wanted || (FAMILIES[held] === 'evm' && FAMILIES[wanted] === 'evm'),
  ),
  /** True if a bundle reuses an address that belongs to another reference. */
  addressPooled: never((_blockchain: string): boolean => false),
  /** The id, address and creation time of a new entry that shares the address of an existing entry. */
  sharedFrom: choice((shared: StaticAddress): Pick<StaticAddress, 'id' | 'address' | 'createdAt'> => shared),
  /** A bundle keeps its creation time. */
  bundleCreation: choice((createdAt: Instant, _now: Instant): Instant => createdAt),
  /** A bundle shows all its addresses, whatever was requested. */
  addressesShown: choice((held: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] => held),
  /** The map by asset has the same entries as the list. */
  addressesIndexed: choice(
    (listed: readonly JsonRecord[], _which: 'active' | 'deactivated'): JsonRecord =>
      Object.fromEntries(listed.map((record) => [String(record['asset']), record])),
  ),
  /** The metadata shown for an asset; null to omit it. */
  metaShown: choice((record: JsonRecord, _asset: Asset): JsonRecord | null => record),
};
