import { type FilePlace, leavesOf } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import type { Lookup } from './namedVariables.ts';
import { isSecretName, looksLikeSecret } from './secretLooks.ts';
import { isKnownField } from './targetSchema.ts';

const wanted = 'secrets by the name of an environment variable';

function byName(place: FilePlace): FileProblem | undefined {
  const name = place.at(-1) ?? '';
  if (!isSecretName(name) || isKnownField(place)) return undefined;
  const hint = `Move it into the environment and name it here as ${name}Env.`;
  return { place, wanted, seen: 'an inline secret', hint };
}

function byValue(place: FilePlace, leaf: unknown, lookup: Lookup): FileProblem | undefined {
  const isReference = place.at(-1)?.endsWith('Env') && typeof leaf === 'string';
  if (!isReference || !looksLikeSecret(leaf) || lookup(leaf) !== undefined) return undefined;
  const hint = 'Put it into a variable of the environment, and write the name of the variable here.';
  return { place, wanted, seen: 'what looks like a secret', hint };
}

/** Secrets that stand in a target file, wherever, by the name of their field or by their looks; never told. */
export function inlineSecretProblems(value: unknown, lookup: Lookup): FileProblem[] {
  return [...leavesOf(value)].flatMap(({ place, leaf }) => byName(place) ?? byValue(place, leaf, lookup) ?? []);
}
