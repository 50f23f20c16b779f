import { type Plain, withTexts } from '../../../schemas/json/plain.ts';
import type { FuzzCase } from './fuzzCase.ts';

/**
 * Ids that only one target has, by the references that replace them in a stored case: `{{method:USDT CRYPTOCOIN TRON PAYIN}}` for a method of the target's
 * list, and `{{project:1}}` for a project of the target file, counted from 1.
 */
export type TargetIds = ReadonlyMap<string, string>;

/** A method or a project with the name that stands for it in a reference. */
interface Listed {
  id: string;
  name: string;
}

/** The least length of an id: shorter ones may occur in a case by chance. */
const fewestCharacters = 8;

/** Names that need no escaping in any text. */
const plainName = /^[\w .-]{1,80}$/;

const reference = /\{\{(?:method:[\w .-]{1,80}|project:[1-9]\d{0,2})\}\}/g;

/** Collects the ids of a target from its list of methods and the projects of its file. */
export function targetIdsOf(methods: readonly Listed[], projects: readonly { id: string }[]): TargetIds {
  const candidates = [
    ...methods.map(({ id, name }) => [name, `{{method:${name}}}`, id] as const),
    ...projects.map(({ id }, at) => [String(at + 1), `{{project:${at + 1}}}`, id] as const),
  ];
  const ids = new Map<string, string>();
  for (const [name, place, id] of candidates)
    if (plainName.test(name) && !ids.has(place) && id.length >= fewestCharacters) ids.set(place, id);
  return ids;
}

/** Returns a case with every text of its steps and assertions rewritten; its label stays the same. */
function rewritten({ label, ...rest }: FuzzCase, write: (text: string) => string): FuzzCase {
  return { ...(withTexts(rest as unknown as Plain, write) as unknown as Omit<FuzzCase, 'label'>), label };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a case as it is stored, without the ids of its target, so that it can be sent to another target. */
export function withoutIds(one: FuzzCase, ids: TargetIds): FuzzCase {
  if (ids.size === 0) return one;
  const places = new Map([...ids].map(([place, id]) => [id, place]));
  const pattern = new RegExp(`(?<![\\w-])(?:${[...places.keys()].map(escaped).join('|')})(?![\\w-])`, 'g');
  return rewritten(one, (text) => text.replaceAll(pattern, (id) => places.get(id) ?? id));
}

/** Returns the references of a stored case for which a target has no id. */
export function missingIds(one: FuzzCase, ids: TargetIds): string[] {
  return [...new Set(referencedIds(one))].filter((place) => !ids.has(place));
}

/** Returns the references of a case to ids that only one target has. */
export function referencedIds({ steps, claims: assertions = [] }: FuzzCase): string[] {
  return [...JSON.stringify([steps, assertions]).matchAll(reference)].map(([place]) => place);
}

/** Returns a case as it is sent to a target, with the target's ids. A reference without an id stays unchanged. */
export function withIds(one: FuzzCase, ids: TargetIds): FuzzCase {
  return rewritten(one, (text) => text.replaceAll(reference, (place) => ids.get(place) ?? place));
}
