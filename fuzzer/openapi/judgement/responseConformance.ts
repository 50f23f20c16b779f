import type { OpenAPIV3_1 } from 'openapi-types';
import { memoized } from '../../../oracles/core/memoize.ts';
import { isJson, mediaFor, responseFor } from '../../../schemas/document/mediaTypes.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import { resolved } from '../../../schemas/document/resolve.ts';
import { typesOf } from '../../../schemas/document/schemaTypes.ts';
import { toPlain } from '../../../schemas/json/exact.ts';
import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';
import { valueAt } from '../../../schemas/json/pointer.ts';
import type { SchemaFault } from '../../../schemas/load/contract.ts';
import { parameterOf, parse } from '../../../schemas/wire/parameters.ts';
import { possibleValues } from '../../../schemas/wire/scalarText.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { isRedacted, type JudgedAnswer } from './answer.ts';

/** An answer whose operation is described by the contract. */
export interface DescribedAnswer extends JudgedAnswer {
  operation: Operation;
  status: number;
  /** Undefined if its status is not described. */
  response: OpenAPIV3_1.ResponseObject | undefined;
  /** Its status is described on its own or by its class, and not only by `default`. */
  isNamed: boolean;
}

/** Statuses that HTTP itself, or a gateway before the service, may answer without a description. */
const usual: ReadonlySet<number> = new Set([
  401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431,
]);

/** True if a gateway before the service may have given the answer. */
export const isGatewayStatus = (status: number) => usual.has(status);

/** Returns an answer with its description; undefined if the contract says nothing about it: a request without an operation, no answer, a failing service. */
export const describedOf = memoized((answered: JudgedAnswer): DescribedAnswer | undefined => {
  const operation = operationFor(answered);
  const { status } = answered.exchange;
  if (!operation || status === undefined || status >= 500 || status < 200) return undefined;
  const { responses } = operation;
  const isNamed = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`].some((name) =>
    Object.hasOwn(responses, name),
  );
  return { ...answered, operation, status, response: responseFor(responses, status), isNamed };
});

/** True if the contract describes any answer of a kind; otherwise it says nothing about statuses of that kind. */
const speaksOf = ({ responses }: Operation, isWanted: (name: string) => boolean) =>
  Object.keys(responses).some(isWanted);

/** Returns the fault of a status that is not described. */
export function statusFault({ operation, status, response, exchange }: DescribedAnswer): Fault | undefined {
  const isOfKind = (name: string) => name.startsWith(String(Math.floor(status / 100)));
  if (response || isGatewayStatus(status) || !speaksOf(operation, isOfKind)) return undefined;
  return { code: 'undescribed', operation: operation.key, seen: exchange.seen, exchanges: [exchange.id] };
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

type Content = Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>;

/** Returns the described content of an answer; undefined if it has no body, or if nothing is described. */
export function contentOf({ response, status, step }: DescribedAnswer): Content | undefined {
  const { content } = response ?? {};
  const isBodiless = bodiless.has(status) || step.method === 'HEAD';
  return isBodiless || !content || Object.keys(content).length === 0 ? undefined : content;
}

/** Returns the fault of a content type that is not described. */
export function typeFault(described: DescribedAnswer): Fault | undefined {
  const { operation, exchange } = described;
  const content = contentOf(described);
  if (!content || mediaFor(content, exchange.mediaType)) return undefined;
  const wanted = Object.keys(content).join(' or ');
  return {
    code: 'contentType',
    operation: operation.key,
    wanted,
    seen: exchange.mediaType || `none, with ${exchange.seen}`,
    exchanges: [exchange.id],
  };
}

/** A location in an answer, and the value found there. */
type Place = { where: string; value: unknown; exchange: Exchange };

function faultOf({ where, value, exchange }: Place, { path, keyword, message }: SchemaFault): Fault | undefined {
  const seen = excerpt(valueAt(value as Plain, path) ?? 'nothing');
  if (isRedacted(seen)) return undefined;
  return { code: 'schema', where: `${where}${path}`, keyword, wanted: message, seen, exchanges: [exchange.id] };
}

/** The most faults that are reported of one answer, since they say much the same. */
const mostFaults = 5;

/** Returns the values that the body of an answer may mean; undefined if the bodies of its media type are not parsed. */
function valuesOf(
  { exchange, contract }: DescribedAnswer,
  media: OpenAPIV3_1.MediaTypeObject,
): Plain[] | Fault | undefined {
  if (isJson(exchange.mediaType)) {
    const { parsed } = exchange;
    if ('value' in parsed) return [toPlain(parsed.value)];
    // We do not parse bodies nested so deeply, or bodies with redacted secrets.
    if (/^Nested/.test(parsed.fault) || isRedacted(exchange.text)) return undefined;
    const { request: operation, seen, id } = exchange;
    return { code: 'notJson', operation, seen: `${seen} (${parsed.fault})`, exchanges: [id] };
  }
  if (exchange.mediaType !== 'text/plain') return undefined;
  return possibleValues(exchange.text, typesOf(contract.document as unknown as Plain, (media.schema ?? true) as Plain));
}

/** Returns the faults of a body under its description; empty if its content type is not described. */
export function bodyFaults(described: DescribedAnswer): Fault[] {
  const { exchange, contract, operation, status } = described;
  const media = mediaFor(contentOf(described) ?? {}, exchange.mediaType);
  if (!media || exchange.line.answer?.body.cut) return [];
  const values = valuesOf(described, media);
  if (values === undefined) return [];
  if (!Array.isArray(values)) return [values];
  const contentType = exchange.mediaType;
  const found = values.map((value) => ({
    value,
    faults: contract.validateAnswer(operation, { status, contentType, value }),
  }));
  const [first] = found;
  if (!first || found.some(({ faults }) => faults.length === 0)) return [];
  const where = `${operation.key} ${status} `;
  return first.faults
    .flatMap((fault) => faultOf({ where, value: first.value, exchange }, fault) ?? [])
    .slice(0, mostFaults);
}

const missing: SchemaFault = { path: '', keyword: 'required', message: 'to be there', params: {}, schemaPath: '' };

function headersOf({ line }: Exchange, wanted: string): string[] {
  const all = line.answer?.headers ?? [];
  return all.flatMap(([name, value]) => (name.toLowerCase() === wanted.toLowerCase() ? [value] : []));
}

/** Returns the faults of the headers of an answer under their descriptions. */
export function headerFaults({ exchange, contract, operation, response, status }: DescribedAnswer): Fault[] {
  const document = contract.document as unknown as PlainObject;
  const headers = Object.entries((response?.headers ?? {}) as unknown as PlainObject);
  return headers.flatMap(([name, node]) => {
    // OpenAPI ignores a description of this header.
    if (/^content-type$/i.test(name)) return [];
    const parameter = parameterOf({ ...resolved(document, node), name, in: 'header' });
    const texts = headersOf(exchange, name);
    const place = { where: `${operation.key} ${status} header ${name}`, exchange };
    if (texts.length === 0) return parameter.isRequired ? (faultOf({ ...place, value: undefined }, missing) ?? []) : [];
    const read = parse(parameter, texts.join(', '), { document });
    if (!('value' in read)) return [];
    return contract
      .faultsBy(parameter.schema, read.value)
      .flatMap((fault) => faultOf({ ...place, value: read.value }, fault) ?? []);
  });
}
