import { resolve } from 'node:path';
import type { TargetFacts } from './lines.ts';
import type { Secret } from './redact.ts';
import { shortestSecret } from './redact.ts';
import type { Credential } from './signing.ts';
import { variable, withEnvFile } from './targets/environment.ts';
import {
  addressHint,
  type Deadlines,
  isWebAddress,
  type Project,
  readTargetFile,
  type TargetFile,
} from './targets/file.ts';
import { ConfigurationError, type Problem } from './targets/problem.ts';

/** Who is under test, with its credentials at hand: what the client needs. Never written anywhere as it is. */
export interface Target {
  facts: TargetFacts;
  deadlines: Deadlines;
  baseUrl: string;
  contract?: string;
  credentials: readonly [Credential, ...Credential[]];
  projects: readonly Project[];
  mockCards?: { failed: string; success: string };
  samples: Readonly<Record<string, Record<string, string>>>;
  control?: { url: string; token: string };
  secrets: readonly Secret[];
}

const defaultDeadlines: Deadlines = {
  answerMs: 30_000,
  visibleMs: 10_000,
  finalMs: 60_000,
  pendingWindowMs: 5_000,
  recoverMs: 10_000,
};

const isAddress = (text: string) => /^https?:\/\//i.test(text);

function bareTarget(baseUrl: string): TargetFile & { folder: string } {
  if (!isWebAddress(baseUrl)) {
    const problem = { where: '--target', wanted: 'the base address of a target', seen: 'another', hint: addressHint };
    // Not told as it is: it may hold a password.
    throw new ConfigurationError('the base address', [problem]);
  }
  return {
    name: new URL(baseUrl).host,
    kind: 'vendor',
    baseUrl,
    credentials: [{ label: 'main', tokenIdEnv: 'ASSAY_TOKEN_ID', secretEnv: 'ASSAY_TOKEN_SECRET' }],
    folder: resolve('.'),
  };
}

type Lookup = (name: string) => string | undefined;

/** Visible ASCII, perhaps with spaces inside: credentials are sent as headers. */
const headerValue = /^[!-~](?:[ -~]*[!-~])?$/;

function secretProblems(names: readonly string[], lookup: Lookup): Problem[] {
  return names.flatMap((name) => {
    const value = lookup(name);
    if (value === undefined)
      return [{ where: `$${name}`, wanted: 'a variable of the environment', seen: 'none', hint: `Set ${name}.` }];
    if (value.length < shortestSecret)
      return [
        {
          where: `$${name}`,
          wanted: `at least ${shortestSecret} characters`,
          seen: 'fewer',
          hint: 'Use a real credential.',
        },
      ];
    if (!headerValue.test(value))
      return [
        {
          where: `$${name}`,
          wanted: 'what a header can carry',
          seen: 'line breaks, spaces around it, or letters beyond ASCII',
          hint: 'Copy it again.',
        },
      ];
    return [];
  });
}

function secretsOf(file: TargetFile, credentials: readonly Credential[], controlToken: string | undefined): Secret[] {
  const samples = Object.values(file.samples ?? {}).flatMap((fields) => fields['cardNumber'] ?? []);
  return [
    ...credentials.map(({ label, secret }) => ({ label: `secret of ${label}`, value: secret })),
    ...(controlToken ? [{ label: 'control token', value: controlToken }] : []),
    ...(file.mockCards
      ? [
          { label: 'card failed', value: file.mockCards.failed },
          { label: 'card success', value: file.mockCards.success },
        ]
      : []),
    ...samples.map((value, index) => ({ label: `card sample ${index + 1}`, value })),
  ];
}

function assemble(file: TargetFile & { folder: string }, lookup: Lookup): Target {
  const credentials = file.credentials.map(({ label, tokenIdEnv, secretEnv }) => ({
    label,
    tokenId: lookup(tokenIdEnv) ?? '',
    secret: lookup(secretEnv) ?? '',
  })) as unknown as readonly [Credential, ...Credential[]];
  const control = file.levers?.control;
  const token = control && (lookup(control.tokenEnv) ?? '');
  const deadlines = { ...defaultDeadlines, ...file.deadlines };
  const contract = file.contract === undefined ? undefined : resolve(file.folder, file.contract);
  return {
    facts: {
      name: file.name,
      kind: file.kind,
      baseUrl: file.baseUrl,
      contract: contract ?? 'own',
      gaps: file.gaps ?? [],
      deadlines,
    },
    deadlines,
    baseUrl: file.baseUrl.replace(/\/$/, ''),
    ...(contract !== undefined && { contract }),
    credentials,
    projects: file.projects ?? [],
    ...(file.mockCards && { mockCards: file.mockCards }),
    samples: file.samples ?? {},
    ...(control && token !== undefined && { control: { url: control.url.replace(/\/$/, ''), token } }),
    secrets: secretsOf(file, credentials, token),
  };
}

/**
 * Reads a target: a file (JSON or YAML), or a bare base address (kind vendor, credentials from ASSAY_TOKEN_ID and
 * ASSAY_TOKEN_SECRET, no levers, no gaps). Throws ConfigurationError with every problem at once.
 */
export function readTarget(source: string): Target {
  const file = isAddress(source) ? bareTarget(source) : readTargetFile(source);
  const lookup = isAddress(source) ? variable : withEnvFile(file.envFile && resolve(file.folder, file.envFile));
  const names = file.credentials.flatMap(({ tokenIdEnv, secretEnv }) => [tokenIdEnv, secretEnv]);
  const controlName = file.levers?.control?.tokenEnv;
  const problems = secretProblems(controlName ? [...names, controlName] : names, lookup);
  if (problems.length > 0) throw new ConfigurationError(source, problems);
  return assemble(file, lookup);
}

/** The same target at another mount of its server: one emulator serves a fleet of worlds (`/~name`). */
export function mounted(target: Target, mount: string | undefined): Target {
  if (mount === undefined) return target;
  const place = (url: string) => url.replace(target.baseUrl, `${target.baseUrl}/${mount}`);
  return {
    ...target,
    baseUrl: place(target.baseUrl),
    facts: { ...target.facts, name: mount, baseUrl: place(target.facts.baseUrl) },
    ...(target.control && { control: { ...target.control, url: place(target.control.url) } }),
  };
}
