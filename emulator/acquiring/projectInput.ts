import type { Project } from '../domain/acquiring.ts';
import { isId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Body } from '../http/bodyFields.ts';
import { isGiven, text } from '../http/bodyFields.ts';
import type { Context } from '../instance/context.ts';

/** The project that the path names. Refused for a malformed or unknown one, or another account's. */
export function projectOf({ world, rules, account, operation, parameters: [id = ''] }: Context): Project {
  const all = world.accounts.flatMap(({ projects }) => projects);
  const project = rules.projectFound(all, id);
  if (project === undefined) {
    throw new Refusal(isId(id, 'CAP') ? 'unknown_project' : 'malformed_project', 'There is no such project');
  }
  if (!rules.ownProject(account.projects.includes(project), operation))
    throw new Refusal(rules.foreignRefusal('unknown_project'), 'There is no such project');
  return project;
}

/** An optional clientOrderId of acquiring, which is not held unique. Refused when it is empty or too long. */
export function acquiringClientOrderId({ rules }: Context, body: Body): string | null {
  const clientOrderId = text(body, 'clientOrderId', 100_000);
  if (clientOrderId !== null && !rules.clientOrderIdAccepted(clientOrderId)) {
    throw new Refusal('bad_value', 'clientOrderId does not have 1 to 256 characters');
  }
  return clientOrderId;
}

/** Refused without one of the fields that a rule needs. */
export function requireFields({ rules, operation }: Context, body: Body): void {
  const missing = rules.fieldsNeeded(operation).find((field) => !isGiven(body, field));
  if (missing !== undefined) throw new Refusal('missing_field', `${missing} is missing`);
}
