import { stringify } from 'yaml';
import { hostOf } from '../../system/webAddress.ts';

/** What a new target file is made of; allowances in digits. One that is left out is none, or the usual one of a sandbox. */
export interface Starter {
  name: string;
  kind: string;
  baseUrl: string;
  tokenIdEnv: string;
  secretEnv: string;
  project?: string | undefined;
  postPerMinute?: string | undefined;
  getPerMinute?: string | undefined;
}

/** One YAML scalar on one line, quoted where it must be. */
const scalar = (value: string) => stringify(value, { blockQuote: false, lineWidth: 0 }).replace(/\n$/, '');

function projectLines(project: string | undefined): string[] {
  const why = '# Projects (widgets) of the account, for the acquiring endpoints.';
  return project === undefined
    ? [why, '# projects:', '#   - { id: CAP-… }']
    : [why, 'projects:', `  - id: ${scalar(project)}`];
}

function quotaLines({ kind, postPerMinute, getPerMinute }: Starter): string[] {
  const why =
    kind === 'sandbox'
      ? '# Requests a minute; a sandbox has 10 POST and 300 GET unless this says otherwise.'
      : '# Requests a minute that the account may make; no limit unless this says so.';
  const given = Object.entries({ postPerMinute, getPerMinute }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return [why, '# quota: { postPerMinute: 10, getPerMinute: 300 }'];
  return [why, 'quota:', ...given.map(([name, value]) => `  ${name}: ${Number(value)}`)];
}

/** Where money may be moved is for the operator to say, not for us. */
function moneyLines({ kind, baseUrl }: Starter): string[] {
  const host = hostOf(baseUrl);
  if (kind === 'production')
    return [
      '# Runs make payments: one at production wants its host named each time, by --allow-money.',
      '# Nothing in this file stands for that, and no option changes the kind; --tier passive only reads.',
    ];
  return [
    '# Runs make payments: at any host but this machine they want it named, by --allow-money or by the next line.',
    '# It must be the host of baseUrl; without it a run asks on a terminal, and sends nothing elsewhere.',
    `# allowMoney: ${scalar(host)}`,
  ];
}

const credentialsMore = [
  '# More credentials let more be judged; what each is for stands in the README, under Every night.',
  '#  - { label: another account, purpose: second, tokenIdEnv: …, secretEnv: … }',
  '#  - { label: taken back, purpose: revoked, tokenIdEnv: …, secretEnv: … }',
  '#  - { label: of production, purpose: otherEnvironment, tokenIdEnv: …, secretEnv: … }',
  '# An account with a quota of its own is used up: one that nobody else works with.',
  '#  - { label: to be used up, tokenIdEnv: …, secretEnv: …, quota: { postPerMinute: 10, getPerMinute: 300 } }',
];

const more = [
  '# What only you know: a valid account, address, phone or card for a method.',
  '# samples:',
  '#   CRYPTOCOIN/TRON: { cryptoAddress: T… }',
  '#   VA_QR: { bankAccount: "…" }',
  '',
  '# The mock pay-out cards of a sandbox, in quotes.',
  '# mockCards: { failed: "…", success: "…" }',
  '',
  '# Webhooks: an address that leads to port 8700 of this machine (a tunnel), and where the target registers them.',
  '# webhook: { publicUrl: https://…/(what openssl rand -hex 16 prints), listen: { port: 8700 } }',
  '# paths: { webhooks: { payment: /v1/… } }',
  '',
  '# What the target does not offer, by requirement or section of specs/catalogue.json.',
  '# gaps:',
  '#   - { id: SBX, reason: it has no mock cards }',
];

/** The text of a new target file, commented, in YAML; `schemaPath` is where an editor finds the schema. */
export function starterText(starter: Starter, schemaPath: string): string {
  const { name, kind, baseUrl, tokenIdEnv, secretEnv, project } = starter;
  const lines = [
    `# yaml-language-server: $schema=${schemaPath}`,
    '',
    '# What reports call the target.',
    `name: ${scalar(name)}`,
    '# emulator, sandbox, vendor or production.',
    `kind: ${scalar(kind)}`,
    '# The address before /v1 and /v2.',
    `baseUrl: ${scalar(baseUrl)}`,
    ...moneyLines(starter),
    '',
    '# Names of environment variables: no secret stands in this file.',
    'credentials:',
    '  - label: main',
    `    tokenIdEnv: ${scalar(tokenIdEnv)}`,
    `    secretEnv: ${scalar(secretEnv)}`,
    ...credentialsMore,
    '',
    ...projectLines(project),
    '',
    ...quotaLines(starter),
    '',
    ...more,
  ];
  return `${lines.join('\n')}\n`;
}
