import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunningServer } from './server.ts';
import type { AccountProfile, ProjectProfile, TokenProfile } from './setup/profile.ts';

const variable = (label: string, what: string) => `SECOND_${label.toUpperCase()}_${what}`;

/** A token as a credential of a target file. */
function credentialOf({ crossPayout }: AccountProfile, { label, environment, revoked }: TokenProfile): object {
  const purpose = revoked ? 'revoked' : environment === 'sandbox' ? undefined : 'otherEnvironment';
  return {
    label,
    tokenIdEnv: variable(label, 'ID'),
    secretEnv: variable(label, 'SECRET'),
    ...(purpose ? { purpose } : { crossPayout }),
  };
}

/** A project as a target file tells it. */
const projectOf = ({ suggested, feePaidBy, ...project }: ProjectProfile): object => ({
  ...project,
  feePaidBy: feePaidBy.toLowerCase(),
  ...(suggested && {
    suggested: {
      currency: suggested.currency,
      amounts: suggested.amounts.map((amount) => amount.toFixed()),
      manualInput: suggested.allowManualInput,
    },
  }),
});

/** What of each method nobody can guess. */
const samples = {
  CC_VISAMC: { cardNumber: '5555555555554444' },
  VA_QR: { bankAccount: '1234567890' },
  'CRYPTOCOIN/TRON': { cryptoAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  'CRYPTOCOIN/ETHEREUM': { cryptoAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
  'CRYPTOCOIN/BITCOIN': { cryptoAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
};

/** Writes the target file that lets this server be judged, and beside it the file of its variables. */
export function writeTarget(file: string, { profile }: Pick<RunningServer, 'profile'>): void {
  const { baseUrl, control, accounts, mockCards } = profile;
  const tokens = accounts.flatMap((account) => account.tokens.map((token) => ({ account, token })));
  const envFile = `${file.replace(/\.json$/, '')}.env`;
  const variables = tokens.flatMap(({ token: { label, id, secret } }) => [
    [variable(label, 'ID'), id],
    [variable(label, 'SECRET'), secret],
  ]);
  const lines = [...variables, ['SECOND_CONTROL', control.token]].map(
    ([name, value]) => `${name}=${JSON.stringify(value)}\n`,
  );
  writeFileSync(envFile, lines.join(''), { mode: 0o600 });
  const target = {
    name: 'second',
    kind: 'emulator',
    baseUrl,
    envFile: basename(envFile),
    credentials: tokens.map(({ account, token }) => credentialOf(account, token)),
    projects: accounts[0]?.projects.map(projectOf),
    mockCards,
    samples,
    paths: {
      h2hPayin: '/v1/user/payments/payin/h2h',
      h2hCard: '/v1/user/payments/payin/h2h/{paymentId}/card',
      checkout: '/v1/user/crypto-acquiring/checkouts/{checkoutId}',
      request: '/v1/user/crypto-acquiring/requests/{requestId}',
    },
    gaps: [{ id: 'PAY-18', reason: 'nothing freezes a payment here, and the control API has no such move' }],
    levers: { control: { url: control.url, tokenEnv: 'SECOND_CONTROL' } },
  };
  writeFileSync(file, `${JSON.stringify(target, null, 2)}\n`);
}
