import { parseInstant } from '../../schemas/domain/formats.ts';
import { type Exact, type ExactObject, isObject, toPlain } from '../../schemas/json/exact.ts';
import type { Contract, SchemaFault } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Sighting } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { memoized } from './memoize.ts';
import { notUtf8Fault, unreadableFault } from './unreadableAnswer.ts';

/** A rule for one answer or one object; it returns the faults that it finds. */
export type Rule<T> = (item: T) => readonly Fault[] | Fault | undefined;

/** Reports a byte order mark before JSON. It must not be there, but readers may ignore it. */
const marked = ({ id, request, line }: Exchange): Fault | undefined =>
  line.answer?.body.text?.startsWith('\uFEFF') ? { code: 'byteOrderMark', request, exchanges: [id] } : undefined;

/** A 2xx answer is a JSON object or array (GEN-01a). An answer that the suite cannot read is not judged. */
export function jsonAnswerFault(exchange: Exchange): Fault | undefined {
  const unread = notUtf8Fault(exchange) ?? unreadableFault(exchange);
  if (unread) return unread;
  const { parsed } = exchange;
  if ('value' in parsed && (isObject(parsed.value) || Array.isArray(parsed.value))) return marked(exchange);
  const seen = `${exchange.seen}${'fault' in parsed ? ` (${parsed.fault})` : ''}`;
  return { code: 'notJson', operation: exchange.request, seen, exchanges: [exchange.id] };
}

/** A JSON answer has a JSON content type (GEN-01b). */
export function saysJson(exchange: Exchange): Fault | undefined {
  const type = exchange.mediaType;
  if (exchange.json === undefined || /^application\/(?:[\w.-]+\+)?json$/.test(type)) return undefined;
  return {
    code: 'contentType',
    operation: exchange.request,
    wanted: 'application/json',
    seen: type || 'none',
    exchanges: [exchange.id],
  };
}

/** The body is a bare ORD-<uuid> (GEN-02a). A line break at its end is accepted. */
export function bareOrderIdFault(exchange: Exchange): Fault | undefined {
  const unread = unreadableFault(exchange);
  if (unread) return unread;
  if (/^ORD-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\r?\n?$/i.test(exchange.text)) return undefined;
  return { code: 'notBareOrderId', operation: exchange.request, seen: exchange.seen, exchanges: [exchange.id] };
}

/** A plain-text creation answers with Content-Type plain/text (GEN-02b). */
export function saysPlainText(exchange: Exchange): Fault | undefined {
  const type = exchange.mediaType;
  if (type === 'plain/text') return undefined;
  return {
    code: 'contentType',
    operation: exchange.request,
    wanted: 'plain/text',
    seen: type || 'none',
    exchanges: [exchange.id],
  };
}

/** Returns the value at a JSON pointer. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value);
}

/** True for the path of a field that holds a time. */
export const isTimeField = (pointer: string) => /(?:At|EndsAt)$/.test(pointer);

/** An object as an exchange or a delivery showed it, with the id of that exchange or delivery. */
export type ShownObject = Pick<Sighting, 'where' | 'value'> & { exchange: { id: string } };

function schemaFault({ exchange, where, value }: ShownObject, { path, keyword, message }: SchemaFault): Fault {
  return {
    code: 'schema',
    where: `${where}${path}`,
    keyword,
    wanted: message,
    seen: excerpt(valueAtPointer(value, path)),
    exchanges: [exchange.id],
  };
}

/** Caches the faults of objects by component of the contract, since rules request them field by field. */
export const faultsBy = memoized((contract: Contract) => {
  const known = new Map<string, (value: ExactObject) => SchemaFault[]>();
  return (component: string) => {
    const faultsOf = known.get(component) ?? memoized((value) => contract.validate(component, toPlain(value)));
    known.set(component, faultsOf);
    return faultsOf;
  };
});

/** Required fields are present, and every listed field is absent, null or of its type. GEN-04 judges times. */
export function hasShape(contract: Contract, component: string): Rule<ShownObject> {
  const faultsOf = faultsBy(contract)(component);
  return (sighting) =>
    faultsOf(sighting.value)
      .filter(({ keyword, path }) => keyword === 'required' || (keyword === 'type' && !isTimeField(path)))
      .map((fault) => schemaFault(sighting, fault));
}

/** A field has one of the contract's values, or one of `also`. Null and absent pass. */
export function isListed(
  component: string,
  name: string,
  { contract, also = [] }: { contract: Contract; also?: readonly string[] },
): Rule<Sighting> {
  const faultsOf = faultsBy(contract)(component);
  return (sighting) => {
    const fault = faultsOf(sighting.value).find(({ path, keyword }) => path === `/${name}` && keyword === 'enum');
    const seen = fault && valueAtPointer(sighting.value, `/${name}`);
    if (!fault || seen === null || also.includes(String(seen))) return undefined;
    const allowed = (fault.params as { allowedValues?: readonly unknown[] }).allowedValues ?? [];
    const named = new Set([...allowed.filter((value) => value !== null), ...also]);
    const wanted = `one of ${[...named].join(' ')}`;
    return {
      code: 'notListed',
      where: `${sighting.where}/${name}`,
      wanted,
      seen: excerpt(seen),
      exchanges: [sighting.exchange.id],
    };
  };
}

