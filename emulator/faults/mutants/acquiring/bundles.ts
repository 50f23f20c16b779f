import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { isQuarterOld } from '../../shared/oldRecords.ts';

/** How long the race mutants do not see a new bundle or address, in milliseconds. */
const RACE_MS = 250;

/** Mutants of the creation and growth of bundles (§ Crypto acquiring, bundle rules). */
export const bundleMutants: readonly Mutant[] = [
  {
    name: 'bundle-made-again',
    breaks: 'SAB-01',
    level: 'state',
    because: 'every call creates a bundle without looking for an existing one',
    rules: { bundleKept: () => false },
  },
  {
    name: 'bundle-made-again-for-all',
    breaks: 'SAB-01',
    level: 'state',
    because: 'a call for all enabled assets takes another code path, which always creates a bundle',
    rules: { bundleKept: ({ all }) => !all },
  },
  {
    name: 'bundle-created-now',
    breaks: 'SAB-01',
    level: 'answer',
    because: 'createdAt is the time at which the answer was built',
    rules: { bundleCreation: (_createdAt, now) => now },
  },
  {
    name: 'addresses-renewed-after-a-quarter',
    breaks: 'SAB-01',
    level: 'state',
    because: 'addresses are archived after a quarter of a year, and a call finds none',
    rules: { addressesKept: (held) => held.filter((one) => !isQuarterOld(one)) },
  },
  {
    name: 'solana-addresses-renewed-after-a-quarter',
    breaks: 'SAB-01',
    level: 'state',
    because: 'an account of Solana that nobody paid into is closed after a quarter of a year to get its rent back',
    rules: { addressesKept: (held) => held.filter((one) => !(one.asset.blockchain === 'SOLANA' && isQuarterOld(one))) },
  },
  {
    name: 'bundle-does-not-grow',
    breaks: 'SAB-02',
    level: 'state',
    because: 'an existing bundle is returned unchanged',
    rules: { assetsAdded: (wanted, held) => (held.length > 0 ? [] : wanted) },
  },
  {
    name: 'bundle-tells-what-was-asked',
    breaks: 'SAB-02',
    level: 'answer',
    because: 'only the addresses of the requested assets are shown',
    rules: { addressesShown: (held, wanted) => held.filter(({ asset }) => wanted.includes(asset)) },
  },
  {
    name: 'bundle-forgets-what-was-not-asked',
    breaks: 'SAB-02',
    level: 'state',
    because: 'the requested assets replace those of the bundle',
    rules: { addressesKept: (held, wanted) => held.filter(({ asset }) => wanted.includes(asset)) },
  },
  {
    name: 'bundle-renewed-when-it-grows',
    breaks: 'SAB-02',
    level: 'state',
    because: 'a bundle that lacks an asset is generated again',
    rules: {
      addressesKept: (held, wanted) =>
        wanted.every((asset) => held.some((address) => address.asset === asset)) ? held : [],
    },
  },
  {
    name: 'all-but-the-newest-asset',
    breaks: 'SAB-03',
    level: 'state',
    because: 'the cached list of enabled assets lacks the newest one',
    rules: { allEnabled: (assets) => assets.slice(0, -1) },
  },
  {
    name: 'one-network-for-each-currency',
    breaks: 'SAB-03',
    level: 'state',
    because: 'each currency gets one address, so its other networks are left out',
    rules: {
      allEnabled: (assets) =>
        assets.filter((asset, place) => assets.findIndex(({ currency }) => currency === asset.currency) === place),
    },
  },
  {
    name: 'newest-asset-of-one-project',
    breaks: 'SAB-03',
    level: 'state',
    because: 'an asset that only few projects enable is missing from the list that all share',
    rules: { allEnabled: (assets) => assets.filter(({ id }) => id !== 'SOLANA_USDT') },
  },
  {
    name: 'evm-address-for-each-asset',
    breaks: 'SAB-04',
    level: 'state',
    because: 'every asset gets its own key',
    rules: { addressShared: () => false },
  },
  {
    name: 'evm-address-for-each-chain',
    breaks: 'SAB-04',
    level: 'state',
    because: 'an address is shared only within its blockchain',
    rules: { addressShared: (held, wanted) => held === wanted },
  },
  {
    name: 'references-as-slugs',
    breaks: 'SAB-11',
    level: 'state',
    because: 'a reference is stored as a slug, in which all punctuation is one sign',
    rules: {
      bundleKey: (projectId, referenceId) =>
        conformingRules.bundleKey(projectId, referenceId.replace(/[^\p{L}\d]+/gu, '-')),
    },
  },
  {
    name: 'references-cut',
    breaks: 'SAB-11',
    level: 'state',
    because: 'the index of references stores only their first two characters',
    rules: { bundleKey: (projectId, referenceId) => conformingRules.bundleKey(projectId, referenceId.slice(0, 2)) },
  },
  {
    name: 'references-cut-to-a-column',
    breaks: 'SAB-11',
    level: 'state',
    because: 'the index of references has a column of 255 characters',
    rules: { bundleKey: (projectId, referenceId) => conformingRules.bundleKey(projectId, referenceId.slice(0, 255)) },
  },
  {
    name: 'addresses-from-a-pool',
    breaks: 'SAB-11',
    level: 'state',
    because: 'the last address of the pool is never removed from it',
    rules: { addressPooled: () => true },
  },
  {
    name: 'one-tron-address-for-all',
    breaks: 'SAB-11',
    level: 'state',
    because: 'reusing one address saves the activation fee of another',
    rules: { addressPooled: (blockchain) => blockchain === 'TRON' },
  },
  {
    name: 'bundles-race',
    breaks: 'SAB-12',
    level: 'state',
    because: 'a bundle is looked up and written in two steps, a quarter of a second apart',
    rules: { bundleKnownAfterMs: () => RACE_MS },
  },
  {
    name: 'addresses-race',
    breaks: 'SAB-12',
    level: 'state',
    because: 'another service generates the address, and it is asked again until it has answered',
    rules: { addressKnownAfterMs: () => RACE_MS },
  },
];
