import { type FilePlace, leavesOf } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import type { Lookup } from './namedVariables.ts';
import { isSecretName, looksLikeSecret } from './secretLooks.ts';
import { isKnownField } from './targetSchema.ts';

const wanted = 'the name of an environment variable for each secret';

function byName(place: FilePlace): FileProblem | undefined {
  const name = place.at(-1) ?? '';
  if (!isSecretName(name) || isKnownField(place)) return undefined;
  const hint = `Move it to an environment variable and name that variable here as ${name}Env.`;
  return { place, wanted, seen: 'an inline secret', hint };
}

function byValue(place: FilePlace, leaf: unknown, lookup: Lookup): FileProblem | undefined {
  const isReference = place.at(-1)?.endsWith('Env') && typeof leaf === 'string';
  if (!isReference || !looksLikeSecret(leaf) || lookup(leaf) !== undefined) return undefined;
  const hint = 'Put it into an environment variable, and write the name of the variable here.';
  return { place, wanted, seen: 'a text that looks like a secret', hint };
}

/** Returns a problem for each secret in a target file, recognised by the name of its field or by its form; the secret itself is never shown. */
export function inlineSecretProblems(value: unknown, lookup: Lookup): FileProblem[] {
  return [...leavesOf(value)].flatMap(({ place, leaf }) => byName(place) ?? byValue(place, leaf, lookup) ?? []);
}