/** A field that is set has the format in the contract. */
export function hasFormat(component: string, name: string, contract: Contract): Rule<Sighting> {
  const faultsOf = faultsBy(contract)(component);
  return (sighting) =>
    faultsOf(sighting.value)
      .filter(({ path, keyword }) => path === `/${name}` && (keyword === 'format' || keyword === 'type'))
      .map((fault) => schemaFault(sighting, fault));
}

/** The number of list items to validate against the contract. The time for faulty items grows with the square of their number. */
const mostItems = 5_000;

/** Caches the faults of answers, since rules request them one at a time and most answers repeat earlier ones. */
const faultsOfAnswers = memoized((contract: Contract) => {
  const byOperation = new Map(
    contract.operations.map((operation) => {
      const faultsOf = (value: Exact) =>
        contract.validateAnswer(operation, {
          status: 200,
          contentType: 'application/json',
          value: toPlain(value, mostItems),
        });
      return [operation.key as string, ofValue(faultsOf)] as const;
    }),
  );
  return ({ line, json }: Exchange) =>
    json === undefined ? [] : (byOperation.get(line.operation ?? '')?.(json) ?? []);
});

/** Returns the faults of an accepted answer by its contract. Every 2xx is judged as the documented 200. */
export function answerFaults(contract: Contract, exchange: Exchange): SchemaFault[] {
  return faultsOfAnswers(contract)(exchange);
}

/** Returns an operation and a path in its answer, for a sentence. */
export const placeInAnswer = (exchange: Exchange, path: string) => `${exchange.line.operation}${path && ` ${path}`}`;

/** True for the fault of an identifier: another prefix than that of its entity, or no uuid. */
export const isIdFault = ({ keyword, params }: SchemaFault): boolean =>
  keyword === 'format' && /-id$/.test(String(params['format'])) && params['format'] !== 'asset-id';

/** True for the fault of a time: no ISO 8601 string in UTC. */
export const isTimeFault = ({ keyword, params, path }: SchemaFault): boolean =>
  params['format'] === 'utc-instant' || (keyword === 'type' && isTimeField(path));

/** Every identifier of an answer has the prefix of its entity and a uuid (GEN-05). */
export function hasIdShapes(contract: Contract): Rule<Exchange> {
  return (exchange) =>
    answerFaults(contract, exchange)
      .filter(isIdFault)
      .map(({ path, message }) => ({
        code: 'notAnId',
        where: placeInAnswer(exchange, path),
        wanted: message,
        seen: excerpt(valueAtPointer(exchange.json, path)),
        exchanges: [exchange.id],
      }));
}

/** Every time in an answer is an ISO 8601 string in UTC; its zone may be missing (GEN-04a). */
export function hasUtcTimes(contract: Contract): Rule<Exchange> {
  return (exchange) =>
    answerFaults(contract, exchange)
      .filter(isTimeFault)
      .map(({ path }) => ({
        code: 'notUtc',
        where: placeInAnswer(exchange, path),
        seen: excerpt(valueAtPointer(exchange.json, path)),
        exchanges: [exchange.id],
      }));
}

/** Returns a function of a JSON value that caches its result for each list and object. */
function ofValue<Found>(find: (value: Exact) => Found): (value: Exact) => Found {
  const known = memoized(find as (value: object) => Found);
  return (value) => (typeof value === 'object' && value !== null ? known(value) : find(value));
}

const timesOf = ofValue((value) => timesWithin(value));

/** Returns the times in an answer, or in what it shows, at any depth, as texts with their paths. */
export const timesIn = ({ json }: { json: Exact | undefined }): [string, string][] => timesOf(json ?? null);

function timesWithin(value: Exact, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => timesWithin(item, `${path}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && isTimeField(name)
      ? [[`${path}/${name}`, inner] as [string, string]]
      : timesWithin(inner, `${path}/${name}`),
  );
}

/** Every time in an answer includes its zone (GEN-04b). */
export function writesZones(exchange: Exchange): Fault[] {
  return timesIn(exchange)
    .filter(([, text]) => parseInstant(text)?.zone === 'missing')
    .map(([path, seen]) => ({
      code: 'zoneMissing',
      where: placeInAnswer(exchange, path),
      seen,
      exchanges: [exchange.id],
    }));
}

/** True if an answer has a field, at any depth, whose name satisfies the condition. Stops at the first field that does. */
function hasName(value: Exact, is: (name: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => hasName(item, is));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inner]) => is(name) || hasName(inner, is));
}

/** True if an answer has a field for a time, with any content. */
export function showsTime({ json }: Exchange): boolean {
  return json !== undefined && hasName(json, isTimeField);
}

/** True if an answer has a field for an identifier, with any content. */
export function showsId({ json }: Exchange): boolean {
  return json !== undefined && hasName(json, (name) => /^id$|Id$/.test(name) && name !== 'clientOrderId');
}
