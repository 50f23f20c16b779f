import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { Sighting } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { assetMetasIn, bundlesIn, staticAddressesIn } from './bundleAddresses.ts';
import {
  contentAgrees,
  foreignAddressFault,
  hasAddresses,
  hasEvmAssets,
  namesEveryAsset,
  sharesEvmAddress,
  sharesNoAddress,
} from './bundleContent.ts';

type Fields = Record<string, unknown>;

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const evmOther = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const values = { minLimit: 1, percentFee: 0.5, fixedFee: 0, networkFeeEstimate: 1.5 };

const addressOf = (asset: string, address: string, more: Fields = {}): Fields => ({
  ...{ id: 'UBADR-1', asset, address, active: true, values, createdAt: '2026-01-01T00:00:00Z' },
  ...more,
});

const metaOf = (asset: string): Fields => {
  const [blockchain, currency] = asset.split('_');
  return { name: currency, currency, blockchain, tokenStandard: null, contractAddress: null };
};

const byAsset = (all: readonly Fields[]) => Object.fromEntries(all.map((one) => [one['asset'], one]));

/** Builds a conforming bundle of these addresses; `more` replaces or adds fields. */
function bundle(all: readonly Fields[], more: Fields = {}): Fields {
  const metas = all.map(({ asset }) => [asset, metaOf(String(asset))]);
  return {
    referenceId: 'R-1',
    addresses: all,
    addressesByAsset: byAsset(all),
    assetsMeta: Object.fromEntries(metas),
    ...more,
  };
}

const answering = (answer: Fields): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer,
});

async function sightingOf(answer: Fields): Promise<Sighting> {
  const [seen] = bundlesIn(await recordOfExchanges(answering(answer)));
  if (!seen) throw new Error('no bundle');
  return seen;
}

const [eth, bsc, usdt] = [
  addressOf('ETHEREUM_USDT', evm),
  addressOf('BSC_USDT', evm),
  addressOf('TRON_USDT', tron, { id: 'UBADR-2' }),
];
const old = addressOf('ETHEREUM_USDT', evmOther, { active: false, id: 'UBADR-0' });
const older = addressOf('ETHEREUM_USDT', evm.toLowerCase(), { active: false, id: 'UBADR-9' });

const rules: Record<string, (seen: Sighting) => readonly Fault[] | Fault | undefined> = {
  contentAgrees,
  sharesEvmAddress,
  namesEveryAsset,
};

const faultsOf = (found: readonly Fault[] | Fault | undefined) => [found ?? []].flat();

const conforming: Record<string, Fields> = {
  'of three assets': bundle([eth, bsc, usdt]),
  'in another order': bundle([eth, bsc, usdt], { addressesByAsset: byAsset([usdt, bsc, eth]) }),
  'with nulls in one place': bundle([eth], {
    addressesByAsset: byAsset([{ ...eth, tag: null }]),
    deactivatedAddresses: null,
    deactivatedAddressesByAsset: {},
  }),
  'with an EVM address in other letters': bundle([eth, { ...bsc, address: evm.toLowerCase() }]),
  'with an address that was replaced for one asset alone': bundle([eth, { ...bsc, address: evmOther }], {
    deactivatedAddresses: [old],
    deactivatedAddressesByAsset: byAsset([old]),
  }),
  'with an EVM address that is not active': bundle([eth, { ...bsc, address: evmOther, active: false }]),
  'with two deactivated addresses of an asset, of which the map has one': bundle([eth], {
    deactivatedAddresses: [older, old],
    deactivatedAddressesByAsset: byAsset([older, old]),
  }),
  'with two deactivated addresses of an asset in the map': bundle([eth], {
    deactivatedAddresses: [older, old],
    deactivatedAddressesByAsset: { ETHEREUM_USDT: [old, older] },
  }),
  'with a map of deactivated addresses that are but texts': bundle([eth], {
    deactivatedAddresses: [old],
    deactivatedAddressesByAsset: { ETHEREUM_USDT: evmOther },
  }),
  'on chains that we do not know': bundle([addressOf('TON_USDT', 'EQ-1'), addressOf('XDC_USDT', 'xdc-1'), eth]),
  'on a chain of its own addresses that uses the name of an EVM standard': bundle(
    [addressOf('STARKNET_USDT', `0x0${'4'.repeat(63)}`), eth],
    {
      assetsMeta: {
        ETHEREUM_USDT: metaOf('ETHEREUM_USDT'),
        STARKNET_USDT: { ...metaOf('STARKNET_USDT'), tokenStandard: 'ERC-20' },
      },
    },
  ),
  'that names its testnet': bundle([eth], {
    assetsMeta: { ETHEREUM_USDT: { ...metaOf('ETHEREUM_USDT'), blockchain: 'Ethereum Sepolia' } },
  }),
  'that names assets besides': bundle([eth], {
    assetsMeta: { ETHEREUM_USDT: metaOf('ETHEREUM_USDT'), TRON_USDT: metaOf('TRON_USDT') },
  }),
};

