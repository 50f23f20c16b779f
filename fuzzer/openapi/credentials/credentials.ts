import { createHash } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Operation } from '../../../schemas/document/operations.ts';
import {
  isInRequest,
  type SecurityRequirement,
  schemesOf,
  securityAlternatives,
} from '../../../schemas/document/security.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { isHeaderValue, isToken, isTransportHeader } from '../../../schemas/wire/httpSyntax.ts';
import { type Secret, shortestSecret } from '../../../traffic/redaction/redactor.ts';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';

/** What a request shows to be let in, as it is written. */
export interface ShownCredentials {
  headers: readonly (readonly [string, string])[];
  /** `name=value`, escaped. */
  query: readonly string[];
  cookies: readonly string[];
}

/** Credentials of any API: what requests of an operation show, and what must never be written. */
export interface Credentials {
  shownTo(operation: Operation): ShownCredentials;
  /** As `shownTo`, but of credentials of the same form that nobody was given. */
  wronglyShownTo(operation: Operation): ShownCredentials;
  secrets: readonly Secret[];
}

/** The value of a variable of the environment; undefined where it is not set. */
type Lookup = (name: string) => string | undefined;

type Scheme = OpenAPIV3_1.SecuritySchemeObject;

/** The labels of secrets that an answer may not show. */
export const secretLabel = /^credential /;

/** A word may stand in any answer by chance: that it is there says nothing. */
const isWord = (value: string) => /^[a-z]+$/i.test(value);

const labelled = (name: string, value: string): Secret => ({
  label: `${isWord(value) ? 'weak ' : ''}credential ${name}`,
  value,
});

const option = /^(?<name>[^=]+)=env:(?<variable>[A-Za-z_][A-Za-z0-9_]*)$/;

const where = '--auth';

const problem = (wanted: string, seen: string, hint: string): Problem => ({ where, wanted, seen, hint });

const isBasic = (scheme: Scheme) => scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';

/** What is wrong with the value of a credential; its text is never told. */
function flawOf(scheme: Scheme, value: string): [wanted: string, seen: string] | undefined {
  const isSent = /^[!-~](?:[ -~]*[!-~])?$/.test(value);
  if (value.length < shortestSecret) return [`at least ${shortestSecret} characters`, 'fewer'];
  if (!isSent) return ['what a header can carry', 'line breaks, spaces around it, or letters beyond ASCII'];
  return isBasic(scheme) && !value.includes(':') ? ['user:password', 'no colon'] : undefined;
}

function shownBy(scheme: Scheme, value: string): ShownCredentials {
  const nothing: ShownCredentials = { headers: [], query: [], cookies: [] };
  const authorization = (kind: string, text: string): ShownCredentials => ({
    ...nothing,
    headers: [['Authorization', `${kind} ${text}`]],
  });
  if (isBasic(scheme)) return authorization('Basic', Buffer.from(value).toString('base64'));
  if (scheme.type === 'http' && scheme.scheme.toLowerCase() !== 'bearer') return authorization(scheme.scheme, value);
  if (scheme.type !== 'apiKey') return authorization('Bearer', value);
  if (scheme.in === 'header') return { ...nothing, headers: [[scheme.name, value]] };
  const pair = `${encodeURIComponent(scheme.name)}=${encodeURIComponent(value)}`;
  return scheme.in === 'query' ? { ...nothing, query: [pair] } : { ...nothing, cookies: [pair] };
}

/** Whether HTTP allows the header in which a credential stands. */
const isCarried = (scheme: Scheme) =>
  shownBy(scheme, 'any').headers.every(
    ([name, value]) => isToken(name) && !isTransportHeader(name) && isHeaderValue(value),
  );

/** What is told of one option: a credential, or what is wrong with it. */
type Read = { name: string; scheme: Scheme; value: string } | { problem: Problem };

