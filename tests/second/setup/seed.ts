import { newId, randomHex } from '../core/ids.ts';
import { money } from '../core/money.ts';
import type { Account, Project, Token } from '../domain/account.ts';
import { Ledger } from '../domain/ledger.ts';

const RICH: Record<string, string> = {
  USDT: '1250000.5',
  USDC: '400000',
  BTC: '60.25',
  ETH: '900.123456789012345678',
  TRX: '6000000',
  EUR: '750000.75',
  USD: '750000',
  UAH: '20000000',
  KZT: '250000000',
  TRY: '15000000',
  IDR: '9000000000',
};
const MODEST: Record<string, string> = {
  USDT: '2500.000001',
  BTC: '0.75',
  ETH: '12',
  TRX: '40000',
  EUR: '3000',
  USD: '3000',
  UAH: '90000',
  KZT: '900000',
  TRY: '60000',
  IDR: '40000000',
};
const CROSS: Record<string, string> = { ...RICH, USDT: '900', EUR: '400', TRX: '1000' };

/** The accounts of the server with balances and projects. */
export function seedAccounts(): Account[] {
  return [
    account('main', { balances: RICH, projects: [merchantPays(), payerPays(), suggestedOnly()] }),
    account('second', { balances: MODEST, projects: [{ ...merchantPays(), name: 'Second shop', domain: undefined }] }),
    account('cross', { balances: CROSS, projects: [{ ...payerPays(), name: 'Cross shop' }], crossPayout: true }),
  ];
}

interface Start {
  balances: Record<string, string>;
  projects: Project[];
  crossPayout?: boolean;
}

function account(label: string, { balances, projects, crossPayout = false }: Start): Account {
  const ledger = new Ledger();
  for (const [currency, amount] of Object.entries(balances)) ledger.credit(currency, money(amount));
  return { label, ownerId: newId('OWN'), crossPayout, ledger, projects, usedClientOrderIds: new Set() };
}

function merchantPays(): Project {
  return {
    id: newId('CAP'),
    name: 'Bookshop',
    domain: 'bookshop.example',
    enabledAssets: [
      'TRON_USDT',
      'ETHEREUM_USDT',
      'ETHEREUM_USDC',
      'BSC_USDT',
      'SOLANA_USDT',
      'SOLANA_USDC',
      'ETHEREUM_ETH',
      'BITCOIN_BTC',
    ],
    feePaidBy: 'MERCHANT',
    suggested: { currency: 'EUR', amounts: ['10', '25.5', '100'].map(money), allowManualInput: true },
  };
}

function payerPays(): Project {
  return {
    id: newId('CAP'),
    name: 'Ticket office',
    enabledAssets: ['ETHEREUM_USDT', 'TRON_USDT', 'ETHEREUM_USDC', 'BSC_USDT'],
    feePaidBy: 'PAYER',
  };
}

function suggestedOnly(): Project {
  return {
    id: newId('CAP'),
    name: 'Tip jar',
    enabledAssets: ['TRON_USDT', 'SOLANA_USDC', 'BSC_USDT'],
    feePaidBy: 'MERCHANT',
    suggested: { currency: 'USD', amounts: ['5', '20'].map(money), allowManualInput: false },
  };
}

/** The tokens of the server: one per account, a revoked one and one of another environment. */
export function seedTokens(accounts: Account[]): Token[] {
  const tokens = accounts.map((owner) => token(owner.label, owner));
  const [main] = accounts;
  if (main === undefined) return tokens;
  return [
    ...tokens,
    { ...token('revoked', main), revoked: true },
    { ...token('production', main), environment: 'production' },
  ];
}

function token(label: string, owner: Account): Token {
  return { label, id: newId('TKN'), secret: randomHex(24), environment: 'sandbox', revoked: false, account: owner };
}
