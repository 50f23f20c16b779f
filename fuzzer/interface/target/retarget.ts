import { type Method, methodName } from '../../../runner/actions/inputs/methods.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { missingIds, type TargetIds, targetIdsOf, withIds, withoutIds } from '../../engine/cases/targetIds.ts';
import type { TargetInventory } from './targetInventory.ts';

/** What identifies a target: its ids, and its accounts by purpose. Cases of other targets are converted with these ids and accounts. */
export interface TargetIdentity extends Pick<TargetInventory, 'accounts'> {
  ids: TargetIds;
}

/** Returns the ids that are specific to a target: those of the methods that it lists and of the projects in its file. */
export function idsAt({ projects }: Pick<Target, 'projects'>, methods: readonly Method[]): TargetIds {
  const listed = methods.map((one) => ({ id: one.id, name: methodName(one) }));
  return targetIdsOf(listed, projects);
}

/**
 * Converts a case of one target for another target, which has other ids for the same things. Undefined if the other target lacks something that the case names.
 */
export function retarget(one: FuzzCase, here: TargetIdentity, there: TargetIdentity): FuzzCase | undefined {
  const stored = withoutIds(one, here.ids);
  const purposes = Object.keys(here.accounts) as (keyof TargetInventory['accounts'])[];
  const labels = new Map(purposes.map((purpose) => [here.accounts[purpose], there.accounts[purpose]]));
  const isLacking = stored.steps.some(({ account }) => account !== undefined && labels.get(account) === undefined);
  if (isLacking || missingIds(stored, there.ids).length > 0) return undefined;
  const steps = stored.steps.map((step) => {
    const account = labels.get(step.account);
    return account === undefined ? step : { ...step, account };
  });
  return withIds({ ...stored, steps }, there.ids);
}
