import type { Project } from './acquiring.ts';
import { type Asset, assetOf } from './assets.ts';
import type { Body } from './body.ts';
import { text } from './body.ts';
import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';

/** The project that the path names. Refused for an unknown one or another account's. */
export function projectOf({ world, rules, account, operation, parameters: [id] }: Context): Project {
  const owner = world.accounts.find(({ projects }) => projects.some((known) => known.id === id));
  const project = owner?.projects.find((known) => known.id === id);
  if (project === undefined) throw new Refusal('unknown_project', 'There is no such project');
  if (!rules.ownProject(owner === account, operation))
    throw new Refusal(rules.foreignRefusal('unknown_project'), 'There is no such project');
  return project;
}

/** An asset that a project takes. Refused for an unknown or not enabled one. */
export function enabledAsset({ rules }: Context, project: Project, id: string): Asset {
  const asset = assetOf(id);
  if (asset === undefined || !rules.assetEnabled(project.enabledAssets, id)) {
    throw new Refusal('bad_value', `${id.slice(0, 100)} is not an enabled asset`);
  }
  return asset;
}

/** The enabled assets of a project, in the order of its settings. */
export const enabledAssets = (project: Project): Asset[] => project.enabledAssets.flatMap((id) => assetOf(id) ?? []);

/** An optional clientOrderId of acquiring, which is not held unique. Refused when it is empty or too long. */
export function clientOrderIdText({ rules }: Context, body: Body): string | null {
  const clientOrderId = text(body, 'clientOrderId', 100_000);
  if (clientOrderId !== null && !rules.clientOrderIdAccepted(clientOrderId)) {
    throw new Refusal('bad_value', 'clientOrderId does not have 1 to 256 characters');
  }
  return clientOrderId;
}
