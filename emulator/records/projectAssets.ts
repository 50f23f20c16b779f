import type { Project } from '../domain/acquiring.ts';
import { ASSETS, type Asset } from '../domain/assets.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Context } from '../instance/context.ts';
import type { Rules } from '../rules/index.ts';

/** Returns an asset that is enabled in a project. Throws a Refusal for an unknown or disabled asset. */
export function enabledAsset(
  { instance, rules }: Pick<Context, 'instance' | 'rules'>,
  project: Project,
  id: string,
): Asset {
  const asset = rules.assetFound(ASSETS, id);
  if (asset === undefined || !rules.assetEnabled(rules.projectAssets(project.enabledAssets), asset.id)) {
    throw new Refusal('bad_value', `${id.slice(0, 100)} is not an enabled asset`);
  }
  return assetNow(rules, asset, instance.served);
}

/** An asset with its current minimum. */
function assetNow(rules: Rules, asset: Asset, served: number): Asset {
  const minLimit = rules.minimumNow(asset.minLimit, served);
  return minLimit === asset.minLimit ? asset : { ...asset, minLimit };
}

/** The enabled assets of a project in the order of its settings, with their current minimums. */
export const enabledAssets = (rules: Rules, project: Project, served = 0): Asset[] =>
  rules.projectAssets(project.enabledAssets).flatMap((id) => {
    const asset = ASSETS.find((one) => one.id === id);
    return asset ? [assetNow(rules, asset, served)] : [];
  });
