import type { Prefix } from '../domain/ids.ts';
import { type Random, uuid } from '../domain/random.ts';
import type { Rules } from '../rules/index.ts';

/** The source of identifiers: the instance's random source, and the last UUID and the count by prefix. */
export interface IdSource {
  readonly random: Random;
  readonly givenUuids: Map<Prefix, { readonly last: string; readonly count: number }>;
}

/** A new identifier, `<prefix>-<uuid>` (§ General conventions). */
export function newId(source: IdSource, rules: Rules, prefix: Prefix): string {
  const before = source.givenUuids.get(prefix);
  const count = before?.count ?? 0;
  const given = rules.uuidGiven(uuid(source.random), { prefix, last: before?.last, count });
  source.givenUuids.set(prefix, { last: given, count: count + 1 });
  return rules.idText(prefix, given);
}
