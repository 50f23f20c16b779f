import type { Project } from './acquiring.ts';
import { ASSETS, type Asset } from './assets.ts';
import type { Body } from './body.ts';
import { isGiven, text } from './body.ts';
import type { Context } from './context.ts';
import { isId } from './ids.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules.ts';

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

/** An asset that a project takes. Refused for an unknown or not enabled one. */
export function enabledAsset({ world, rules }: Pick<Context, 'world' | 'rules'>, project: Project, id: string): Asset {
  const asset = rules.assetFound(ASSETS, id);
  if (asset === undefined || !rules.assetEnabled(rules.projectAssets(project.enabledAssets), asset.id)) {
    throw new Refusal('bad_value', `${id.slice(0, 100)} is not an enabled asset`);
  }
  return assetNow(rules, asset, world.served);
}

/** An asset with the least amount of a moment. */
function assetNow(rules: Rules, asset: Asset, served: number): Asset {
  const minLimit = rules.minimumNow(asset.minLimit, served);
  return minLimit === asset.minLimit ? asset : { ...asset, minLimit };
}

/** The enabled assets of a project, in the order of its settings, with the least amounts of a moment. */
export const enabledAssets = (rules: Rules, project: Project, served = 0): Asset[] =>
  rules.projectAssets(project.enabledAssets).flatMap((id) => {
    const asset = ASSETS.find((one) => one.id === id);
    return asset ? [assetNow(rules, asset, served)] : [];
  });

/** An optional clientOrderId of acquiring, which is not held unique. Refused when it is empty or too long. */
export function clientOrderIdText({ rules }: Context, body: Body): string | null {
  const clientOrderId = text(body, 'clientOrderId', 100_000);
  if (clientOrderId !== null && !rules.clientOrderIdAccepted(clientOrderId)) {
    throw new Refusal('bad_value', 'clientOrderId does not have 1 to 256 characters');
  }
  return clientOrderId;
}

/** Refused without one of the fields that a rule needs. */
export function needFields({ rules, operation }: Context, body: Body): void {
  const missing = rules.fieldsNeeded(operation).find((field) => !isGiven(body, field));
  if (missing !== undefined) throw new Refusal('missing_field', `${missing} is missing`);
}
