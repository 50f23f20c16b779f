import { chmodSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Project } from '../domain/acquiring.ts';
import { newAddress } from '../domain/addresses.ts';
import type { MethodTerms } from '../domain/method.ts';
import { METHOD_CATALOGUE } from '../domain/methodCatalogue.ts';
import { OWN_PATHS } from '../domain/ownPaths.ts';
import type { Quota } from '../domain/quota.ts';
import { newRandom, type Random } from '../domain/random.ts';
import { TEST_CARDS } from '../domain/testCards.ts';
import { type Standing, type Token, tokensOf } from '../domain/tokens.ts';
import type { AccountSetup } from '../instance/instance.ts';
import { CONTROL_VARIABLE, type Setup, variablesOf } from '../instance/setup.ts';

/** Only the owner may read the files, because one of them holds secrets. */
const PRIVATE = 0o600;

/** A card other than the two test cards. */
const OTHER_CARD = '5555555555554444';

/** The facts about a started emulator that the target file contains. */
interface EmulatorFacts {
  readonly url: string;
  readonly control: boolean;
  readonly quota: Quota | undefined;
}

/** Writes the target file for runs against this emulator, and next to it the environment file with its secrets. */
export function writeTargetFile(file: string, from: EmulatorFacts & { setup: Setup }): void {
  const { setup, control } = from;
  const envFile = `${file.replace(/\.json$/, '')}.env`;
  const lines = tokensOf(setup.accounts).flatMap(({ token: { label, credential } }) => {
    const { tokenId, secret } = variablesOf(label);
    return [line(tokenId, credential.tokenId), line(secret, credential.secret)];
  });
  if (control) lines.push(line(CONTROL_VARIABLE, setup.controlToken));
  writePrivate(envFile, lines.join(''));
  writePrivate(file, `${JSON.stringify(targetOf(setup.accounts, { ...from, envFile: basename(envFile) }), null, 2)}\n`);
}

const line = (name: string, value: string): string => `${name}=${JSON.stringify(value)}\n`;

function targetOf(
  accounts: Setup['accounts'],
  { url, control, quota, envFile }: EmulatorFacts & { envFile: string },
): object {
  const [main] = accounts;
  if (main === undefined) throw new Error('a setup needs at least one account');
  const { projects } = main;
  return {
    name: 'emulator',
    kind: 'emulator',
    baseUrl: url,
    envFile,
    credentials: tokensOf(accounts).map(credentialEntry),
    projects: projects.map(projectEntry),
    mockCards: TEST_CARDS,
    samples: samplesFor(METHOD_CATALOGUE, newRandom(`${projects[0]?.id}/samples`)),
    paths: OWN_PATHS,
    webhook: { source: '127.0.0.1' },
    ...(projects[0] && { widget: widgetEntry(url, projects[0]) }),
    ...(control && { levers: { control: { url: `${url}/~control`, tokenEnv: CONTROL_VARIABLE } } }),
    ...(quota && { quota: quotaOf(quota) }),
    gaps: [],
    // The emulator answers within milliseconds. The deadlines are long because a whole mutation run may share one processor with its checks.
    deadlines: { answerMs: 60_000, visibleMs: 5_000, finalMs: 10_000, pendingWindowMs: 1_500 },
  };
}

/** The widget of a project: its domain, and those on which it must not work. */
const widgetEntry = (host: string, { domain, domains }: Project) => ({
  host,
  domain,
  unapproved: domains.filter(({ state, linked }) => state !== 'SUCCESS' || !linked).map(({ name }) => name),
});

/** The target file entry of a project's settings. */
const projectEntry = ({ suggested, ...project }: Project): object => ({
  id: project.id,
  name: project.name,
  enabledAssets: project.enabledAssets,
  feePaidBy: project.feePaidBy,
  hideFee: project.hideFee,
  autoConversion: project.autoConversion,
  ...(suggested && {
    suggested: {
      currency: suggested.currency,
      amounts: suggested.amounts.map((amount) => amount.toFixed()),
      manualInput: suggested.manual,
    },
  }),
});

const PURPOSES: Partial<Record<Standing, string>> = { revoked: 'revoked', elsewhere: 'otherEnvironment' };

/** The target file entry of a token: its purpose, or the abilities of its account. */
function credentialEntry({ owner, token }: { owner: AccountSetup; token: Token }): object {
  const { tokenId, secret } = variablesOf(token.label);
  const purpose = PURPOSES[token.standing];
  return {
    label: token.label,
    tokenIdEnv: tokenId,
    secretEnv: secret,
    ...(purpose === undefined ? { crossPayout: owner.crossPayout } : { purpose }),
    ...(token.label !== 'main' && purpose === undefined && !owner.quota && partOf(owner)),
    ...(owner.quota && { quota: quotaOf(owner.quota), projects: owner.projects.map(projectEntry) }),
  };
}

/** What a run may do as another account than main: its tests, with the projects of the account. */
const partOf = ({ projects }: AccountSetup): object => ({ takesPart: true, projects: projects.map(projectEntry) });

/** Sample values that nobody can guess, by method: a card, a bank account with its codes, an address of its blockchain. */
function samplesFor(methods: readonly MethodTerms[], random: Random): Record<string, Record<string, string>> {
  const blockchains = new Set(methods.flatMap(({ blockchain }) => blockchain ?? []));
  return {
    CC_VISAMC: { cardNumber: OTHER_CARD },
    VA_QR: { bankAccount: '1234567890' },
    ...Object.fromEntries(
      [...blockchains].map((blockchain) => [
        `CRYPTOCOIN/${blockchain}`,
        { cryptoAddress: newAddress(random, blockchain) },
      ]),
    ),
  };
}

/** The allowances of a quota; a window of one minute is the default and is omitted. */
const quotaOf = ({ posts, gets, windowMs }: Quota): object => ({
  postPerMinute: posts,
  getPerMinute: gets,
  ...(windowMs !== 60_000 && { windowSeconds: windowMs / 1000 }),
});

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: PRIVATE });
  chmodSync(file, PRIVATE);
}
