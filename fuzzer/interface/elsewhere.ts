import { type Method, methodName } from '../../harness/methods.ts';
import type { Target } from '../../harness/target.ts';
import type { FuzzCase } from '../case.ts';
import { type Ids, idsOf, lackingIn, withIds, withoutIds } from '../named.ts';
import type { Known } from './known.ts';

/** A target as cases of others are sent to it: its ids, and its accounts by their purposes. */
export interface Place extends Pick<Known, 'accounts'> {
  ids: Ids;
}

/** The ids of what a target alone has: of the methods that it lists and the projects of its file. */
export function idsAt({ projects }: Pick<Target, 'projects'>, methods: readonly Method[]): Ids {
  const listed = methods.map((one) => ({ id: one.id, name: methodName(one) }));
  return idsOf(listed, projects);
}

/** A case of one target as it is sent to another, which names the same things otherwise; undefined where the other lacks something that it names. */
export function elsewhere(one: FuzzCase, here: Place, there: Place): FuzzCase | undefined {
  const stored = withoutIds(one, here.ids);
  const purposes = Object.keys(here.accounts) as (keyof Known['accounts'])[];
  const labels = new Map(purposes.map((purpose) => [here.accounts[purpose], there.accounts[purpose]]));
  const isLacking = stored.steps.some(({ account }) => account !== undefined && labels.get(account) === undefined);
  if (isLacking || lackingIn(stored, there.ids).length > 0) return undefined;
  const steps = stored.steps.map((step) => {
    const account = labels.get(step.account);
    return account === undefined ? step : { ...step, account };
  });
  return withIds({ ...stored, steps }, there.ids);
}
