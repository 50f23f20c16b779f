import { randomBytes, randomUUID } from 'node:crypto';
import type { Domain, Project } from '../domain/acquiring.ts';
import { money } from '../domain/money.ts';
import type { Quota } from '../domain/quota.ts';
import { newRandom, type Random, uuid } from '../domain/random.ts';
import type { Credential, Standing, Token } from '../domain/tokens.ts';
import type { AccountSetup } from './instance.ts';

/** The setup that all instances of one process share. */
export interface Setup {
  readonly seed: string;
  readonly accounts: readonly AccountSetup[];
  readonly controlToken: string;
}

/** The quota of the account `limited`: small enough for a test to exhaust it and wait for its renewal. */
const LIMITED: Quota = { posts: 10, gets: 15, windowMs: 4000, kind: 'sliding' };

/** Returns the names of the environment variables for a token. A variable that is not set gets a random value. */
export function variablesOf(label: string): { tokenId: string; secret: string } {
  const prefix = `ASSAY_EMULATOR_${label === 'main' ? '' : `${label.toUpperCase()}_`}TOKEN`;
  return { tokenId: `${prefix}_ID`, secret: `${prefix}_SECRET` };
}

/** The environment variable of the control API's token. */
export const CONTROL_VARIABLE = 'ASSAY_EMULATOR_CONTROL_TOKEN';

/** Creates the accounts, projects and tokens of a process; secrets come from the environment or are random, the rest from the seed. */
export function newSetup(seed: string, env: Readonly<Record<string, string | undefined>>): Setup {
  const random = newRandom(`${seed}/setup`);
  const token = (label: string, standing: Standing = 'alive'): Token => ({
    label,
    credential: credential(env, label),
    standing,
  });
  const account = (label: string, more: Partial<AccountSetup> = {}): AccountSetup => ({
    label,
    tokens: [token(label)],
    projects: [],
    crossPayout: false,
    quota: null,
    ...more,
  });
  return {
    seed,
    accounts: [
      account('main', {
        tokens: [token('main'), token('revoked', 'revoked'), token('elsewhere', 'elsewhere')],
        projects: [...projects(random, 'Shop'), ...furtherProjects(newRandom(`${seed}/projects`), 'Shop')],
        crossPayout: true,
      }),
      account('second', { projects: projects(random, 'Other') }),
      account('cross', { crossPayout: true }),
      account('limited', { projects: projects(random, 'Busy'), quota: LIMITED }),
    ],
    controlToken: env[CONTROL_VARIABLE] || randomBytes(24).toString('hex'),
  };
}

function credential(env: Readonly<Record<string, string | undefined>>, label: string): Credential {
  const { tokenId, secret } = variablesOf(label);
  return {
    tokenId: env[tokenId] || `TKN-${randomUUID()}`,
    secret: env[secret] || randomBytes(32).toString('hex'),
  };
}

/** Domains in every state: only the first one may show the widget, and that of the first project alone. */
const DOMAINS: readonly Domain[] = [
  { name: 'shop.example', state: 'SUCCESS', linked: true },
  { name: 'unlinked.example', state: 'SUCCESS', linked: false },
  { name: 'pending.example', state: 'PENDING', linked: false },
  { name: 'rejected.example', state: 'REJECTED', linked: false },
];

/** The default settings of a project. */
const PLAIN = {
  domain: 'shop.example',
  domains: DOMAINS.map((one) => ({ ...one, linked: false })),
  hideFee: false,
  autoConversion: {},
  suggested: null,
} as const;

/** Two projects: in one the merchant pays the fee; in the other the payer pays it and amounts are suggested. */
const projects = (random: Random, name: string): Project[] => [
  {
    ...PLAIN,
    id: `CAP-${uuid(random)}`,
    name,
    domains: DOMAINS,
    enabledAssets: ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT', 'SOLANA_USDC', 'POLYGON_USDC'],
    feePaidBy: 'merchant',
    fixedFee: money('0.1'),
    percentFee: money('5'),
  },
  {
    ...PLAIN,
    id: `CAP-${uuid(random)}`,
    name: `${name} (payer pays)`,
    enabledAssets: ['ETHEREUM_USDT', 'TRON_USDT'],
    feePaidBy: 'payer',
    fixedFee: money('0.2'),
    percentFee: money('1'),
    suggested: { currency: 'USD', amounts: ['10', '25', '50'].map(money), manual: true },
  },
];

/** Two more projects: one hides the fee that its payers pay, the other converts what it receives. */
const furtherProjects = (random: Random, name: string): Project[] => [
  {
    ...PLAIN,
    id: `CAP-${uuid(random)}`,
    name: `${name} (fee hidden)`,
    enabledAssets: ['TRON_USDT', 'SOLANA_USDT', 'SOLANA_USDC'],
    feePaidBy: 'payer',
    hideFee: true,
    fixedFee: money('0'),
    percentFee: money('2'),
    suggested: { currency: 'EUR', amounts: ['15', '30'].map(money), manual: false },
  },
  {
    ...PLAIN,
    id: `CAP-${uuid(random)}`,
    name: `${name} (converts)`,
    enabledAssets: ['TRON_USDT', 'ETHEREUM_USDC', 'ETHEREUM_USDT'],
    feePaidBy: 'merchant',
    fixedFee: money('0.1'),
    percentFee: money('1'),
    autoConversion: { TRON_USDT: 'EUR', ETHEREUM_USDC: 'USD' },
  },
];
