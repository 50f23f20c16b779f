import { urlOf } from '../domain/httpMessages.ts';
import type { JsonRecord } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Registration, WebhookSubject } from '../domain/webhook.ts';
import { type Body, text } from '../http/bodyFields.ts';
import type { Service } from '../instance/instance.ts';

/** The place of a registration: a kind and an account, with one project or null. */
type Place = Pick<Registration, 'kind' | 'owner' | 'projectId'>;

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** Reads the receiver address of a body; null if the body has no address. Throws a Refusal unless the address is an http address of this machine. */
export function receiverIn(body: Body): string | null {
  const written = text(body, 'url');
  if (written === null) return null;
  if (!isReceiver(written)) {
    throw new Refusal('bad_value', 'url is not an http address on loopback: webhooks go nowhere else');
  }
  return written;
}

/** True if webhooks may be sent to an address. */
export function isReceiver(written: string): boolean {
  const url = urlOf(written);
  return url?.protocol === 'http:' && LOOPBACK.test(url.hostname);
}

/** Sets the receiver of webhooks, or removes it if there is no url. A setting for all projects replaces the settings for single projects. */
export function register(
  { instance: { webhooks }, rules }: Pick<Service, 'instance' | 'rules'>,
  place: Place,
  to: { url: string | null; secret: string | null },
): void {
  const before = webhooks.registered.find((known) => isSame(known, place));
  const others = webhooks.registered.filter(
    (known) => known.kind !== place.kind || !rules.settingReplaced(known.owner, place.owner) || !isWithin(known, place),
  );
  const { url, secret } = to;
  const added = url === null ? [] : [{ ...place, url, secret, formerSecret: before?.secret ?? null }];
  webhooks.registered = [...others, ...added];
  const isResigned = before?.secret !== secret;
  const lost = webhooks.waiting.filter(
    ({ subject, failures }) => isFor(place, subject) && !rules.waitingKept(failures, isResigned),
  );
  for (const one of lost) webhooks.waiting.splice(webhooks.waiting.indexOf(one), 1);
}

/** Returns the registration for a subject's webhooks: the registration of its project, or else the registration for all projects. */
export function registrationFor(
  { instance: { webhooks }, rules }: Pick<Service, 'instance' | 'rules'>,
  subject: Omit<WebhookSubject, 'id'>,
): Registration | undefined {
  const fitting = webhooks.registered.filter(
    ({ kind, owner }) => kind === subject.kind && rules.addressFits(owner, subject.owner),
  );
  return fitting.find(({ projectId }) => projectId === subject.projectId) ?? fitting.find((one) => !one.projectId);
}

/** The public record of a registration, without its secret. */
export const registrationRecord = ({ url, secret }: { url: string | null; secret: string | null }): JsonRecord => ({
  url,
  hasSecret: secret !== null,
});

const isSame = (known: Place, place: Place): boolean =>
  known.kind === place.kind && known.owner === place.owner && known.projectId === place.projectId;

const isFor = (place: Place, { kind, owner, projectId }: WebhookSubject): boolean =>
  place.kind === kind && place.owner === owner && (place.projectId === null || place.projectId === projectId);

const isWithin = (known: Place, { projectId }: Place): boolean => projectId === null || known.projectId === projectId;
