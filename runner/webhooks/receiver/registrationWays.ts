import { createHmac, randomBytes } from 'node:crypto';
import { isRegistrable, registrable, type WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import { asksForWebhooks } from '../../../traffic/requirements/catalogue.ts';
import { isLoopback } from '../../../traffic/system/webAddress.ts';
import type { Target } from '../../../traffic/target/target.ts';

/** Who registers where the webhooks of a kind are sent. */
export type RegistrationWay = RegistrationLine['by'];

type Known = Pick<Target, 'control' | 'paths' | 'webhook' | 'baseUrl'>;

/** Returns the path template to register a kind; undefined if the target file names none. */
const templateOf = ({ paths }: Pick<Target, 'paths'>, kind: WebhookKind): string | undefined =>
  isRegistrable(kind) ? paths.webhooks?.[kind] : undefined;

/** Returns the ways to register a kind at a target, best first. A run that only reads registers nothing itself. */
export function registrationWays(target: Known, kind: WebhookKind, onlyReads: boolean): RegistrationWay[] {
  const may = !onlyReads && isRegistrable(kind);
  return [
    ...(may && target.control ? ['control' as const] : []),
    ...(may && templateOf(target, kind) !== undefined ? ['api' as const] : []),
    ...(target.webhook?.kinds.includes(kind) ? ['operator' as const] : []),
  ];
}

/** Returns every kind of webhook that a target may send to us. */
export function kindsOf(target: Known, onlyReads: boolean): WebhookKind[] {
  const all = new Set<WebhookKind>([...registrable, ...(target.webhook?.kinds ?? [])]);
  return [...all].filter((kind) => registrationWays(target, kind, onlyReads).length > 0);
}

/** Returns the target's own paths to register a kind; one for each project if the template names a project. */
export function pathsOf(target: Pick<Target, 'paths' | 'projects'>, kind: WebhookKind): string[] {
  const template = templateOf(target, kind);
  if (template === undefined) return [];
  if (!template.includes('{projectId}')) return [template];
  return target.projects.map(({ id }) => template.replace('{projectId}', uriEncoded(id)));
}

/** Returns how many POSTs of the account a registration of all kinds costs. The control API needs none. */
export function postsToRegister(target: Known & Pick<Target, 'projects'>, onlyReads: boolean): number {
  const kinds = registrable.filter((kind) => registrationWays(target, kind, onlyReads)[0] === 'api');
  return kinds.flatMap((kind) => pathsOf(target, kind)).length;
}

/** Where a target can reach us: the origin, which is undefined until we listen, and the path that nobody can guess. */
export interface ReceiverBase {
  origin?: string;
  own: string;
}

/**
 * Returns a path that nobody can guess. On a fixed port the path is fixed too, derived from the account's secret, so that retries from an earlier run still
 * arrive where that run expected them.
 */
function ownPath({ webhook, credentials: [{ secret }] }: Pick<Target, 'webhook' | 'credentials'>): string {
  const isFixedPort = (webhook?.listen?.port ?? 0) !== 0;
  const derived = () => createHmac('sha256', secret).update('assay webhook path').digest('hex').slice(0, 36);
  return `/${isFixedPort ? derived() : randomBytes(18).toString('hex')}`;
}

/** Returns the base of all addresses of the receiver; undefined if a target cannot reach it. */
export function baseFor(target: Known & Pick<Target, 'credentials'>): ReceiverBase | undefined {
  const { webhook, baseUrl } = target;
  if (webhook?.publicUrl !== undefined) {
    const { origin, pathname } = new URL(webhook.publicUrl);
    return { origin, own: pathname.replace(/\/$/, '') };
  }
  return isLoopback(baseUrl) ? { own: ownPath(target) } : undefined;
}

/** True if a run has requirements on webhooks and its target can reach a receiver. A discreet run registers nothing: what it does to an account would show who it is. */
export function needsReceiver({
  run,
  target,
}: {
  run: Pick<Run, 'selection' | 'isDiscreet'>;
  target: Target;
}): boolean {
  const { only, tier } = run.selection;
  return (
    !run.isDiscreet &&
    asksForWebhooks({ ...(only && { only }) }) &&
    baseFor(target) !== undefined &&
    kindsOf(target, tier === 'passive').length > 0
  );
}
