import { resolve } from 'node:path';
import { formats } from '../../schemas/domain/formats.ts';
import type { WebhookKind } from '../../schemas/domain/webhookKinds.ts';
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
  PageLocators,
  Paths,
  Project,
  TargetFile,
  WebhookFile,
  WidgetPlace,
} from './file/targetFile.ts';
import { stateFileOf } from './filesBeside.ts';
import { participantFacts } from './participants.ts';
import type { LimitedAccount, TargetFacts } from './targetFacts.ts';
import { quotaOfAccount, type TargetQuota, targetQuotaOf } from './targetQuota.ts';

/** Where a target sends its webhooks, and how they reach us. */
export interface Webhook {
  publicUrl?: string;
  secret?: string;
  kinds: readonly WebhookKind[];
  /** The kinds without a configured secret. */
  unsigned?: readonly WebhookKind[];
  /** Where we listen. */
  listen: { host: string; port: number };
  /** The header in which a proxy gives the origin of a request. */
  sourceHeader?: string;
  /** The delays before each retry after a failed attempt, if the target file gives them. */
  retryMinutes?: readonly number[];
}

/** The target under test with its credentials, as the client needs it. Never written to a file in this form. */
export interface Target {
  facts: TargetFacts;
  kind: TargetFile['kind'];
  deadlines: Deadlines;
  baseUrl: string;
  /** The host where the target file allows runs to move money. */
  allowMoney?: string;
  contract?: string;
  /** The first one is main. */
  credentials: readonly [TargetCredential, ...TargetCredential[]];
  projects: readonly Project[];
  mockCards?: { failed: string; success: string };
  samples: Readonly<Record<string, Record<string, string>>>;
  quota: TargetQuota;
  webhook?: Webhook;
  /** The requested lifetime of a checkout, if the target file gives it. */
  checkoutMinutes?: number;
  /** Where the amounts of the balances are, if the target file says so. */
  balances?: BalanceFields;
  /** Path templates of endpoints that the interface does not show; those without a path are not judged. */
  paths: Paths;
  /** Locators for what cannot be found on a page by what people see. */
  page?: PageLocators;
  widget?: WidgetPlace;
  /** The control actions that are declared. The driver is the path of a program. */
  control?: { url: string; token: string };
  dashboard?: { driver: string };
  chain?: { blockchain: string; rpcUrl: string; key: string };
  /** The file of baseline values of the target; it may not exist. */
  baselineFile: string;
  /** The file of payments that earlier runs made; it may not exist. */
  previousPaymentsFile: string;
  /** The file of webhook experiments that outlive a run; it may not exist. */
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
  const hint = 'Create it, or remove envFile.';
  return { place: ['envFile'], wanted: `a readable dotenv file ${file}`, seen, hint };
};

