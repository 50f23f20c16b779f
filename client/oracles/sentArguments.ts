import { faultResult, learned, type OracleResult, toResult } from '../../oracles/core/result.ts';
import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, type ClientRecord, memberOf } from '../record/clientRecord.ts';
import { isAmount, schemaAt } from '../server/edits.ts';
import { clientOperations } from '../server/operationTable.ts';
import {
  type ArgumentPart,
  argumentDifferences,
  type Difference,
  requestsOf,
  schemaOfQuery,
} from './argumentDifferences.ts';
import { answerOf, clientFault, nameOfCall } from './oracle.ts';

/** A call of an operation with the requests that it made. */
interface Made {
  call: ClientCall;
  requests: readonly RequestLine[];
}

const madeIn = (record: ClientRecord): Made[] =>
  record.calls
    .filter(({ asked }) => memberOf(asked, 'do') === 'call')
    .map((call) => ({ call, requests: requestsOf(call, record.during(call)) }));

/** A walk over pages writes queries of its own, and arguments that the SDK refused need not be in what it sent before. */
function isBound({ call }: Made): boolean {
  const answer = answerOf(call);
  const isRefused = answer.is === 'unsupported' || (answer.is === 'error' && answer.kind === 'argument');
  return !isRefused && memberOf(call.asked, 'allPages') === undefined;
}

/** True for a part of arguments that the call or one of its requests has. */
const hasPart = ({ call, requests }: Made, part: ArgumentPart): boolean =>
  part === 'path' ||
  memberOf(call.asked, part) !== undefined ||
  requests.some(({ path, body }) => (part === 'query' ? path.includes('?') : body.bytes > 0));

/** Returns the parts of arguments that the scenarios themselves compare, by the name of the scenario. */
function comparedBy({ claims }: ClientRecord): ReadonlyMap<string, readonly unknown[]> {
  const own = claims.filter(({ oracle }) => oracle === 'sendsArguments');
  return new Map(
    own.map(({ scenario, args }) => {
      const parts = isPlainObject(args as Plain) ? (args as PlainObject)['parts'] : undefined;
      return [scenario, Array.isArray(parts) ? parts : []];
    }),
  );
}

/**
 * Judges the arguments of every call that made a request. Scenarios compare what they are about; a client that loses anything else is seen only here. The parts
 * that a scenario compares itself are left to it.
 */
export function sentArguments(
  record: ClientRecord,
  { parts, isOwn }: { parts: readonly ArgumentPart[]; isOwn: (difference: Difference) => boolean },
): OracleResult {
  const compared = comparedBy(record);
  const judged = madeIn(record).flatMap((made) => {
    const { call, requests } = made;
    const own = parts.filter((part) => hasPart(made, part) && !compared.get(call.scenario)?.includes(part));
    return own.length > 0 && isBound(made) ? requests.map((request) => ({ call, request, own })) : [];
  });
  if (judged.length === 0)
    return faultResult({ code: 'notApplicable', reason: 'no call sent such arguments', exchanges: [] });
  const faults = judged.flatMap(({ call, request, own }) =>
    argumentDifferences(call, request)
      .filter((one) => own.includes(one.part) && isOwn(one))
      .map(({ what, seen }) =>
        clientFault('clientArgument', { wanted: what, seen, by: request, where: nameOfCall(call) }),
      ),
  );
  return toResult(
    judged.map(({ request }) => request.id),
    faults,
  );
}

/** Returns the places of the amounts of a body that are JSON strings. */
function textAmounts(value: Exact, schema: PlainObject, place = ''): string[] {
  if (typeof value === 'string') return isAmount(schema) ? [place] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => textAmounts(one, schemaAt(schema, name), `${place}/${name}`));
}

/** Learns whether amounts are sent as JSON strings: the interface calls them Float, and does not say that a service refuses such strings. */
export function formOfAmounts({ requests }: ClientRecord): OracleResult {
  const seen = requests.flatMap(({ id, operation = '', body: { text = '' } }) => {
    const known = clientOperations.get(operation);
    const parsed = known && text !== '' ? parseExact(text) : undefined;
    if (!known || !parsed || 'fault' in parsed) return [];
    return [{ id, places: textAmounts(parsed.value, known.body).map((place) => `${operation} ${place}`) }];
  });
  const ids = seen.map(({ id }) => id);
  const places = new Set(seen.flatMap((one) => one.places));
  if (places.size > 0) return learned('amounts that are sent as JSON strings', [...places].sort().join(', '), ids);
  if (ids.length === 0) return faultResult({ code: 'notApplicable', reason: 'no call sent a body', exchanges: [] });
  return toResult(ids, []);
}

/** Names the arguments of a value, at any depth; one of a list of words is named with its word. */
function namesIn(value: Exact, schema: PlainObject, place: string): string[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) =>
      namesIn(one, schemaAt(schema, name), place === '' ? name : `${place}.${name}`),
    );
  return [Array.isArray(schema['enum']) ? `${place} ${String(value)}` : place];
}

function argumentNames({ asked }: ClientCall): { operation: string; names: string[] } {
  const operation = memberOf(asked, 'operation');
  const known = clientOperations.get(typeof operation === 'string' ? operation : '');
  const [query, body] = [memberOf(asked, 'query'), memberOf(asked, 'body')];
  if (!known) return { operation: '', names: [] };
  const ofQuery = isObject(query)
    ? Object.entries(query).flatMap(([name, one]) => namesIn(one, schemaOfQuery(known, name), name))
    : [];
  return { operation: known.id, names: [...ofQuery, ...(body === undefined ? [] : namesIn(body, known.body, ''))] };
}

/** Learns which arguments no call could try, because the SDK does not offer them: nothing is known of them. */
export function untriedArguments(record: ClientRecord): OracleResult {
  const named = madeIn(record).map(({ call, requests }) => ({ ...argumentNames(call), isSent: requests.length > 0 }));
  const untried = [...new Set(named.map(({ operation }) => operation))].flatMap((operation) => {
    const calls = named.filter((one) => one.operation === operation);
    const sent = new Set(calls.filter(({ isSent }) => isSent).flatMap(({ names }) => names));
    const others = new Set(calls.flatMap(({ names }) => names).filter((name) => !sent.has(name)));
    return others.size > 0 ? [`${operation}: ${[...others].sort().join(', ')}`] : [];
  });
  const evidence = record.calls.map(({ id }) => id);
  if (untried.length > 0) return learned('arguments never tried', untried.join('; '), evidence);
  if (evidence.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a call of the testee', exchanges: [] });
  return toResult(evidence, []);
}
