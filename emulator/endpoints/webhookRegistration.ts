import { projectOf } from '../acquiring/projectInput.ts';
import { Refusal } from '../domain/refusal.ts';
import { isOfProject, type WebhookKind } from '../domain/webhook.ts';
import { jsonAnswer } from '../http/answers.ts';
import { text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import { receiverIn, register, registrationRecord } from '../webhooks/registrations.ts';

/** Registers the receiver of a webhook kind for an account or a project, replacing the previous one (not in interface.md). */
export const registerWebhook =
  (kind: WebhookKind): Endpoint =>
  (context) => {
    const { instance, rules, account, operation } = context;
    const projectId = projectIn(context, kind);
    const body = readRequestBody(context);
    const url = receiverIn(body);
    if (url === null) throw new Refusal('missing_field', 'url is missing');
    const to = { url, secret: text(body, 'secret') || null };
    register({ instance, rules }, { kind, owner: account.ownerId, projectId }, to);
    return jsonAnswer(registrationRecord(to), operation, rules);
  };

const projectIn = (context: Context, kind: WebhookKind): string | null =>
  isOfProject(kind) ? projectOf(context).id : null;
