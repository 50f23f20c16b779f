import type { Instant } from '../domain/clock.ts';
import type { Call } from '../domain/httpMessages.ts';
import type { Json } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import { isOfProject, WEBHOOK_KINDS } from '../domain/webhook.ts';
import { type Body, isGiven, readBody, text } from '../http/bodyFields.ts';
import { now, type Service } from '../instance/instance.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { conformingRules } from '../rules/index.ts';
import { advanceDeliveries, nextDue } from '../webhooks/deliveries.ts';
import { receiverIn, register, registrationRecord } from '../webhooks/registrations.ts';

/** The kind of webhook, the receiver and the secret that a body names. */
function settingIn(body: Body) {
  const kind = WEBHOOK_KINDS.find((known) => known === text(body, 'kind'));
  if (kind === undefined) throw new Refusal('bad_value', `kind is none of ${WEBHOOK_KINDS.join(', ')}`);
  return { kind, to: { url: isGiven(body, 'url') ? receiverIn(body) : null, secret: text(body, 'secret') || null } };
}

/** Sets or removes the receiver of a webhook kind, as the merchant does in the dashboard. Without a project, the setting applies to the whole first account. */
export function setWebhook({ instance, rules }: Service, call: Call): Json {
  applyScheduled(instance, rules);
  const body = readBody(call.body.toString('utf8'));
  const { kind, to } = settingIn(body);
  const projectId = text(body, 'projectId');
  if (projectId !== null && !isOfProject(kind)) {
    throw new Refusal('bad_value', `Webhooks of ${kind} are of the account, not of a project`);
  }
  const owner = instance.accounts.find(
    ({ projects }) => projectId === null || projects.some(({ id }) => id === projectId),
  );
  if (owner === undefined) throw new Refusal('unknown_project', 'There is no such project');
  register({ instance, rules }, { kind, owner: owner.ownerId, projectId }, to);
  return { kind, ...registrationRecord(to) };
}

/** Sets or removes the receiver of a webhook kind for the whole account of a token. */
export function setAccountWebhook({ instance, rules }: Service, call: Call, tokenId: string): Json {
  applyScheduled(instance, rules);
  const { kind, to } = settingIn(readBody(call.body.toString('utf8')));
  const owner = instance.accounts.find(({ tokens }) => tokens.some(({ credential }) => credential.tokenId === tokenId));
  if (owner === undefined) throw new Refusal('unknown_record', 'There is no such token');
  register({ instance, rules }, { kind, owner: owner.ownerId, projectId: null }, to);
  return { kind, ...registrationRecord(to) };
}

/** Returns the webhook receivers of the first account, the number of webhooks under way and the time of the next one. First starts the webhooks that are due now. */
export function webhookState({ instance, rules }: Service): Json {
  applyScheduled(instance, rules);
  advanceDeliveries({ instance, rules });
  const { registered, underway } = instance.webhooks;
  const next = nextDue(instance);
  const own = registered.filter(({ owner }) => owner === instance.accounts[0]?.ownerId);
  return {
    now: shown(now(instance)),
    registered: own.map(({ kind, projectId, url, secret }) => ({
      kind,
      ...registrationRecord({ url, secret }),
      ...(projectId !== null && { projectId }),
    })),
    underway: underway.size,
    held: [...underway.values()].map(({ since }) => ({ since: shown(since) })),
    next: next === undefined ? null : shown(next),
  };
}

const shown = (instant: Instant): Json =>
  conformingRules.instantShown(instant, { digits: 9, zone: 'Z', field: 'payment.createdAt' });
