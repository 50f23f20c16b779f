import { type Exact, isExactNumber, isObject, parseExact } from '../../schemas/json/exact.ts';
import type { PlainObject } from '../../schemas/json/plain.ts';
import { excerpt } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, memberOf } from '../record/clientRecord.ts';
import { isAmount, propertiesOf, schemaAt } from '../server/edits.ts';
import { type ClientOperation, clientOperations } from '../server/operationTable.ts';
import { amountText, sameAmount } from './oracle.ts';

/** Where a request carries an argument. */
export type ArgumentPart = 'path' | 'query' | 'body';

/** An argument that a request does not carry as it was given. */
export interface Difference {
  part: ArgumentPart;
  /** True for a number of the contract: an amount. */
  isAmount: boolean;
  what: string;
  seen: string;
}

/** Returns the requests that a call made: those to its operation, repeats included, or the first of all if there is none. */
export function requestsOf({ id, asked }: ClientCall, requests: readonly RequestLine[]): RequestLine[] {
  const own = requests.filter(({ call }) => call === id);
  const known = own.filter(({ operation }) => operation === memberOf(asked, 'operation'));
  return known.length > 0 ? known : own.slice(0, 1);
}

const membersOf = (value: Exact | undefined): [string, Exact][] => (isObject(value) ? Object.entries(value) : []);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** True for two forms of one instant: an SDK may take a date of its language and write it in another form. */
const sameInstant = (one: string, other: string): boolean =>
  instant.test(one) && instant.test(other) && Date.parse(one) === Date.parse(other);

const textIn = (value: Exact | undefined): string | undefined => {
  if (isExactNumber(value)) return value.value;
  return typeof value === 'string' ? value : undefined;
};

/** True if a sent value is the one that was asked for: an amount is the same number, a time the same instant, anything else equal. */
function isSame(asked: Exact, sent: Exact | undefined, schema: PlainObject): boolean {
  if (asked === sent) return true;
  const [one, other] = [textIn(asked), textIn(sent)];
  if (one === undefined || other === undefined) return false;
  if (isAmount(schema))
    return amountText(one) !== undefined && amountText(other) !== undefined && sameAmount(one, other);
  return typeof asked === typeof sent ? one === other || sameInstant(one, other) : false;
}

function pathDifferences(asked: Exact, { path, operation: id }: RequestLine, known: ClientOperation): Difference[] {
  const bare = path.replace(/[?#].*$/s, '');
  const names = [...known.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const found = known.pattern.exec(bare);
  const difference = (what: string, seen: string): Difference => ({ part: 'path', isAmount: false, what, seen });
  if (!found) {
    const filled = known.path.replace(/\{([^}]*)\}/g, (whole, name: string) => {
      const value = memberOf(memberOf(asked, 'path'), name);
      return typeof value === 'string' ? encodeURIComponent(value) : whole;
    });
    const isEmpty = names.some((name) => memberOf(memberOf(asked, 'path'), name) === '');
    if (isEmpty) return [difference('no request with an empty path value', path)];
    return [difference(`a request to ${filled}`, `${path}${id ? ` (${id})` : ''}`)];
  }
  return names.flatMap((name, at) => {
    const wanted = memberOf(memberOf(asked, 'path'), name);
    const seen = decoded(found[at + 1] ?? '');
    return typeof wanted !== 'string' || wanted === seen
      ? []
      : [difference(`the path value ${name} to arrive as ${excerpt(wanted)}`, excerpt(seen))];
  });
}

/** What an SDK may add by itself: how it pages, and ids that it makes. */
const ownNames: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'clientOrderId', 'referenceId']);

/** Returns the names of the contract that were sent and not asked for. Others mean nothing to the service. */
const addedNames = (sent: readonly string[], asked: Exact | undefined, known: object): string[] =>
  sent.filter((name) => Object.hasOwn(known, name) && !ownNames.has(name) && memberOf(asked, name) === undefined);

function addedToQuery(asked: Exact, sent: URLSearchParams, known: ClientOperation): Difference[] {
  const names = addedNames([...new Set(sent.keys())], memberOf(asked, 'query'), known.query);
  return names.map((name) => ({
    part: 'query',
    isAmount: isAmount(schemaOfQuery(known, name)),
    what: `no query value ${name}, since the caller gave none`,
    seen: excerpt(sent.getAll(name).join(' and ')),
  }));
}

