import { foreignRedirectFault, hostIn, leakedSecretFault } from '../../../oracles/auth/leaks.ts';
import { crashFault } from '../../../oracles/core/noise.ts';
import { stackTraceIn } from '../../../oracles/general/crash.ts';
import { isUnresolved } from '../../../oracles/payments/unresolvedWrites.ts';
import { mediaFor } from '../../../schemas/document/mediaTypes.ts';
import { securityAlternatives } from '../../../schemas/document/security.ts';
import { toPlain } from '../../../schemas/json/exact.ts';
import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import { isNotFound } from '../../engine/judgement/inconclusiveStatuses.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { secretLabel } from '../credentials/credentials.ts';
import type { JudgedAnswer } from './answer.ts';
import { withoutNamedMembers } from './namedMembers.ts';
import { contentOf, describedOf, isGatewayStatus } from './responseConformance.ts';

/** True if there was no answer within the deadline. */
export const isTimeout = ({ line }: Exchange) => line.failure?.code === 'timeout';

/** True if an exchange must be confirmed by a repeat, after a control request, before it counts. */
export function needsConfirming({ exchange, step }: Pick<JudgedAnswer, 'exchange' | 'step'>): boolean {
  const { line, status, isLost, class: kind } = exchange;
  if (line.repeats !== undefined || line.failure?.code === 'unreachable') return false;
  // A service may honestly answer 501 to an undescribed request.
  if (status === 501 && step.operation === undefined) return false;
  return kind === 'crashed' || isLost;
}

/** The body size beyond which a service may refuse to read: it answers and closes the connection while we still write. */
const readBytes = 64 * 1024;

/** True if a request has no answer because the target may have stopped reading its body. */
export const isCutShort = ({ line }: Exchange) =>
  line.failure !== undefined && (line.request.body?.bytes ?? 0) > readBytes;

/** True if a write has no answer: it may have taken effect all the same, so it is never repeated to confirm anything. */
export const isLostWrite = (exchange: Exchange) => exchange.isLost && isUnresolved(exchange);

/** Returns the fault of an exchange that a repeat has confirmed. For a lost write, the fault only says that its outcome is unknown. */
function confirmed({ record, exchange }: JudgedAnswer): Fault | undefined {
  const { request, seen, id } = exchange;
  return isLostWrite(exchange) ? { code: 'unsettled', request, seen, exchanges: [id] } : crashFault(record, exchange);
}

/** Returns the fault of a failing service: a 5xx, or a connection closed without an answer. */
export function failureFault(answered: JudgedAnswer): Fault | undefined {
  const { exchange } = answered;
  if (!needsConfirming(answered) || isTimeout(exchange) || isCutShort(exchange)) return undefined;
  return confirmed(answered);
}

/** Returns the fault of an answer that misses its deadline. */
export function timeoutFault(answered: JudgedAnswer): Fault | undefined {
  return needsConfirming(answered) && isTimeout(answered.exchange) ? confirmed(answered) : undefined;
}

