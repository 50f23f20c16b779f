import { badRequest } from '../core/problem.ts';
import type { Project } from '../domain/account.ts';
import { type Asset, assetOf } from '../state/assets.ts';

/** The asset of an identifier that came from outside, if the project has it enabled. */
export function enabledAsset(project: Project, id: string, field: string): Asset {
  if (!project.enabledAssets.includes(id)) throw badRequest(`${id} is not enabled in the project`, field);
  return assetOf(id);
}

/** All assets that a project has enabled. */
export function enabledAssets(project: Project): Asset[] {
  return project.enabledAssets.map(assetOf);
}
