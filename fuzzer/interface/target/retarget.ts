import { type Method, methodName } from '../../../runner/actions/inputs/methods.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { missingIds, type TargetIds, targetIdsOf, withIds, withoutIds } from '../../engine/cases/targetIds.ts';
import type { TargetInventory } from './targetInventory.ts';

/** A target as cases of others are sent to it: its ids, and its accounts by their purposes. */
export interface TargetIdentity extends Pick<TargetInventory, 'accounts'> {
  ids: TargetIds;
}

/** The ids of what a target alone has: of the methods that it lists and the projects of its file. */
export function idsAt({ projects }: Pick<Target, 'projects'>, methods: readonly Method[]): TargetIds {
  const listed = methods.map((one) => ({ id: one.id, name: methodName(one) }));
  return targetIdsOf(listed, projects);
}

/** A case of one target as it is sent to another, which names the same things otherwise; undefined where the other lacks something that it names. */
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