for (const [way, answer] of Object.entries(conforming)) {
  test(`a bundle ${way} conforms`, async () => {
    const seen = await sightingOf(answer);
    expect(hasAddresses(seen)).toBe(true);
    for (const [name, rule] of Object.entries(rules)) expect(faultsOf(rule(seen)), name).toEqual([]);
  });
}

const metaWith = (more: Fields) => ({ assetsMeta: { TRON_USDT: { ...metaOf('TRON_USDT'), ...more } } });

const violating: Record<string, readonly [rule: keyof typeof rules, answer: Fields]> = {
  'an asset is not in the map': ['contentAgrees', bundle([eth, usdt], { addressesByAsset: byAsset([eth]) })],
  'an asset is not in the list': ['contentAgrees', bundle([eth], { addressesByAsset: byAsset([eth, usdt]) })],
  'an address is another in the map': [
    'contentAgrees',
    bundle([usdt], { addressesByAsset: byAsset([{ ...usdt, address: 'T' }]) }),
  ],
  'a fee is another in the map': [
    'contentAgrees',
    bundle([usdt], { addressesByAsset: byAsset([{ ...usdt, values: { ...values, fixedFee: 1 } }]) }),
  ],
  'a key of the map is another asset': ['contentAgrees', bundle([usdt], { addressesByAsset: { ETHEREUM_USDT: usdt } })],
  'the list has an asset twice': ['contentAgrees', bundle([eth], { addresses: [eth, old] })],
  'the list has one address of an asset twice': ['contentAgrees', bundle([eth, eth, usdt])],
  'the map is empty': ['contentAgrees', bundle([eth], { addressesByAsset: {} })],
  'a deactivated address is not in the map': ['contentAgrees', bundle([eth], { deactivatedAddresses: [old] })],
  'a deactivated address is in the map alone': [
    'contentAgrees',
    bundle([eth], { deactivatedAddresses: [], deactivatedAddressesByAsset: byAsset([old]) }),
  ],
  'EVM assets have two addresses': ['sharesEvmAddress', bundle([eth, { ...bsc, address: evmOther }])],
  'assets of one EVM blockchain have two addresses': [
    'sharesEvmAddress',
    bundle([eth, addressOf('ETHEREUM_USDC', evmOther)]),
  ],
  'an asset that is EVM by its standard has another address': [
    'sharesEvmAddress',
    bundle([eth, addressOf('NEWCHAIN_USDT', evmOther)], {
      assetsMeta: {
        ETHEREUM_USDT: metaOf('ETHEREUM_USDT'),
        NEWCHAIN_USDT: { ...metaOf('NEWCHAIN_USDT'), tokenStandard: 'ERC-20' },
      },
    }),
  ],
  'assetsMeta lacks an asset': [
    'namesEveryAsset',
    bundle([eth, usdt], { assetsMeta: { ETHEREUM_USDT: metaOf('ETHEREUM_USDT') } }),
  ],
  'assetsMeta is absent': ['namesEveryAsset', bundle([eth], { assetsMeta: undefined })],
  'an asset has no name': ['namesEveryAsset', bundle([usdt], metaWith({ name: null }))],
  'an asset has a number for its currency': ['namesEveryAsset', bundle([usdt], metaWith({ currency: 1 }))],
  'an asset is of another blockchain': ['namesEveryAsset', bundle([usdt], metaWith({ blockchain: 'ETHEREUM' }))],
  'an asset is of another currency': ['namesEveryAsset', bundle([usdt], metaWith({ currency: 'USDC' }))],
};

for (const [way, [name, answer]] of Object.entries(violating)) {
  test(`${name} sees that ${way}`, async () => {
    const seen = await sightingOf(answer);
    expect(faultsOf(rules[name]?.(seen))).not.toEqual([]);
    for (const [other, rule] of Object.entries(rules))
      if (other !== name) expect(faultsOf(rule(seen)), other).toEqual([]);
  });
}

