import type { Project } from '../domain/acquiring.ts';
import { isId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Body } from '../http/bodyFields.ts';
import { isGiven, text } from '../http/bodyFields.ts';
import type { Context } from '../instance/context.ts';

/** Returns the project that the path names. Throws a Refusal if the id is malformed or unknown, or if the project belongs to another account. */
export function projectOf({ instance, rules, account, operation, parameters: [id = ''] }: Context): Project {
  const all = instance.accounts.flatMap(({ projects }) => projects);
  const project = rules.projectFound(all, id);
  if (project === undefined) {
    throw new Refusal(isId(id, 'CAP') ? 'unknown_project' : 'malformed_project', 'There is no such project');
  }
  if (!rules.ownProject(account.projects.includes(project), operation))
    throw new Refusal(rules.foreignRefusal('unknown_project'), 'There is no such project');
  return project;
}

/** Reads the optional clientOrderId of acquiring, which need not be unique. Throws a Refusal if the clientOrderId is empty or too long. */
export function acquiringClientOrderId({ rules }: Pick<Context, 'rules'>, body: Body): string | null {
  const clientOrderId = text(body, 'clientOrderId', 100_000);
  if (clientOrderId !== null && !rules.clientOrderIdAccepted(clientOrderId)) {
    throw new Refusal('bad_value', 'clientOrderId does not have 1 to 256 characters');
  }
  return clientOrderId;
}

/** Checks that the body has every required field. Throws a Refusal for a missing one. */
export function requireFields({ rules, operation }: Context, body: Body): void {
  const missing = rules.fieldsNeeded(operation).find((field) => !isGiven(body, field));
  if (missing !== undefined) throw new Refusal('missing_field', `${missing} is missing`);
}
