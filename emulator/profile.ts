import { chmodSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { newAddress } from './addresses.ts';
import { CATALOGUE } from './catalogue.ts';
import type { MethodTerms } from './method.ts';
import { MOCK_CARDS } from './mockCards.ts';
import { OWN_PATHS } from './paths.ts';
import type { Quota } from './quota.ts';
import { newRandom, type Random } from './random.ts';
import type { Setup } from './setup.ts';

/** Who can read the files: their owner only, since one of them holds secrets. */
const PRIVATE = 0o600;

/** A card that is neither of the two test cards. */
const OTHER_CARD = '5555555555554444';

/** What of a started emulator the target file tells. */
interface Judged {
  readonly url: string;
  readonly control: boolean;
  readonly quota: Quota | undefined;
}

/** Writes the target file that lets this emulator be judged, and beside it the environment file with its secrets. */
export function writeProfile(file: string, from: Judged & { setup: Setup }): void {
  const { setup, url, control, quota } = from;
  const [main, second] = setup.accounts;
  if (main === undefined || second === undefined) throw new Error('a setup has two accounts');
  const envFile = `${file.replace(/\.json$/, '')}.env`;
  const secrets = {
    ASSAY_EMULATOR_TOKEN_ID: main.credential.tokenId,
    ASSAY_EMULATOR_TOKEN_SECRET: main.credential.secret,
    ASSAY_EMULATOR_SECOND_TOKEN_ID: second.credential.tokenId,
    ASSAY_EMULATOR_SECOND_TOKEN_SECRET: second.credential.secret,
    ...(control && { ASSAY_EMULATOR_CONTROL_TOKEN: setup.controlToken }),
  };
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writePrivate(envFile, lines.join(''));
  writePrivate(
    file,
    `${JSON.stringify(targetOf(main, { url, control, quota, envFile: basename(envFile) }), null, 2)}\n`,
  );
}

function targetOf(
  { credential, projects }: Setup['accounts'][number],
  { url, control, quota, envFile }: Judged & { envFile: string },
): object {
  return {
    name: 'emulator',
    kind: 'emulator',
    baseUrl: url,
    envFile,
    credentials: [
      { label: 'main', tokenIdEnv: 'ASSAY_EMULATOR_TOKEN_ID', secretEnv: 'ASSAY_EMULATOR_TOKEN_SECRET' },
      {
        label: 'second',
        tokenIdEnv: 'ASSAY_EMULATOR_SECOND_TOKEN_ID',
        secretEnv: 'ASSAY_EMULATOR_SECOND_TOKEN_SECRET',
        purpose: 'second',
      },
    ],
    projects: projects.map(({ id, name, enabledAssets, feePaidBy }) => ({ id, name, enabledAssets, feePaidBy })),
    mockCards: MOCK_CARDS,
    samples: samplesFor(CATALOGUE, newRandom(`${credential.tokenId}/samples`)),
    paths: OWN_PATHS,
    ...(control && { levers: { control: { url: `${url}/~control`, tokenEnv: 'ASSAY_EMULATOR_CONTROL_TOKEN' } } }),
    ...(quota && { quota: quotaOf(quota) }),
    gaps: [],
    deadlines: { answerMs: 10_000, visibleMs: 5_000, finalMs: 10_000, pendingWindowMs: 1_500 },
  };
}

/** What each method needs that nobody can guess: a card, a bank account with its codes, an address of its blockchain. */
function samplesFor(methods: readonly MethodTerms[], random: Random): Record<string, Record<string, string>> {
  const blockchains = new Set(methods.flatMap(({ blockchain }) => blockchain ?? []));
  return {
    CC_VISAMC: { cardNumber: OTHER_CARD },
    VA_QR: { channelCode: 'BCA', bankAccount: '1234567890', bankCode: 'BT' },
    ...Object.fromEntries(
      [...blockchains].map((blockchain) => [
        `CRYPTOCOIN/${blockchain}`,
        { cryptoAddress: newAddress(random, blockchain) },
      ]),
    ),
  };
}

/** Allowances for each window; a window of a minute goes without saying. */
const quotaOf = ({ posts, gets, windowMs }: Quota): object => ({
  postPerMinute: posts,
  getPerMinute: gets,
  ...(windowMs !== 60_000 && { windowSeconds: windowMs / 1000 }),
});

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: PRIVATE });
  chmodSync(file, PRIVATE);
}