test('EVM addresses are shared if there are two of them and neither is replaced', async () => {
  expect(hasEvmAssets(await sightingOf(bundle([eth, bsc])))).toBe(true);
  expect(hasEvmAssets(await sightingOf(bundle([eth, usdt])))).toBe(false);
  expect(hasEvmAssets(await sightingOf(bundle([eth, bsc], { deactivatedAddresses: [old] })))).toBe(false);
  expect(hasEvmAssets(await sightingOf(bundle([eth, { ...bsc, active: false }])))).toBe(false);
});

test('an address matches the blockchain of its asset, if we know that blockchain', async () => {
  const isValid = async (...all: Fields[]) =>
    staticAddressesIn(await recordOfExchanges(answering(bundle(all)))).flatMap((one) => foreignAddressFault(one) ?? [])
      .length === 0;
  expect(await isValid(eth, bsc, usdt, addressOf('TON_USDT', 'anything'))).toBe(true);
  expect(await isValid(addressOf('TRON_NILE_USDT', tron))).toBe(true);
  expect(await isValid(addressOf('TRON_USDT', evm))).toBe(false);
  expect(await isValid(addressOf('ETHEREUM_USDT', evm.replace('a', 'A')))).toBe(false);
});

test('addresses and assets of bundles are found in either place, deactivated ones too', async () => {
  const record = await recordOfExchanges(
    answering(bundle([eth], { addressesByAsset: byAsset([eth, usdt]), deactivatedAddresses: [old] })),
  );
  expect(staticAddressesIn(record).map(({ asset }) => asset)).toEqual(['ETHEREUM_USDT', 'TRON_USDT', 'ETHEREUM_USDT']);
  expect(assetMetasIn(record).map(({ asset }) => asset)).toEqual(['ETHEREUM_USDT']);
});

test('no address belongs to two referenceIds', async () => {
  const seen = async (...answers: Fields[]) => {
    const faults = sharesNoAddress(bundlesIn(await recordOfExchanges(...answers.map(answering))));
    return faults.map(({ code }) => code).join() || 'held';
  };
  const other = (all: readonly Fields[], more: Fields = {}) => bundle(all, { referenceId: 'R-2', ...more });
  const apart = addressOf('TRON_USDT', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  expect(await seen(bundle([usdt]), other([apart]))).toBe('held');
  expect(await seen(bundle([usdt]), bundle([usdt]), other([apart]))).toBe('held');
  expect(await seen(bundle([usdt]), other([usdt]))).toBe('sharedAddress');
  expect(await seen(bundle([eth]), other([{ ...bsc, address: evm.toUpperCase().replace('0X', '0x') }]))).toBe(
    'sharedAddress',
  );
  expect(await seen(bundle([usdt]), other([apart], { deactivatedAddresses: [usdt] }))).toBe('sharedAddress');
  const [ton, tagged] = ['1', '2'].map((memo) => addressOf('TON_USDT', 'EQ-1', { memo })) as [Fields, Fields];
  expect(await seen(bundle([ton]), other([tagged]))).toBe('held');
  expect(await seen(bundle([ton]), other([{ ...ton, id: 'UBADR-9' }]))).toBe('sharedAddress');
  expect(await seen(bundle([{ ...usdt, memo: '1' }]), other([{ ...usdt, memo: '2' }]))).toBe('sharedAddress');
  const asked = async (one: string, two: string) => {
    const bundles = [one, two].map((referenceId) => ({
      ...answering(bundle([usdt])),
      body: JSON.stringify({ referenceId }),
    }));
    return sharesNoAddress(bundlesIn(await recordOfExchanges(...bundles)))
      .map(({ code }) => code)
      .join();
  };
  // References are distinguished by the request, not by their names in the answer.
  expect(await asked('R-1', 'R-2')).toBe('sharedAddress');
  expect(await asked('R-1', 'r-1')).toBe('sharedAddress');
  expect(await asked('R-1', 'R-1 ')).toBe('noEvidence');
  expect(await asked('R-\u00e9', 'R-e\u0301')).toBe('noEvidence');
  expect(await seen(bundle([usdt]), bundle([usdt]))).toBe('noEvidence');
  expect(await seen(bundle([usdt]), other([eth]))).toBe('noEvidence');
});
