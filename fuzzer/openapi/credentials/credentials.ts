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

/** The credentials that a request carries, in their written form. */
export interface ShownCredentials {
  headers: readonly (readonly [string, string])[];
  /** `name=value`, escaped. */
  query: readonly string[];
  cookies: readonly string[];
}

/** Credentials for any API: what requests of an operation carry, and the secrets that must never be written. */
export interface Credentials {
  shownTo(operation: Operation): ShownCredentials;
  /** Like `shownTo`, but with wrong credentials of the same form. */
  wronglyShownTo(operation: Operation): ShownCredentials;
  secrets: readonly Secret[];
}

/** Returns the value of an environment variable; undefined if it is not set. */
type Lookup = (name: string) => string | undefined;

type Scheme = OpenAPIV3_1.SecuritySchemeObject;

/** Matches the labels of secrets that an answer must not contain. */
export const secretLabel = /^credential /;

/** A plain word may occur in any answer by chance: finding it proves nothing. */
const isWord = (value: string) => /^[a-z]+$/i.test(value);

const labelled = (name: string, value: string): Secret => ({
  label: `${isWord(value) ? 'weak ' : ''}credential ${name}`,
  value,
});

const option = /^(?<name>[^=]+)=env:(?<variable>[A-Za-z_][A-Za-z0-9_]*)$/;

const where = '--auth';

const problem = (wanted: string, seen: string, hint: string): Problem => ({ where, wanted, seen, hint });

const isBasic = (scheme: Scheme) => scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';

/** Returns the problem of a credential, without showing its text. */
function valueProblemOf(scheme: Scheme, value: string): [wanted: string, seen: string] | undefined {
  const isSent = /^[!-~](?:[ -~]*[!-~])?$/.test(value);
  if (value.length < shortestSecret) return [`at least ${shortestSecret} characters`, 'fewer'];
  if (!isSent)
    return ['a value that a header can carry', 'line breaks, surrounding spaces, or characters beyond ASCII'];
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

/** True if HTTP allows the header that carries a credential. */
const isCarried = (scheme: Scheme) =>
  shownBy(scheme, 'any').headers.every(
    ([name, value]) => isToken(name) && !isTransportHeader(name) && isHeaderValue(value),
  );

/** The result of reading one option: a credential, or its problem. */
type Read = { name: string; scheme: Scheme; value: string } | { problem: Problem };

function read(text: string, schemes: ReadonlyMap<string, Scheme>, lookup: Lookup): Read {
  const wrong = (wanted: string, seen: string, hint: string): Read => ({ problem: problem(wanted, seen, hint) });
  const { name, variable } = option.exec(text)?.groups ?? {};
  if (name === undefined || variable === undefined)
    // The text is not shown, since it may be the secret itself.
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
    return wrong('a scheme that is sent in the request', `${name}, which is not`, 'Leave it out.');
  if (!isCarried(scheme))
    return wrong('a scheme whose header HTTP allows', `${name}, whose header it forbids`, 'Leave it out.');
  const value = lookup(variable) ?? '';
  if (value === '') return wrong(`a credential for ${name} in ${variable}`, 'none', `Set ${variable}.`);
  const valueProblem = valueProblemOf(scheme, value);
  if (valueProblem)
    return wrong(
      `${valueProblem[0]} in ${variable}`,
      valueProblem[1],
      'Use a real credential, and copy it again completely.',
    );
  return { name, scheme, value };
}

/** Replaces letters and digits by others of their kind, irreversibly. */
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

/** Returns the credentials for an operation: the first security alternative that is complete, otherwise the one with the most available credentials. */
function showing(
  contract: Contract,
  shown: ReadonlyMap<string, ShownCredentials>,
): (operation: Operation) => ShownCredentials {
  const held = (way: readonly SecurityRequirement[]) => way.flatMap(({ name }) => shown.get(name) ?? []);
  return (operation) => {
    const ways = securityAlternatives(contract, operation);
    const complete = ways.find((way) => way.length > 0 && held(way).length === way.length);
    const most = ways.toSorted((a, b) => held(b).length - held(a).length)[0];
    return joined(held(complete ?? most ?? []));
  };
}

/** Reads credentials in the form `<security scheme>=env:<variable>`, one for each scheme. Throws ConfigurationError with all problems. */
export function credentialsFor(contract: Contract, options: readonly string[], lookup: Lookup): Credentials {
  const schemes = schemesOf(contract);
  const all = options.map((text) => read(text, schemes, lookup));
  const problems = all.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const found = all.flatMap((one) => ('problem' in one ? [] : [one]));
  const names = found.map(({ name }) => name);
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
    problems.push(problem('each security scheme once', `${name} more than once`, 'Remove the repeated option.'));
  if (problems.length > 0) throw new ConfigurationError(where, problems);
  const credentialsWith = (turned: (value: string) => string) =>
    showing(contract, new Map(found.map(({ name, scheme, value }) => [name, shownBy(scheme, turned(value))])));
  return {
    shownTo: credentialsWith((value) => value),
    wronglyShownTo: credentialsWith(wrongFor),
    secrets: found.flatMap(secretsOf),
  };
}
