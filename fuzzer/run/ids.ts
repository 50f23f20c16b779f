import { type Method, methodName } from '../../harness/methods.ts';
import type { Target } from '../../harness/target.ts';
import { type Ids, idsOf } from '../named.ts';

/** The ids of what a target alone has: of the methods that it lists and the projects of its file. */
export function idsAt({ projects }: Pick<Target, 'projects'>, methods: readonly Method[]): Ids {
  const listed = methods.map((one) => ({ id: one.id, name: methodName(one) }));
  return idsOf(listed, projects);
}
