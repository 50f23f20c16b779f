import { urlOf } from '../../../schemas/domain/urlOf.ts';
import { shortestSecret } from '../../redaction/redactor.ts';
import { type FilePlace, leavesOf, pointerOf } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { looksLikeSecret } from './secretLooks.ts';

/** Returns the value of a variable; undefined if it is unset or empty. */
export type Lookup = (name: string) => string | undefined;

type Words = Pick<FileProblem, 'wanted' | 'seen' | 'hint'>;
type Check = (value: string) => Words | undefined;

/** Visible ASCII, with spaces only inside: credentials are sent as headers. */
const headerValue = /^[!-~](?:[ -~]*[!-~])?$/;

const isLong: Check = ({ length }) =>
  length >= shortestSecret
    ? undefined
    : { wanted: `at least ${shortestSecret} characters`, seen: 'fewer', hint: 'Use a real credential.' };

const isHeader: Check = (value) =>
  headerValue.test(value)
    ? undefined
    : {
        wanted: 'a value that a header can carry',
        seen: 'line breaks, surrounding spaces, or characters beyond ASCII',
        hint: 'Copy the value again.',
      };

const isAddressOf =
  (...schemes: string[]): Check =>
  (value) =>
    schemes.includes(urlOf(value)?.protocol.slice(0, -1) ?? '')
      ? undefined
      : { wanted: `an address with ${schemes.join(' or ')}`, seen: 'other text', hint: 'Copy the value again.' };

/** The fields that name a variable, whether it holds a secret, and the checks of its value. */
const references: readonly { at: RegExp; isSecret: boolean; checks: readonly Check[] }[] = [
  { at: /^\/credentials\/\d+\/tokenIdEnv$/, isSecret: false, checks: [isLong, isHeader] },
  { at: /^\/credentials\/\d+\/secretEnv$/, isSecret: true, checks: [isLong, isHeader] },
  { at: /^\/levers\/control\/tokenEnv$/, isSecret: true, checks: [isLong, isHeader] },
  { at: /^\/webhook\/secretEnv$/, isSecret: true, checks: [isLong] },
  { at: /^\/levers\/chain\/keyEnv$/, isSecret: true, checks: [isLong] },
  { at: /^\/levers\/chain\/rpcUrlEnv$/, isSecret: true, checks: [isAddressOf('http', 'https', 'ws', 'wss')] },
  { at: /^\/quota\/redisEnv$/, isSecret: true, checks: [isAddressOf('redis', 'rediss')] },
];

interface Named {
  place: FilePlace;
  name: string;
  isSecret: boolean;
  checks: readonly Check[];
}

/** Lists the variables that a target file names, each once. */
function namedIn(value: unknown): Named[] {
  const all = [...leavesOf(value)].flatMap(({ place, leaf }) => {
    const reference = references.find(({ at }) => at.test(pointerOf(place)));
    const isName = typeof leaf === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(leaf);
    return reference && isName ? [{ ...reference, place, name: leaf }] : [];
  });
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** Returns the names of the variables that a target file needs. */
export const variablesNamedIn = (value: unknown): string[] => namedIn(value).map(({ name }) => name);

const unset: Words = { wanted: 'an environment variable', seen: 'none', hint: 'Set it.' };

function problemsOf({ place, name, checks }: Named, lookup: Lookup): FileProblem[] {
  const value = lookup(name);
  if (value === undefined)
    return looksLikeSecret(name) ? [] : [{ place, where: `$${name}`, ...unset, hint: `Set ${name}.` }];
  const words = checks.map((check) => check(value)).find((found) => found !== undefined);
  return words ? [{ place, where: `$${name}`, ...words }] : [];
}

/** Returns problems of named variables that are missing, too short or malformed; their values are never shown. */
export function variableProblems(value: unknown, lookup: Lookup): FileProblem[] {
  return namedIn(value).flatMap((named) => problemsOf(named, lookup));
}

/** Reports texts of a target file that contain the value of a secret it names. */
export function repeatedSecrets(value: unknown, lookup: Lookup): FileProblem[] {
  const secrets = namedIn(value).flatMap(({ name, isSecret }) => {
    const secret = isSecret ? lookup(name) : undefined;
    return secret !== undefined && secret.length >= shortestSecret ? [{ name, secret }] : [];
  });
  return [...leavesOf(value)].flatMap(({ place, leaf }) => {
    const found = secrets.find(({ secret }) => typeof leaf === 'string' && leaf.includes(secret));
    if (!found) return [];
    const hint = `Remove it here: ${found.name} already holds it.`;
    return [{ place, wanted: 'the name of an environment variable for each secret', seen: 'an inline secret', hint }];
  });
}
