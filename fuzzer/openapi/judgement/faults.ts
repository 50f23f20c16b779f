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
import { foreignRedirectFault, hostIn, leakedSecretFault } from '../../engine/judgement/leakFaults.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { secretLabel } from '../credentials/credentials.ts';
import type { JudgedAnswer } from './answer.ts';
import { withoutNamedMembers } from './namedMembers.ts';
import { contentOf, describedOf, isGatewayStatus } from './responseConformance.ts';

/** No answer within the deadline. */
export const isTimeout = ({ line }: Exchange) => line.failure?.code === 'timeout';

/** Whether an exchange shows what must be seen twice of two, with a control between, before it counts. */
export function needsConfirming({ exchange, step }: Pick<JudgedAnswer, 'exchange' | 'step'>): boolean {
  const { line, status, isLost, class: kind } = exchange;
  if (line.repeats !== undefined || line.failure?.code === 'unreachable') return false;
  // What is not described may honestly be said to be not implemented.
  if (status === 501 && step.operation === undefined) return false;
  return kind === 'crashed' || isLost;
}

/** A body longer than this a service may refuse to read: it answers, and closes the connection while we still write. */
const readBytes = 64 * 1024;

/** Whether a request found no answer since the target may have stopped to read it. */
export const isCutShort = ({ line }: Exchange) =>
  line.failure !== undefined && (line.request.body?.bytes ?? 0) > readBytes;

/** Whether a write found no answer: it may have been made all the same, so that it is never sent again to confirm anything. */
export const isLostWrite = (exchange: Exchange) => exchange.isLost && isUnresolved(exchange);

/** The fault of what must be seen twice of two; of a lost write it is only said that nobody knows what became of it. */
function confirmed({ record, exchange }: JudgedAnswer): Fault | undefined {
  const { request, seen, id } = exchange;
  return isLostWrite(exchange) ? { code: 'unsettled', request, seen, exchanges: [id] } : crashFault(record, exchange);
}

/** The fault of a failure of the service: a 5xx, or a connection that it closes without an answer. */
export function failureFault(answered: JudgedAnswer): Fault | undefined {
  const { exchange } = answered;
  if (!needsConfirming(answered) || isTimeout(exchange) || isCutShort(exchange)) return undefined;
  return confirmed(answered);
}

/** The fault of an answer that does not come in time. */
export function timeoutFault(answered: JudgedAnswer): Fault | undefined {
  return needsConfirming(answered) && isTimeout(answered.exchange) ? confirmed(answered) : undefined;
}

/** Constraints that sound services are known to leave out: what is named by nobody is let through, and formats are notes. */
const lenientWords = ['format', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'];

/** Whether a constraint is one that many readers leave out. */
export function isOftenOmitted({ exchange, step }: JudgedAnswer, { keyword, place }: ViolatedConstraint): boolean {
  const isBodyOfDelete = exchange.line.request.method === 'DELETE' && place.startsWith('body');
  const [, name = ''] = /^query ([^/]*)$/.exec(place) ?? [];
  // A name with nothing behind it is as if it were not there, for many readers.
  const isEmpty = name !== '' && new URLSearchParams(step.path.split(/\?(.*)/s)[1] ?? '').get(name) === '';
  return lenientWords.includes(keyword) || isBodyOfDelete || isEmpty;
}

/** The one constraint that a case breaks; undefined where it breaks none, or leaves out a credential. */
export function violatedConstraint({ label }: JudgedAnswer): ViolatedConstraint | undefined {
  return label.is === 'invalid' && label.broken.keyword !== 'authentication' ? label.broken : undefined;
}

/** The fault of a request that breaks the contract and is accepted. */
export function defectFault(
  { exchange }: JudgedAnswer,
  { place, keyword, words }: ViolatedConstraint,
): Fault | undefined {
  if (!exchange.isTaken) return undefined;
  const defect = `${exchange.request} with ${place} that breaks ${keyword}: ${words}`;
  return { code: 'defectTaken', defect, seen: exchange.seen, exchanges: [exchange.id] };
}

/** Whether a request shows a credential among its own parameters. */
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

/** Whether a case is about who is let in without a credential. */
export function isAuthCase(answered: JudgedAnswer): boolean {
  const operation = operationFor(answered);
  const { label } = answered;
  const isMeant = label.is === 'invalid' && label.broken.keyword === 'authentication';
  return isMeant && operation !== undefined && !showsCredential(answered, operation);
}

/** The fault of a request without a credential, or with a wrong one, that is accepted; or that shows nothing, since nobody knows whether anything is there. */
export function authBypassFault({ exchange, label, isInvented = false }: JudgedAnswer): Fault | undefined {
  const { status, request, id } = exchange;
  if (isInvented && isNotFound(status))
    return { code: 'noEvidence', wanted: `an answer to ${request} of a thing that is there`, exchanges: [id] };
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

/** The stack trace that an error shows, if it is none of what was sent. */
export function stackTraceFault({ exchange }: JudgedAnswer): Fault | undefined {
  const { status = 0, line } = exchange;
  const fault = status >= 400 ? stackTraceIn(exchange) : undefined;
  if (fault?.code !== 'stackTrace') return undefined;
  const sent = `${decoded(line.request.path)} ${line.request.body?.text ?? ''}`;
  return sent.includes(fault.seen.slice(0, 60).trim()) ? undefined : fault;
}

/** What stands for a secret that was sent, by the labels of credentials. */
function secretsIn(texts: readonly string[]): string[] {
  const labels = texts.flatMap((text) => [...text.matchAll(/<([^<>]+)>/g)].map(([, label = '']) => label));
  return labels.filter((label) => secretLabel.test(label));
}

/** The body of a success without a secret that is all of a member which the contract names: to tell it is what the operation is for. */
function untoldBody(answered: JudgedAnswer, secret: string): string | undefined {
  const { exchange, contract } = answered;
  const described = exchange.class === 'accepted' ? describedOf(answered) : undefined;
  const media = described && mediaFor(contentOf(described) ?? {}, exchange.mediaType);
  if (!media || exchange.json === undefined) return undefined;
  const [document, schema] = [contract.document, media.schema] as unknown as [PlainObject, Plain | undefined];
  return JSON.stringify(
    withoutNamedMembers({ document, schema }, toPlain(exchange.json), (text) => text === `<${secret}>`),
  );
}

/** The fault of an answer that repeats a secret which was sent with its request. */
export function echoedSecretFault(answered: JudgedAnswer): Fault | undefined {
  const { exchange } = answered;
  const { path, headers } = exchange.line.request;
  const [secret] = secretsIn([path, ...headers.map(([, value]) => value)]);
  return secret === undefined ? undefined : leakedSecretFault(exchange, [secret], untoldBody(answered, secret));
}

const serversOf = ({ document }: Contract) => (document.servers ?? []).map(({ url }) => hostIn(url));

/** The fault of a redirect to another host, where the contract describes none. */
export function redirectFault({ record, exchange, contract, ...rest }: JudgedAnswer): Fault | undefined {
  const base = record.target?.baseUrl;
  if (base === undefined) return undefined;
  const responses = operationFor({ contract, ...rest })?.responses ?? {};
  if ([String(exchange.status), '3XX', '3xx'].some((name) => Object.hasOwn(responses, name))) return undefined;
  return foreignRedirectFault(exchange, base, serversOf(contract));
}

/** Whether the words of a contract bind a status: those of an error that any gateway may give, or that stands for all others, are advice. */
export function isBinding(status: number, isNamed: boolean): boolean {
  return status < 300 || (isNamed && !isGatewayStatus(status));
}