function read(text: string, schemes: ReadonlyMap<string, Scheme>, lookup: Lookup): Read {
  const wrong = (wanted: string, seen: string, hint: string): Read => ({ problem: problem(wanted, seen, hint) });
  const { name, variable } = option.exec(text)?.groups ?? {};
  if (name === undefined || variable === undefined)
    // Not told as it is: it may hold the secret itself.
    return wrong('<security scheme>=env:<variable>', 'another text', 'Name the variable that holds the credential.');
  const scheme = schemes.get(name);
  const names = [...schemes.keys()].join(', ');
  if (!scheme)
    return wrong(
      `a security scheme of the contract (${names || 'it has none'})`,
      name,
      'Name the scheme as the contract does.',
    );
  if (!isInRequest(scheme))
    return wrong('a scheme that stands in the request', `${name}, which does not`, 'Leave it out.');
  if (!isCarried(scheme))
    return wrong('a scheme whose header HTTP allows', `${name}, whose header it does not`, 'Leave it out.');
  const value = lookup(variable) ?? '';
  if (value === '') return wrong(`a credential for ${name} in ${variable}`, 'none', `Set ${variable}.`);
  const flaw = flawOf(scheme, value);
  if (flaw) return wrong(`${flaw[0]} in ${variable}`, flaw[1], 'Use a real credential, and copy it again.');
  return { name, scheme, value };
}

/** Letters and digits for others of their kind, in a way that nobody can turn back. */
function wrongFor(value: string): string {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/[0-9]/, '0123456789'],
    [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
    [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ];
  const other = (letter: string, at: number) => {
    const [, letters = letter] = kinds.find(([kind]) => kind.test(letter)) ?? [];
    const drawn = createHash('sha256').update(`${value} ${at}`).digest().readUInt32LE();
    return letters[drawn % letters.length] ?? letter;
  };
  const wrong = [...value].map(other).join('');
  return wrong === value ? `${value}0` : wrong;
}

function secretsOf({ name, scheme, value }: Exclude<Read, { problem: Problem }>): Secret[] {
  const password = isBasic(scheme) ? value.slice(value.indexOf(':') + 1) : value;
  const inner =
    password !== value && password.length >= shortestSecret ? [labelled(`${name}, its password`, password)] : [];
  return [labelled(name, value), ...inner];
}

const joined = (all: readonly ShownCredentials[]): ShownCredentials => ({
  headers: all.flatMap(({ headers }) => headers),
  query: all.flatMap(({ query }) => query),
  cookies: all.flatMap(({ cookies }) => cookies),
});

/** What is shown to an operation of what is held: the first way in that is held whole, else the one of which most is held. */
function showing(
  contract: Contract,
  shown: ReadonlyMap<string, ShownCredentials>,
): (operation: Operation) => ShownCredentials {
  const held = (way: readonly SecurityRequirement[]) => way.flatMap(({ name }) => shown.get(name) ?? []);
  return (operation) => {
    const ways = securityAlternatives(contract, operation);
    const whole = ways.find((way) => way.length > 0 && held(way).length === way.length);
    const most = ways.toSorted((a, b) => held(b).length - held(a).length)[0];
    return joined(held(whole ?? most ?? []));
  };
}

/** The credentials that are given as `<security scheme>=env:<variable>`, one for each scheme. Throws ConfigurationError with all problems. */
export function credentialsFor(contract: Contract, options: readonly string[], lookup: Lookup): Credentials {
  const schemes = schemesOf(contract);
  const all = options.map((text) => read(text, schemes, lookup));
  const problems = all.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const found = all.flatMap((one) => ('problem' in one ? [] : [one]));
  const names = found.map(({ name }) => name);
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
    problems.push(problem('each security scheme once', `${name} more than once`, 'Leave one of them out.'));
  if (problems.length > 0) throw new ConfigurationError(where, problems);
  const toldBy = (turned: (value: string) => string) =>
    showing(contract, new Map(found.map(({ name, scheme, value }) => [name, shownBy(scheme, turned(value))])));
  return {
    shownTo: toldBy((value) => value),
    wronglyShownTo: toldBy(wrongFor),
    secrets: found.flatMap(secretsOf),
  };
}
