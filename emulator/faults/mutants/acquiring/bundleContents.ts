import { ASSETS } from '../../../domain/assets.ts';
import { later } from '../../../domain/clock.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Malforms the addresses of one blockchain in bundles. */
const misspelt = (blockchain: string, change: (address: string) => string): Mutant['rules'] => ({
  addressText: (address, on, of) => (on === blockchain && of === 'bundle' ? change(address) : address),
});

/** Mutants of the fields of a bundle (§ Static address bundle). */
export const bundleRecordMutants: readonly Mutant[] = [
  {
    name: 'main-chain-borrows-no-address',
    breaks: 'SAB-04',
    level: 'state',
    because: 'an address made for another EVM blockchain is not offered to ETHEREUM, only the other way round',
    rules: {
      addressShared: (held, wanted) =>
        conformingRules.addressShared(held, wanted) && (held === wanted || wanted !== 'ETHEREUM'),
    },
  },
  {
    name: 'address-created-when-asked-again',
    breaks: 'SAB-01',
    level: 'answer',
    because: 'a call for several assets touches the addresses that it asks for',
    rules: {
      addressesShown: (held, wanted) =>
        wanted.length < 2 ? held : held.map((one) => ({ ...one, createdAt: later(one.createdAt, 60_000) })),
    },
  },
  {
    name: 'contract-of-the-other-token',
    breaks: 'SAB-06',
    level: 'answer',
    because: 'the contracts of a blockchain are looked up by its name alone',
    rules: {
      metaShown: (record, { blockchain }) =>
        blockchain === 'ETHEREUM' ? { ...record, contractAddress: ASSETS[0]?.contractAddress ?? null } : record,
    },
  },
  {
    name: 'index-lacks-an-address',
    breaks: 'SAB-05',
    level: 'answer',
    because: 'the map is written before the last address exists',
    rules: {
      addressesIndexed: (listed, which) =>
        conformingRules.addressesIndexed(which === 'active' ? listed.slice(0, -1) : listed, which),
    },
  },
  {
    name: 'index-of-yesterday',
    breaks: 'SAB-05',
    level: 'answer',
    because: 'the map is cached, the list is current',
    rules: {
      addressesIndexed: (listed, which) =>
        conformingRules.addressesIndexed(
          listed.map((record) => ({ ...record, active: false })),
          which,
        ),
    },
  },
  {
    name: 'index-with-addresses-in-lower-case',
    breaks: 'SAB-05',
    level: 'answer',
    because: 'the map comes from the search engine, which lower-cases addresses',
    rules: {
      addressesIndexed: (listed, which) =>
        conformingRules.addressesIndexed(
          listed.map((record) => ({ ...record, address: String(record['address']).toLowerCase() })),
          which,
        ),
    },
  },
  {
    name: 'address-listed-twice',
    breaks: 'SAB-05',
    level: 'answer',
    because: 'the list is joined with the table of keys, which has two rows for the first address',
    rules: { addressesShown: (held) => [...held.slice(0, 1), ...held] },
  },
  {
    name: 'deactivated-addresses-not-indexed',
    breaks: 'SAB-05',
    level: 'answer',
    because: 'the map of deactivated addresses is never filled',
    rules: {
      addressesIndexed: (listed, which) => (which === 'active' ? conformingRules.addressesIndexed(listed, which) : {}),
    },
  },
  {
    name: 'meta-lacks-an-asset',
    breaks: 'SAB-06',
    level: 'answer',
    because: 'the token catalogue lacks the newest network',
    rules: { metaShown: (record, { blockchain }) => (blockchain === 'TRON' ? null : record) },
  },
  {
    name: 'meta-without-name',
    breaks: 'SAB-06',
    level: 'answer',
    because: 'the token name is left to the client',
    rules: { metaShown: ({ name: _name, ...record }) => record },
  },
  {
    name: 'meta-of-another-chain',
    breaks: 'SAB-06',
    level: 'answer',
    because: 'the token catalogue is keyed by currency and stores one network of each',
    rules: { metaShown: (record) => ({ ...record, blockchain: 'ETHEREUM' }) },
  },
  {
    name: 'address-prefix-of-bundle',
    breaks: 'SAB-08',
    level: 'state',
    because: 'addresses get the prefix of bundles',
    rules: { idText: (prefix, uuid) => `${prefix === 'UBADR' ? 'CASB' : prefix}-${uuid}` },
  },
  {
    name: 'bundle-evm-checksum',
    breaks: 'SAB-08',
    level: 'state',
    because: 'the letter case of an address comes from another hash',
    rules: misspelt('ETHEREUM', (address) =>
      address.replace(/[a-f]/i, (letter) => (/[a-f]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase())),
    ),
  },
  {
    name: 'bundle-tron-in-hex',
    breaks: 'SAB-08',
    level: 'state',
    because: 'an address is shown in hexadecimal, as the chain stores it',
    rules: misspelt('TRON', (address) => `41${Buffer.from(address).toString('hex').slice(0, 40)}`),
  },
  {
    name: 'one-address-for-every-chain',
    breaks: 'SAB-08',
    level: 'state',
    because: 'the address of the first chain is reused for chains of other families',
    rules: { addressShared: () => true },
  },
  {
    name: 'active-as-number',
    breaks: 'SAB-08',
    level: 'answer',
    because: 'a flag is stored as 0 or 1',
    rules: overrideRecord('address', ({ active }) => ({ active: active === true ? 1 : 0 })),
  },
  {
    name: 'address-without-network-fee',
    breaks: 'SAB-08',
    level: 'answer',
    because: 'the network fee changes too often to be shown',
    rules: overrideRecord('address', ({ values }) => ({
      values: { ...(values as JsonRecord), networkFeeEstimate: undefined },
    })),
  },
  {
    name: 'address-fees-as-text',
    breaks: 'SAB-13',
    level: 'answer',
    because: 'fees come from the settings, which store text',
    rules: overrideRecord('address', ({ values }) => {
      const { percentFee, ...others } = values as JsonRecord;
      return { values: { ...others, percentFee: isMoney(percentFee) ? percentFee.toFixed() : null } };
    }),
  },
  {
    name: 'bundle-addresses-as-map',
    breaks: 'SAB-13',
    level: 'answer',
    because: 'the list of addresses is serialized as the map that it was built from',
    rules: overrideRecord('bundle', ({ addressesByAsset }) => ({ addresses: addressesByAsset })),
  },
  {
    name: 'bundle-created-as-number',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'createdAt is written as seconds since 1970',
    rules: overrideRecord('bundle', ({ createdAt }) => ({
      createdAt: Math.floor(Date.parse(String(createdAt)) / 1000),
    })),
  },
];
