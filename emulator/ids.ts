import { type Random, uuid } from './random.ts';
import type { Rules } from './rules.ts';

/** An identifier prefix of § General conventions, or the one of an integration, which only search names. */
export type Prefix = 'PMT' | 'ORD' | 'PMD' | 'OWN' | 'CCO' | 'CAP' | 'CAPD' | 'CASB' | 'UBADR' | 'TKN' | 'INT';

/** Where identifiers come from: the world's random source and the UUIDs given so far, the last one and how many. */
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

/** Whether a text is an identifier with this prefix; hex digits in either case. */
export const isId = (text: string, prefix: Prefix): boolean =>
  text.startsWith(`${prefix}-`) &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text.slice(prefix.length + 1));
