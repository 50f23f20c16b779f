import { createHmac, randomBytes } from 'node:crypto';
import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import { isLoopback } from '../../../traffic/system/webAddress.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import type { Target } from '../../../traffic/target/target.ts';

/** By whom it is set where the webhooks of a kind are sent. */
export type RegistrationWay = RegistrationLine['by'];

type Known = Pick<Target, 'control' | 'paths' | 'webhook' | 'baseUrl'>;

/** The kinds that somebody but the operator may register. */
export const registrable = ['payment', 'checkout', 'request', 'staticAddressPayment'] as const;

type Registrable = (typeof registrable)[number];

const isRegistrable = (kind: WebhookKind): kind is Registrable => registrable.includes(kind as Registrable);

/** The path template at which a kind is registered; undefined where the target file names none. */
const templateOf = ({ paths }: Pick<Target, 'paths'>, kind: WebhookKind): string | undefined =>
  isRegistrable(kind) ? paths.webhooks?.[kind] : undefined;

/** The ways to register a kind at a target, the best first; a run that only reads changes nothing there. */
export function registrationWays(target: Known, kind: WebhookKind, onlyReads: boolean): RegistrationWay[] {
  const may = !onlyReads && isRegistrable(kind);
  return [
    ...(may && target.control ? ['control' as const] : []),
    ...(may && templateOf(target, kind) !== undefined ? ['api' as const] : []),
    ...(target.webhook?.kinds.includes(kind) ? ['operator' as const] : []),
  ];
}

/** Every kind that webhooks of a target may be heard of. */
export function kindsOf(target: Known, onlyReads: boolean): WebhookKind[] {
  const all = new Set<WebhookKind>([...registrable, ...(target.webhook?.kinds ?? [])]);
  return [...all].filter((kind) => registrationWays(target, kind, onlyReads).length > 0);
}

/** The paths of the target's own at which a kind is registered: where a project stands in the template, one for each. */
export function pathsOf(target: Pick<Target, 'paths' | 'projects'>, kind: WebhookKind): string[] {
  const template = templateOf(target, kind);
  if (template === undefined) return [];
  if (!template.includes('{projectId}')) return [template];
  return target.projects.map(({ id }) => template.replace('{projectId}', uriEncoded(id)));
}

/** How many POSTs of the account registering costs: the control door asks for none. */
export function postsToRegister(target: Known & Pick<Target, 'projects'>, onlyReads: boolean): number {
  const kinds = registrable.filter((kind) => registrationWays(target, kind, onlyReads)[0] === 'api');
  return kinds.flatMap((kind) => pathsOf(target, kind)).length;
}

/** Where a target may reach us: the origin, undefined where it is still to be listened on, and the path that nobody can guess. */
export interface ReceiverBase {
  origin?: string;
  own: string;
}

/**
 * A path that nobody can guess. On a port that stays the same it does so, too, derived from the account's secret: retries of what an
 * earlier run has caused come to where that run had them sent.
 */
function ownPath({ webhook, credentials: [{ secret }] }: Pick<Target, 'webhook' | 'credentials'>): string {
  const isKept = (webhook?.listen?.port ?? 0) !== 0;
  const derived = () => createHmac('sha256', secret).update('assay webhook path').digest('hex').slice(0, 36);
  return `/${isKept ? derived() : randomBytes(18).toString('hex')}`;
}

/** The base of all addresses of the receiver; undefined where a target has no way to reach it. */
export function baseFor(target: Known & Pick<Target, 'credentials'>): ReceiverBase | undefined {
  const { webhook, baseUrl } = target;
  if (webhook?.publicUrl !== undefined) {
    const { origin, pathname } = new URL(webhook.publicUrl);
    return { origin, own: pathname.replace(/\/$/, '') };
  }
  return isLoopback(baseUrl) ? { own: ownPath(target) } : undefined;
}
