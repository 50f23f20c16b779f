import { stringify } from 'yaml';
import { hostOf } from '../../system/webAddress.ts';

/** The values of a new target file; allowances in digits. A missing allowance means no limit, or the default of a sandbox. */
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

/** Writes one YAML scalar on one line, quoted if necessary. */
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
      ? '# Requests per minute; the default of a sandbox is 10 POST and 300 GET.'
      : '# Requests per minute that the account may send; no limit by default.';
  const given = Object.entries({ postPerMinute, getPerMinute }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return [why, '# quota: { postPerMinute: 10, getPerMinute: 300 }'];
  return [why, 'quota:', ...given.map(([name, value]) => `  ${name}: ${Number(value)}`)];
}

/** Returns the lines about moving money. The operator decides where money may be moved, so these lines give the permission only as a comment. */
function moneyLines({ kind, baseUrl }: Starter): string[] {
  const host = hostOf(baseUrl);
  if (kind === 'production')
    return [
      '# Runs make payments: at a production target each run must name the host with --allow-money.',
      '# Nothing in this file replaces that, and no option changes the kind; --tier passive only reads.',
    ];
  return [
    '# Runs make payments: except on this machine they need the host named, by --allow-money or by the next line.',
    '# It must be the host of baseUrl. Without it a run asks on a terminal; without a terminal it sends nothing.',
    `# allowMoney: ${scalar(host)}`,
  ];
}

const credentialsMore = [
  '# More credentials allow more checks; docs/nightly.md explains each purpose.',
  '#  - { label: another account, purpose: second, tokenIdEnv: …, secretEnv: … }',
  '#  - { label: taken back, purpose: revoked, tokenIdEnv: …, secretEnv: … }',
  '#  - { label: of production, purpose: otherEnvironment, tokenIdEnv: …, secretEnv: … }',
  '# A run spends the whole quota of an account that declares one: name one that nobody else uses.',
  '#  - { label: for the rate-limit test, tokenIdEnv: …, secretEnv: …, quota: { postPerMinute: 10, getPerMinute: 300 } }',
];

const more = [
  '# Values that only you know: a valid account, address, phone or card for a method.',
  '# samples:',
  '#   CRYPTOCOIN/TRON: { cryptoAddress: T… }',
  '#   VA_QR: { bankAccount: "…" }',
  '',
  '# The mock pay-out cards of a sandbox, in quotes.',
  '# mockCards: { failed: "…", success: "…" }',
  '',
  '# Webhooks: an address that leads to port 8700 of this machine (a tunnel), and the path where the target registers them.',
  '# webhook: { publicUrl: https://…/(what openssl rand -hex 16 prints), listen: { port: 8700 } }',
  '# paths: { webhooks: { payment: /v1/… } }',
  '',
  '# What the target does not offer, by requirement or section of specs/catalogue.json.',
  '# gaps:',
  '#   - { id: SBX, reason: it has no mock cards }',
];

/** Returns the text of a new target file as commented YAML; `schemaPath` is where an editor finds the schema. */
export function starterText(starter: Starter, schemaPath: string): string {
  const { name, kind, baseUrl, tokenIdEnv, secretEnv, project } = starter;
  const lines = [
    `# yaml-language-server: $schema=${schemaPath}`,
    '',
    '# The name of the target in reports.',
    `name: ${scalar(name)}`,
    '# emulator, sandbox, vendor or production.',
    `kind: ${scalar(kind)}`,
    '# The address before /v1 and /v2.',
    `baseUrl: ${scalar(baseUrl)}`,
    ...moneyLines(starter),
    '',
    '# Names of environment variables: this file contains no secret.',
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
