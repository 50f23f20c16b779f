import { type FilePlace, isWithin, pointerOf, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { fieldAt } from './targetSchema.ts';
import type { Scalar } from './yamlScalar.ts';

/** One field of a target file set from outside, and by what: a flag or a variable. */
export interface Override {
  where: string;
  place: FilePlace;
  value: Scalar;
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const hint = 'See target.schema.json for the fields there are.';

/** Sets one field in a value that may be changed, making what is missing around it; a flaw where nothing can be set. */
function setIn(root: Container, { place, value }: Override): FileProblem[] {
  let container = root;
  for (const [depth, part] of place.entries()) {
    const here = place.slice(0, depth + 1);
    if (Array.isArray(container) && !(/^\d+$/.test(part) && Number(part) <= container.length))
      return [{ place, wanted: `an item from 0 to ${container.length}`, seen: 'another', hint: 'Items count from 0.' }];
    if (here.length === place.length) {
      container[part] = value;
      return [];
    }
    if (!Object.hasOwn(container, part)) container[part] = fieldAt(here)?.type === 'array' ? [] : {};
    const next = container[part];
    if (!isContainer(next)) return [{ place, wanted: 'a field of the target file', seen: 'one below a value', hint }];
    container = next;
  }
  return [];
}

/** A copy of a target file's value with the overrides set in it, later ones over earlier ones. */
export function withOverrides(
  value: unknown,
  overrides: readonly Override[],
): { value: unknown; flaws: FileProblem[] } {
  if (overrides.length === 0 || !isContainer(value)) return { value, flaws: [] };
  const copy = structuredClone(value);
  return { value: copy, flaws: overrides.flatMap((override) => setIn(copy, override)) };
}

/** The override that a flaw came in by: it set the very field, or made what is around it in a file that had none. */
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
