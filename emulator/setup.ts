import { randomBytes, randomUUID } from 'node:crypto';
import type { Project } from './acquiring.ts';
import { money } from './money.ts';
import { newRandom, type Random, uuid } from './random.ts';
import type { AccountSetup, Credential } from './world.ts';

/** What every world of one process has in common. */
export interface Setup {
  readonly seed: string;
  readonly accounts: readonly AccountSetup[];
  readonly controlToken: string;
}

/** The environment names of the secrets that a caller may choose; what is not set is random. */
const NAMES = {
  main: { id: 'ASSAY_EMULATOR_TOKEN_ID', secret: 'ASSAY_EMULATOR_TOKEN_SECRET' },
  second: { id: 'ASSAY_EMULATOR_SECOND_TOKEN_ID', secret: 'ASSAY_EMULATOR_SECOND_TOKEN_SECRET' },
  control: 'ASSAY_EMULATOR_CONTROL_TOKEN',
};

/** The accounts, projects and tokens of a process: secrets from the environment or random, the rest from the seed. */
export function newSetup(seed: string, env: Readonly<Record<string, string | undefined>>): Setup {
  const random = newRandom(`${seed}/setup`);
  return {
    seed,
    accounts: [
      { label: 'main', credential: credential(env, NAMES.main), projects: projects(random, 'Shop'), crossPayout: true },
      {
        label: 'second',
        credential: credential(env, NAMES.second),
        projects: projects(random, 'Other'),
        crossPayout: false,
      },
    ],
    controlToken: env[NAMES.control] || randomBytes(24).toString('hex'),
  };
}

const credential = (
  env: Readonly<Record<string, string | undefined>>,
  names: { id: string; secret: string },
): Credential => ({
  tokenId: env[names.id] || `TKN-${randomUUID()}`,
  secret: env[names.secret] || randomBytes(32).toString('hex'),
});

/** Two projects: one whose fee the merchant pays, one whose payer pays it and which suggests amounts. */
const projects = (random: Random, name: string): Project[] => [
  {
    id: `CAP-${uuid(random)}`,
    name,
    domain: 'shop.example',
    enabledAssets: ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT', 'SOLANA_USDC'],
    feePaidBy: 'merchant',
    fixedFee: money('0.1'),
    percentFee: money('5'),
    suggested: null,
  },
  {
    id: `CAP-${uuid(random)}`,
    name: `${name} (payer pays)`,
    domain: 'shop.example',
    enabledAssets: ['ETHEREUM_USDT', 'TRON_USDT'],
    feePaidBy: 'payer',
    fixedFee: money('0.2'),
    percentFee: money('1'),
    suggested: { currency: 'USD', amounts: ['10', '25', '50'].map(money), manual: true },
  },
];
