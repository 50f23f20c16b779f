import { resolve } from 'node:path';
import { formats } from '../../schemas/domain/formats.ts';
import type { Secret } from '../redaction/redactor.ts';
import { ConfigurationError } from '../system/configurationError.ts';
import { withEnvFile } from '../system/environment.ts';
import { addressHint, baseOf, isAddress, webAddress } from '../system/webAddress.ts';
import { credentialsOf, type TargetCredential } from './credentials.ts';
import type { Override } from './file/applyOverrides.ts';
import { textAt } from './file/filePlace.ts';
import type { FileProblem } from './file/fileProblem.ts';
import { type Lookup, variableProblems } from './file/namedVariables.ts';
import { currentOverrides } from './file/overrides.ts';
import { accepted, draftOf, draftProblems, readDraft, type TargetDraft } from './file/readTargetFile.ts';
import type {
  BalanceFields,
  Deadlines,
  Paths,
  Project,
  TargetFile,
  WebhookFile,
  WebhookKind,
} from './file/targetFile.ts';
import { baselineFileFor, experimentsFileFor, previousPaymentsFileFor } from './filesBeside.ts';
import type { LimitedAccount, TargetFacts } from './targetFacts.ts';
import { quotaOfAccount, type TargetQuota, targetQuotaOf } from './targetQuota.ts';

/** Where a target sends its webhooks, and how they come to us. */
export interface Webhook {
  publicUrl?: string;
  secret?: string;
  kinds: readonly WebhookKind[];
  /** Those of them for which no secret is configured. */
  unsigned?: readonly WebhookKind[];
  /** Where we listen. */
  listen: { host: string; port: number };
  /** The header in which a proxy says where a request came from. */
  sourceHeader?: string;
  /** How long after a failed attempt the next one is made, where the target file says so. */
  retryMinutes?: readonly number[];
}

/** Who is under test, with its credentials at hand: what the client needs. Never written anywhere as it is. */
export interface Target {
  facts: TargetFacts;
  kind: TargetFile['kind'];
  deadlines: Deadlines;
  baseUrl: string;
  /** The host where its file says that runs may move money. */
  allowMoney?: string;
  contract?: string;
  /** The first one is for main. */
  credentials: readonly [TargetCredential, ...TargetCredential[]];
  projects: readonly Project[];
  mockCards?: { failed: string; success: string };
  samples: Readonly<Record<string, Record<string, string>>>;
  quota: TargetQuota;
  webhook?: Webhook;
  /** How long a checkout is asked to live, where the target file says so. */
  checkoutMinutes?: number;
  /** Where the figures of the balances are, where the target file says so. */
  balances?: BalanceFields;
  /** Path templates of endpoints that the interface does not show; what is not named is not judged. */
  paths: Paths;
  /** Levers, each where it is declared. The driver is the path of a program. */
  control?: { url: string; token: string };
  dashboard?: { driver: string };
  chain?: { blockchain: string; rpcUrl: string; key: string };
  /** The file of what was learned of the target before; it need not be there. */
  baselineFile: string;
  /** The file of payments that earlier runs have made; it need not be there. */
  previousPaymentsFile: string;
  /** The file of experiments on webhooks that outlive a run; it need not be there. */
  experimentsFile: string;
  secrets: readonly Secret[];
}

const defaultDeadlines: Deadlines = {
  answerMs: 30_000,
  visibleMs: 10_000,
  finalMs: 60_000,
  pendingWindowMs: 5_000,
  recoverMs: 10_000,
};

const noEnvFile = (file: string | undefined, seen: string): FileProblem => {
  const hint = 'Write it, or leave envFile out.';
  return { place: ['envFile'], wanted: `a readable dotenv file ${file}`, seen, hint };
};

function bareDraft(baseUrl: string, overrides: readonly Override[]): TargetDraft {
  const address = webAddress(baseUrl);
  if (!address) {
    const problem = { where: '--target', wanted: 'the base address of a target', seen: 'another', hint: addressHint };
    // Not told as it is: it may hold a password.
    throw new ConfigurationError('the base address', [problem]);
  }
  const value: TargetFile = {
    name: address.host,
    kind: 'vendor',
    baseUrl,
    credentials: [{ label: 'main', tokenIdEnv: 'ASSAY_TOKEN_ID', secretEnv: 'ASSAY_TOKEN_SECRET' }],
  };
  return draftOf({ source: baseUrl, folder: resolve('.'), value, overrides });
}

/** Where we listen for webhooks unless the target file says otherwise: on loopback, on a port that the system picks. */
export const defaultListen = { host: '127.0.0.1', port: 0 };

function webhookOf({ secretEnv, source: _, kinds = [], ...file }: WebhookFile, lookup: Lookup): Webhook {
  const secret = secretEnv === undefined ? undefined : lookup(secretEnv);
  return { ...file, kinds, listen: { ...defaultListen, ...file.listen }, ...(secret !== undefined && { secret }) };
}

type Parts = Pick<Target, 'credentials' | 'control' | 'webhook' | 'chain' | 'quota'>;