function bareDraft(baseUrl: string, overrides: readonly Override[]): TargetDraft {
  const address = webAddress(baseUrl);
  if (!address) {
    const problem = { where: '--target', wanted: 'the base address of a target', seen: 'another', hint: addressHint };
    // The address is not shown: it may contain a password.
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

/** The default address for receiving webhooks: on loopback, on a port that the system picks. */
export const defaultListen = { host: '127.0.0.1', port: 0 };

function webhookOf({ secretEnv, source: _, kinds = [], ...file }: WebhookFile, lookup: Lookup): Webhook {
  const secret = secretEnv === undefined ? undefined : lookup(secretEnv);
  return { ...file, kinds, listen: { ...defaultListen, ...file.listen }, ...(secret !== undefined && { secret }) };
}

type Parts = Pick<Target, 'credentials' | 'control' | 'webhook' | 'chain' | 'quota'>;

/** Returns the parts of a target whose values are in variables. */
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

/** Returns the accounts whose quota a run may spend completely. The main account is never among them, because all requirements share its quota. */
function limitedAmong([, ...others]: Target['credentials']): LimitedAccount[] {
  return others.flatMap(({ label, quota }) => (quota ? [{ label, quota: quotaOfAccount(quota) }] : []));
}

/** Returns the values that must never be written, even if others repeat them. */
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

/**
 * Returns for each credential whether its token id has the right format (§ Authentication, the token id starts with TKN-), and the names of its variables. Only
 * these facts about a credential may be written.
 */
const credentialFacts = (file: TargetFile, { credentials }: Parts) =>
  credentials.map(({ label, tokenId }) => {
    const { tokenIdEnv, secretEnv } = file.credentials.find((one) => one.label === label) ?? {};
    const names = { ...(tokenIdEnv && { tokenIdEnv }), ...(secretEnv && { secretEnv }) };
    return { label, isTokenId: formats['token-id'](tokenId), ...names };
  });

function assemble(file: TargetFile & { folder: string }, source: string, lookup: Lookup): Target {
  const { name, kind, gaps = [], projects = [], samples = {}, paths = {}, mockCards, allowMoney } = file;
  const baseUrl = baseOf(file.baseUrl);
  const beside = (place: string | undefined) => (place === undefined ? undefined : resolve(file.folder, place));
  const deadlines = { ...defaultDeadlines, ...file.deadlines };
  const contract = beside(file.contract);
  const driver = beside(file.levers?.dashboard?.driver);
  const clock = file.levers?.control?.clock;
  const parts = partsOf(file, lookup);
  const { redisUrl: _, ...quota } = parts.quota;
  return {
    facts: {
      name,
      kind,
      ...(clock !== undefined && { clock }),
      // Keeps the trailing slash if the address in the file has one.
      baseUrl: file.baseUrl.endsWith('/') ? `${baseUrl}/` : baseUrl,
      contract: contract ?? 'own',
      quota,
      limited: limitedAmong(parts.credentials),
      participants: participantFacts(parts.credentials),
      gaps,
      deadlines,
      credentials: credentialFacts(file, parts),
      projects,
      ...(file.recognisable !== undefined && { recognisable: file.recognisable }),
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
    ...(file.page && { page: file.page }),
    ...(file.widget && { widget: { ...file.widget, host: baseOf(file.widget.host) } }),
    ...(file.balances && { balances: file.balances }),
    ...(file.checkoutMinutes !== undefined && { checkoutMinutes: file.checkoutMinutes }),
    ...(driver !== undefined && { dashboard: { driver } }),
    ...parts,
    baselineFile: beside(file.pins) ?? stateFileOf(source, 'baseline'),
    previousPaymentsFile: stateFileOf(source, 'previousPayments'),
    experimentsFile: stateFileOf(source, 'experiments'),
    secrets: secretsOf(file, parts),
  };
}

/**
 * Reads a target: a file (JSON or YAML), or a bare base address (kind vendor, credentials from ASSAY_TOKEN_ID and ASSAY_TOKEN_SECRET, no control actions, no
 * gaps), with the overrides of the run. Throws ConfigurationError with every problem at once.
 */
export function readTarget(source: string): Target {
  const overrides = currentOverrides();
  const draft = isAddress(source) ? bareDraft(source, overrides) : readDraft(source, overrides);
  const envFile = textAt(draft.value, ['envFile']);
  const { lookup, unreadable } = withEnvFile(envFile && resolve(draft.folder, envFile));
  const problems: FileProblem[] = draftProblems(draft, lookup);
  // If the dotenv file cannot be read, each of its variables would be reported missing too. So the variables are checked only if the file was read.
  if (unreadable === undefined) problems.push(...variableProblems(draft.value, lookup));
  else problems.push(noEnvFile(envFile, unreadable));
  return assemble(accepted(draft, problems), source, lookup);
}

/** Returns the same target at another mount of its server: one emulator serves all instances of a mutation run (`/~name`). */
export function atMount(target: Target, mount: string | undefined): Target {
  if (mount === undefined) return target;
  const place = (url: string) => url.replace(target.baseUrl, `${target.baseUrl}/${mount}`);
  return {
    ...target,
    baseUrl: place(target.baseUrl),
    facts: { ...target.facts, name: mount, baseUrl: place(target.facts.baseUrl) },
    ...(target.control && { control: { ...target.control, url: place(target.control.url) } }),
    ...(target.widget && { widget: { ...target.widget, host: place(target.widget.host) } }),
  };
}
