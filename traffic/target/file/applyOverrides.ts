import { type FilePlace, isWithin, pointerOf, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { fieldAt } from './targetSchema.ts';
import type { Scalar } from './yamlScalar.ts';

/** A field of a target file that a flag or a variable sets; `where` names it. */
export interface Override {
  where: string;
  place: FilePlace;
  value: Scalar;
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const hint = 'See target.schema.json for the fields that exist.';

/** Sets one field in a mutable value and creates missing parents; returns a problem if the field cannot be set. */
function setIn(root: Container, { place, value }: Override): FileProblem[] {
  let container = root;
  for (const [depth, part] of place.entries()) {
    const here = place.slice(0, depth + 1);
    if (Array.isArray(container) && !(/^\d+$/.test(part) && Number(part) <= container.length))
      return [
        { place, wanted: `an item index from 0 to ${container.length}`, seen: 'another', hint: 'Items count from 0.' },
      ];
    if (here.length === place.length) {
      container[part] = value;
      return [];
    }
    if (!Object.hasOwn(container, part)) container[part] = fieldAt(here)?.type === 'array' ? [] : {};
    const next = container[part];
    if (!isContainer(next))
      return [{ place, wanted: 'a field of the target file', seen: 'a field below a plain value', hint }];
    container = next;
  }
  return [];
}

/** Returns a copy of a target file's value with the overrides applied; later ones win. */
export function withOverrides(
  value: unknown,
  overrides: readonly Override[],
): { value: unknown; flaws: FileProblem[] } {
  if (overrides.length === 0 || !isContainer(value)) return { value, flaws: [] };
  const copy = structuredClone(value);
  return { value: copy, flaws: overrides.flatMap((override) => setIn(copy, override)) };
}

/** Returns the override that caused a problem: it set the field itself, or created a parent that the file did not have. */
export function overrideBehind(place: FilePlace, overrides: readonly Override[], file: unknown): Override | undefined {
  for (let length = place.length; length > 0; length -= 1) {
    const part = place.slice(0, length);
    const isOurs = valueAt(file, part) === undefined;
    const found = overrides.findLast(
      (one) => (isOurs && isWithin(one.place, part)) || pointerOf(one.place) === pointerOf(part),
    );
    if (found) return found;
  }
  return undefined;
}