function queryDifferences(asked: Exact, { path }: RequestLine, known: ClientOperation): Difference[] {
  const at = path.indexOf('?');
  const sent = new URLSearchParams(at < 0 ? '' : path.slice(at + 1).replace(/#.*$/s, ''));
  const lost = membersOf(memberOf(asked, 'query')).flatMap(([name, value]): Difference[] => {
    const wanted = textIn(value);
    const schema = schemaOfQuery(known, name);
    const seen = sent.getAll(name);
    if (wanted === undefined || (seen.length === 1 && isSame(wanted, seen[0], schema))) return [];
    return [
      {
        part: 'query',
        isAmount: isAmount(schema),
        what: `the query value ${name} to arrive as ${excerpt(wanted)}`,
        seen: seen.length > 0 ? excerpt(seen.join(' and ')) : `nothing${otherName(name, [...sent.keys()])}`,
      },
    ];
  });
  return [...lost, ...addedToQuery(asked, sent, known)];
}

/** Returns the schema of one value of a query parameter: a range has two of them. */
export function schemaOfQuery({ query }: ClientOperation, name: string): PlainObject {
  const schema = Object.hasOwn(query, name) ? (query[name] ?? {}) : {};
  return schema['type'] === 'array' ? schemaAt(schema, 0) : schema;
}

const bareName = (name: string) => name.replace(/[_-]/g, '').toLowerCase();

/** Says under which similar name an argument was sent instead, if there is one. */
function otherName(name: string, names: readonly string[]): string {
  const other = names.find((one) => one !== name && bareName(one) === bareName(name));
  return other === undefined ? '' : `, but there is ${other}`;
}

/** A member of a body: what was asked for, what was sent, and the names of the object that was sent. */
interface Member {
  asked: Exact;
  sent: Exact | undefined;
  schema: PlainObject;
  place: string;
  beside: readonly string[];
}

/** Returns the members of an object that nobody gave; a null says nothing. */
function addedToBody({ asked, sent, schema, place }: Omit<Member, 'beside'>): Difference[] {
  const said = membersOf(sent).filter(([, value]) => value !== null);
  const names = addedNames(
    said.map(([name]) => name),
    asked,
    propertiesOf(schema),
  );
  return names.map((name) => ({
    part: 'body',
    isAmount: isAmount(schemaAt(schema, name)),
    what: `no ${place}/${name} in the body, since the caller gave none`,
    seen: excerpt(memberOf(sent, name) ?? null),
  }));
}

function bodyDifferences({ asked, sent, schema, place, beside }: Member): Difference[] {
  const member = (name: string | number, one: Exact): Member => ({
    asked: one,
    sent: Array.isArray(sent) ? sent[Number(name)] : memberOf(sent, String(name)),
    schema: schemaAt(schema, name),
    place: `${place}/${name}`,
    beside: membersOf(sent).map(([own]) => own),
  });
  if (isObject(asked))
    return [
      ...membersOf(asked).flatMap(([name, one]) => bodyDifferences(member(name, one))),
      ...addedToBody({ asked, sent, schema, place }),
    ];
  if (Array.isArray(asked)) return asked.flatMap((one, at) => bodyDifferences(member(at, one)));
  if (isSame(asked, sent, schema)) return [];
  const name = place.slice(place.lastIndexOf('/') + 1);
  const seen = sent === undefined ? `nothing${otherName(name, beside)}` : excerpt(sent);
  return [{ part: 'body', isAmount: isAmount(schema), what: `the body to have ${place} as ${excerpt(asked)}`, seen }];
}

/** Returns every argument of a call that its request does not carry as it was given. */
export function argumentDifferences({ asked }: ClientCall, request: RequestLine): Difference[] {
  const operation = memberOf(asked, 'operation');
  const known = clientOperations.get(typeof operation === 'string' ? operation : '');
  if (!known) return [];
  const body = request.body.text === undefined ? undefined : parseExact(request.body.text);
  const sent = body && !('fault' in body) ? body.value : undefined;
  const wanted = memberOf(asked, 'body');
  const whole = { sent, schema: known.body, place: '', beside: [] };
  return [
    ...pathDifferences(asked, request, known),
    ...queryDifferences(asked, request, known),
    ...(wanted === undefined ? [] : bodyDifferences({ ...whole, asked: wanted })),
  ];
}
