import { chmodSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { newAddress } from './addresses.ts';
import { MOCK_CARDS } from './endpoints/payout.ts';
import type { Quota } from './quota.ts';
import { newRandom } from './random.ts';
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
  const [main] = setup.accounts;
  if (main === undefined) throw new Error('a setup has at least one account');
  const envFile = `${file.replace(/\.json$/, '')}.env`;
  const secrets = {
    ASSAY_EMULATOR_TOKEN_ID: main.credential.tokenId,
    ASSAY_EMULATOR_TOKEN_SECRET: main.credential.secret,
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
  const random = newRandom(`${credential.tokenId}/samples`);
  return {
    name: 'emulator',
    kind: 'emulator',
    baseUrl: url,
    envFile,
    credentials: [{ label: 'main', tokenIdEnv: 'ASSAY_EMULATOR_TOKEN_ID', secretEnv: 'ASSAY_EMULATOR_TOKEN_SECRET' }],
    projects: projects.map(({ id, name, enabledAssets, feePaidBy }) => ({ id, name, enabledAssets, feePaidBy })),
    mockCards: MOCK_CARDS,
    samples: {
      CC_VISAMC: { cardNumber: OTHER_CARD },
      VA_QR: { channelCode: 'BCA', bankAccount: '1234567890', bankCode: 'BT' },
      ...Object.fromEntries(
        ['TRON', 'ETHEREUM', 'POLYGON', 'BASE', 'BITCOIN'].map((blockchain) => [
          `CRYPTOCOIN/${blockchain}`,
          { cryptoAddress: newAddress(random, blockchain) },
        ]),
      ),
    },
    ...(control && { levers: { control: { url: `${url}/~control`, tokenEnv: 'ASSAY_EMULATOR_CONTROL_TOKEN' } } }),
    ...(quota && { quota: quotaOf(quota) }),
    gaps: [],
    deadlines: { answerMs: 10_000, visibleMs: 5_000, finalMs: 10_000, pendingWindowMs: 1_500 },
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