/** Constraints that conforming services often do not enforce: unknown members are ignored, and formats are taken as notes. */
const lenientWords = ['format', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'];

/** True if a constraint is one that many services do not enforce. */
export function isOftenOmitted({ exchange, step }: JudgedAnswer, { keyword, place }: ViolatedConstraint): boolean {
  const isBodyOfDelete = exchange.line.request.method === 'DELETE' && place.startsWith('body');
  const [, name = ''] = /^query ([^/]*)$/.exec(place) ?? [];
  // Many services treat a parameter with an empty value as absent.
  const isEmpty = name !== '' && new URLSearchParams(step.path.split(/\?(.*)/s)[1] ?? '').get(name) === '';
  return lenientWords.includes(keyword) || isBodyOfDelete || isEmpty;
}

/** Returns the single constraint that a case breaks; undefined if it breaks none, or only lacks a credential. */
export function violatedConstraint({ label }: JudgedAnswer): ViolatedConstraint | undefined {
  return label.is === 'invalid' && label.broken.keyword !== 'authentication' ? label.broken : undefined;
}

/** Returns the fault of a request that breaks the contract and is accepted. */
export function defectFault(
  { exchange }: JudgedAnswer,
  { place, keyword, words }: ViolatedConstraint,
): Fault | undefined {
  if (!exchange.isTaken) return undefined;
  const defect = `${exchange.request} with ${place} that breaks ${keyword}: ${words}`;
  return { code: 'defectTaken', defect, seen: exchange.seen, exchanges: [exchange.id] };
}

/** True if a request carries a credential among its own parameters. */
function showsCredential(
  { contract, step }: JudgedAnswer,
  operation: Parameters<typeof securityAlternatives>[1],
): boolean {
  const names = securityAlternatives(contract, operation).flatMap((way) =>
    way.flatMap(({ scheme }) => (scheme?.type === 'apiKey' ? [scheme] : [])),
  );
  const query = new URLSearchParams(step.path.split(/\?(.*)/s)[1] ?? '');
  const headers = new Map(step.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const isThere = {
    query: (name: string) => query.has(name),
    header: (name: string) => headers.has(name.toLowerCase()),
  };
  const isInCookie = (name: string) => headers.get('cookie')?.includes(`${name}=`) === true;
  return (
    headers.has('authorization') ||
    names.some(({ in: place, name }) =>
      place === 'cookie' ? isInCookie(name) : isThere[place === 'query' ? 'query' : 'header'](name),
    )
  );
}

/** True if a case checks that requests without a valid credential are refused. */
export function isAuthCase(answered: JudgedAnswer): boolean {
  const operation = operationFor(answered);
  const { label } = answered;
  const isMeant = label.is === 'invalid' && label.broken.keyword === 'authentication';
  return isMeant && operation !== undefined && !showsCredential(answered, operation);
}

/** Returns the fault of a request that is accepted without a credential or with a wrong one; or the lack of evidence, if the resource may not exist. */
export function authBypassFault({ exchange, label, isInvented = false }: JudgedAnswer): Fault | undefined {
  const { status, request, id } = exchange;
  if (isInvented && isNotFound(status))
    return { code: 'noEvidence', wanted: `an answer to ${request} for a resource that exists`, exchanges: [id] };
  if (!exchange.isTaken) return undefined;
  const words = label.is === 'invalid' ? label.broken.words : 'no credential';
  const defect = `${exchange.request} with ${words}`;
  return { code: 'defectTaken', defect, seen: exchange.seen, exchanges: [exchange.id] };
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the stack trace in an error, unless the request contained it. */
export function stackTraceFault({ exchange }: JudgedAnswer): Fault | undefined {
  const { status = 0, line } = exchange;
  const fault = status >= 400 ? stackTraceIn(exchange) : undefined;
  if (fault?.code !== 'stackTrace') return undefined;
  const sent = `${decoded(line.request.path)} ${line.request.body?.text ?? ''}`;
  return sent.includes(fault.seen.slice(0, 60).trim()) ? undefined : fault;
}

/** Returns the labels of the credentials that were sent, from their placeholders. */
function secretsIn(texts: readonly string[]): string[] {
  const labels = texts.flatMap((text) => [...text.matchAll(/<([^<>]+)>/g)].map(([, label = '']) => label));
  return labels.filter((label) => secretLabel.test(label));
}

/**
 * Returns the body of a successful answer, without the secret where it fills a member that the contract names: the operation is meant to return the secret
 * there.
 */
function bodyWithoutNamedSecret(answered: JudgedAnswer, secret: string): string | undefined {
  const { exchange, contract } = answered;
  const described = exchange.class === 'accepted' ? describedOf(answered) : undefined;
  const media = described && mediaFor(contentOf(described) ?? {}, exchange.mediaType);
  if (!media || exchange.json === undefined) return undefined;
  const [document, schema] = [contract.document, media.schema] as unknown as [PlainObject, Plain | undefined];
  return JSON.stringify(
    withoutNamedMembers({ document, schema }, toPlain(exchange.json), (text) => text === `<${secret}>`),
  );
}

/** Returns the fault of an answer that repeats a secret sent with its request. */
export function echoedSecretFault(answered: JudgedAnswer): Fault | undefined {
  const { exchange } = answered;
  const { path, headers } = exchange.line.request;
  const [secret] = secretsIn([path, ...headers.map(([, value]) => value)]);
  return secret === undefined
    ? undefined
    : leakedSecretFault(exchange, [secret], bodyWithoutNamedSecret(answered, secret));
}

const serversOf = ({ document }: Contract) => (document.servers ?? []).map(({ url }) => hostIn(url));

/** Returns the fault of a redirect to another host, if the contract describes no redirect. */
export function redirectFault({ record, exchange, contract, ...rest }: JudgedAnswer): Fault | undefined {
  const base = record.target?.baseUrl;
  if (base === undefined) return undefined;
  const responses = operationFor({ contract, ...rest })?.responses ?? {};
  if ([String(exchange.status), '3XX', '3xx'].some((name) => Object.hasOwn(responses, name))) return undefined;
  return foreignRedirectFault(exchange, base, serversOf(contract));
}

/** True if a contract binds the service to a status. An error that any gateway may give, and an error that only `default` covers, are not binding. */
export function isBinding(status: number, isNamed: boolean): boolean {
  return status < 300 || (isNamed && !isGatewayStatus(status));
}
