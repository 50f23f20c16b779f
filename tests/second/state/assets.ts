import { type Money, money } from '../core/money.ts';
import { currencyOf } from '../domain/currencies.ts';

/** The kinds of address: one address serves every asset of its kind. */
export type AddressFamily = 'EVM' | 'TRON' | 'SOLANA' | 'BITCOIN';

/** A crypto currency on a blockchain, with its limits and platform fees. */
export interface Asset {
  id: string;
  name: string;
  blockchain: string;
  currency: string;
  family: AddressFamily;
  tokenStandard?: string | undefined;
  contract?: string | undefined;
  scale: number;
  minLimit: Money;
  maxLimit: Money;
  fixedFee: Money;
  percentFee: Money;
  staticMinLimit: Money;
  networkFee: Money;
}

interface Facts {
  name: string;
  family: AddressFamily;
  token?: [standard: string, contract: string];
  limits: [min: string, max: string];
  fee: [fixed: string, percent: string];
  deposit: [min: string, networkFee: string];
}

function asset(id: string, facts: Facts): [string, Asset] {
  const [blockchain = '', currency = ''] = id.split('_');
  const made: Asset = {
    id,
    name: facts.name,
    blockchain,
    currency,
    family: facts.family,
    tokenStandard: facts.token?.[0],
    contract: facts.token?.[1],
    scale: currencyOf(currency).scale,
    minLimit: money(facts.limits[0]),
    maxLimit: money(facts.limits[1]),
    fixedFee: money(facts.fee[0]),
    percentFee: money(facts.fee[1]),
    staticMinLimit: money(facts.deposit[0]),
    networkFee: money(facts.deposit[1]),
  };
  return [id, made];
}

const ASSETS = new Map<string, Asset>([
  asset('TRON_USDT', {
    name: 'Tether USD',
    family: 'TRON',
    token: ['TRC-20', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
    limits: ['1', '250000'],
    fee: ['0', '1'],
    deposit: ['4', '1.2'],
  }),
  asset('ETHEREUM_USDT', {
    name: 'Tether USD',
    family: 'EVM',
    token: ['ERC-20', '0xaa8e23fb1079ea71e0a56f48a2aa51851d8433d0'],
    limits: ['3', '250000'],
    fee: ['0.5', '0.8'],
    deposit: ['8', '2.35'],
  }),
  asset('ETHEREUM_USDC', {
    name: 'USD Coin',
    family: 'EVM',
    token: ['ERC-20', '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238'],
    limits: ['3', '250000'],
    fee: ['0.5', '0.8'],
    deposit: ['8', '2.35'],
  }),
  asset('BSC_USDT', {
    name: 'Tether USD',
    family: 'EVM',
    token: ['BEP-20', '0x337610d27c682e347c9cd60bd4b3b107c9d34ddd'],
    limits: ['1', '250000'],
    fee: ['0.1', '0.75'],
    deposit: ['2', '0.15'],
  }),
  asset('SOLANA_USDT', {
    name: 'Tether USD',
    family: 'SOLANA',
    token: ['SPL', 'EJwZgeZrdC8TXTQbQBoL6bfuAnFUUy1PVCMB4DYPzVaS'],
    limits: ['1', '150000'],
    fee: ['0.2', '0.9'],
    deposit: ['2', '0.3'],
  }),
  asset('SOLANA_USDC', {
    name: 'USD Coin',
    family: 'SOLANA',
    token: ['SPL', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
    limits: ['1', '150000'],
    fee: ['0.2', '0.9'],
    deposit: ['2', '0.3'],
  }),
  asset('ETHEREUM_ETH', {
    name: 'Ether',
    family: 'EVM',
    limits: ['0.001', '100'],
    fee: ['0.0001', '0.6'],
    deposit: ['0.003', '0.0008'],
  }),
  asset('BITCOIN_BTC', {
    name: 'Bitcoin',
    family: 'BITCOIN',
    limits: ['0.00005', '8'],
    fee: ['0', '0.5'],
    deposit: ['0.0002', '0.00003'],
  }),
]);

/** The asset of an identifier, undefined when there is none. */
export function findAsset(id: string): Asset | undefined {
  return ASSETS.get(id);
}

/** The asset of an identifier that is known to exist. */
export function assetOf(id: string): Asset {
  const found = ASSETS.get(id);
  if (found === undefined) throw new Error(`unknown asset ${id}`);
  return found;
}