/** What a target file names by variables, with their values. */
function partsOf(file: TargetFile, lookup: Lookup): Parts {
  const { control, chain } = file.levers ?? {};
  return {
    credentials: credentialsOf(file, lookup),
    quota: targetQuotaOf(file, lookup),
    ...(file.webhook && { webhook: webhookOf(file.webhook, lookup) }),
    ...(control && { control: { url: baseOf(control.url), token: lookup(control.tokenEnv) ?? '' } }),
    ...(chain && {
      chain: { blockchain: chain.blockchain, rpcUrl: lookup(chain.rpcUrlEnv) ?? '', key: lookup(chain.keyEnv) ?? '' },
    }),
  };
}

/** The accounts that a run may use up; main is not one of them, whose quota all requirements share. */
function limitedAmong([, ...others]: Target['credentials']): LimitedAccount[] {
  return others.flatMap(({ label, quota }) => (quota ? [{ label, quota: quotaOfAccount(quota) }] : []));
}

/** What must never be written, whoever repeats it. */
function secretsOf({ mockCards, samples = {} }: TargetFile, parts: Parts): Secret[] {
  const { credentials, control, webhook, chain } = parts;
  const cards = Object.values(samples).flatMap((fields) => fields['cardNumber'] ?? []);
  const all = [
    ...credentials.map(({ label, secret }) => ({ label: `secret of ${label}`, value: secret })),
    { label: 'control token', value: control?.token },
    { label: 'webhook secret', value: webhook?.secret },
    { label: 'key of the chain', value: chain?.key },
    { label: 'card failed', value: mockCards?.failed },
    { label: 'card success', value: mockCards?.success },
    ...cards.map((value, index) => ({ label: `card sample ${index + 1}`, value })),
  ];
  return all.filter((one): one is Secret => one.value !== undefined);
}

/** Of a token id only its shape may be written (§ Authentication, the token id starts with TKN-). */
const shapesOf = ({ credentials }: Parts) =>
  credentials.map(({ label, tokenId }) => ({ label, isTokenId: formats['token-id'](tokenId) }));

function assemble(file: TargetFile & { folder: string }, source: string, lookup: Lookup): Target {
  const { name, kind, gaps = [], projects = [], samples = {}, paths = {}, mockCards, allowMoney } = file;
  const baseUrl = baseOf(file.baseUrl);
  const beside = (place: string | undefined) => (place === undefined ? undefined : resolve(file.folder, place));
  const deadlines = { ...defaultDeadlines, ...file.deadlines };
  const contract = beside(file.contract);
  const driver = beside(file.levers?.dashboard?.driver);
  const parts = partsOf(file, lookup);
  const { redisUrl: _, ...quota } = parts.quota;
  return {
    facts: {
      name,
      kind,
      // Told with the slash that it was written with.
      baseUrl: file.baseUrl.endsWith('/') ? `${baseUrl}/` : baseUrl,
      contract: contract ?? 'own',
      quota,
      limited: limitedAmong(parts.credentials),
      gaps,
      deadlines,
      credentials: shapesOf(parts),
      projects,
      ...(file.webhook?.source !== undefined && { webhookSource: file.webhook.source }),
    },
    kind,
    deadlines,
    baseUrl,
    ...(allowMoney !== undefined && { allowMoney }),
    ...(contract !== undefined && { contract }),
    projects,
    ...(mockCards && { mockCards }),
    samples,
    paths,
    ...(file.balances && { balances: file.balances }),
    ...(file.checkoutMinutes !== undefined && { checkoutMinutes: file.checkoutMinutes }),
    ...(driver !== undefined && { dashboard: { driver } }),
    ...parts,
    baselineFile: beside(file.pins) ?? baselineFileFor(source),
    previousPaymentsFile: previousPaymentsFileFor(source),
    experimentsFile: experimentsFileFor(source),
    secrets: secretsOf(file, parts),
  };
}

/**
 * Reads a target: a file (JSON or YAML), or a bare base address (kind vendor, credentials from ASSAY_TOKEN_ID and
 * ASSAY_TOKEN_SECRET, no levers, no gaps), with the overrides of the run. Throws ConfigurationError with every problem at once.
 */
export function readTarget(source: string): Target {
  const overrides = currentOverrides();
  const draft = isAddress(source) ? bareDraft(source, overrides) : readDraft(source, overrides);
  const envFile = textAt(draft.value, ['envFile']);
  const { lookup, unreadable } = withEnvFile(envFile && resolve(draft.folder, envFile));
  const flaws: FileProblem[] = draftProblems(draft, lookup);
  // Without the dotenv file every variable of it would be missing, too.
  if (unreadable === undefined) flaws.push(...variableProblems(draft.value, lookup));
  else flaws.push(noEnvFile(envFile, unreadable));
  return assemble(accepted(draft, flaws), source, lookup);
}

/** The same target at another mount of its server: one emulator serves a fleet of worlds (`/~name`). */
export function atMount(target: Target, mount: string | undefined): Target {
  if (mount === undefined) return target;
  const place = (url: string) => url.replace(target.baseUrl, `${target.baseUrl}/${mount}`);
  return {
    ...target,
    baseUrl: place(target.baseUrl),
    facts: { ...target.facts, name: mount, baseUrl: place(target.facts.baseUrl) },
    ...(target.control && { control: { ...target.control, url: place(target.control.url) } }),
  };
}
