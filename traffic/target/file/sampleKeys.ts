import { chainFamily, knownBlockchains } from '../../../schemas/domain/addresses.ts';
import { methodKeys, sampleFields } from '../../../schemas/domain/sampleFields.ts';
import { type FilePlace, textAt, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { nearestName } from './nearestName.ts';

const keysAt = (value: unknown, place: FilePlace): string[] => {
  const found = valueAt(value, place);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.keys(found) : [];
};

/** Returns the problem of an unknown name, with the name that is probably meant and all that are known. */
function unknownName(
  place: FilePlace,
  { wanted, name, names }: { wanted: string; name: string; names: readonly string[] },
) {
  const nearest = nearestName(name, names);
  const list = `${names.join(', ')}.`;
  return {
    place,
    wanted,
    seen: 'an unknown name',
    hint: nearest ? `Did you mean ${nearest}? Known: ${list}` : `Known: ${list}`,
  };
}

/** A target may have blockchains that nobody lists, so only a misspelt one is a problem. */
const isMisspelt = (blockchain: string | undefined): boolean =>
  blockchain !== undefined &&
  chainFamily(blockchain) === undefined &&
  (!/^[A-Z0-9_]+$/.test(blockchain) || nearestName(blockchain, knownBlockchains) !== undefined);

function keyProblems(key: string): FileProblem[] {
  const place = ['samples', key];
  const [method = '', blockchain, ...more] = key.split('/');
  const wanted = 'a method, or a method and a blockchain, such as VA_QR or CRYPTOCOIN/TRON';
  if (!methodKeys.includes(method) || more.length > 0)
    return [unknownName(place, { wanted, name: method, names: methodKeys })];
  return isMisspelt(blockchain)
    ? [unknownName(place, { wanted: `${method} and a blockchain`, name: blockchain ?? '', names: knownBlockchains })]
    : [];
}

/**
 * Returns the problems of the names under `samples`: those of methods, blockchains and fields that the interface does not know. With a contract of its own, a
 * target may have others.
 */
export function sampleKeyProblems(value: unknown): FileProblem[] {
  if (textAt(value, ['contract']) !== undefined) return [];
  return keysAt(value, ['samples']).flatMap((key) => [
    ...keyProblems(key),
    ...keysAt(value, ['samples', key])
      .filter((name) => !sampleFields.includes(name))
      .map((name) => unknownName(['samples', key, name], { wanted: 'a request field', name, names: sampleFields })),
  ]);
}
