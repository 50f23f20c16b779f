import { LosslessNumber } from 'lossless-json';
import { faultResult, type OracleResult, toResult } from '../../oracles/core/result.ts';
import { type Exact, isExactNumber, isObject, sameValue } from '../../schemas/json/exact.ts';
import { excerpt, type Fault, type FaultCode } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, memberOf, type ScenarioEvidence } from '../record/clientRecord.ts';

/** The codes of the faults of a client. */
export type ClientFaultCode = Extract<FaultCode, `client${string}`>;

/** A pure judgement of what one scenario left behind. */
export type ClientOracle<Args> = (evidence: ScenarioEvidence, args: Args) => OracleResult;

/** What was expected, what came, and the call or request that shows it. */
interface Shown {
  wanted: string;
  seen: string;
  by: { id: string };
  where: string;
}

/** Another request that a sentence names. */
const named = /\brequest (r\d+)\b/g;

/** Makes a fault of a client. Its evidence is what shows it, after the requests that its sentence names. */
export function clientFault(code: ClientFaultCode, { wanted, seen, by, where }: Shown): Fault {
  const others = [...`${wanted} ${seen}`.matchAll(named)].flatMap(([, id = '']) => (id === by.id ? [] : [id]));
  return { code, wanted, seen, where, exchanges: [...new Set(others), by.id] };
}

/** Joins the faults of a scenario to a result; the evidence is all of its calls and requests. */
export function scenarioResult({ calls, requests, name }: ScenarioEvidence, faults: readonly Fault[]): OracleResult {
  const evidence = [...calls, ...requests].map(({ id }) => id);
  if (evidence.length === 0)
    return faultResult({ code: 'noEvidence', wanted: `a call or request of the scenario "${name}"`, exchanges: [] });
  return toResult(evidence, faults);
}

/** Says that the SDK does not offer what a call asked for. */
export const notOffered = (reason: string): OracleResult =>
  faultResult({ code: 'notApplicable', reason, exchanges: [] });

/** Names a call for a sentence: `call c7 of createPayin, "amounts there"`. */
export function nameOfCall({ id, asked, scenario }: ClientCall): string {
  const what = memberOf(asked, 'operation') ?? memberOf(asked, 'do');
  return `call ${id} of ${typeof what === 'string' ? what : 'the testee'}, scenario "${scenario}"`;
}

/** Names a request for a sentence: `request r7 (GET /v1/user/methods)`. */
export const nameOfRequest = ({ id, method, path }: RequestLine): string => `request ${id} (${method} ${path})`;

/** Names a request and its scenario. */
export const placeOf = (request: RequestLine): string => `${nameOfRequest(request)}, scenario "${request.scenario}"`;

/** The answer of a call: a value, an error, or that the SDK does not offer it. */
export type CallAnswer =
  | { is: 'value'; value: Exact; outcome?: string }
  | { is: 'error'; kind: string; status?: number; body?: Buffer; message: string }
  | { is: 'unsupported'; why: string };

const textOf = (value: Exact | undefined): string => (typeof value === 'string' ? value : '');

/** Reads the answer of a call. */
export function answerOf({ answered }: ClientCall): CallAnswer {
  const unsupported = memberOf(answered, 'unsupported');
  if (unsupported !== undefined) return { is: 'unsupported', why: excerpt(unsupported) || 'the testee says so' };
  const error = memberOf(answered, 'error');
  if (!isObject(error)) {
    const outcome = memberOf(answered, 'outcome');
    return { is: 'value', value: memberOf(answered, 'value') ?? null, ...(typeof outcome === 'string' && { outcome }) };
  }
  const status = memberOf(error, 'status');
  const body = memberOf(error, 'body');
  return {
    is: 'error',
    kind: textOf(memberOf(error, 'kind')),
    ...(isExactNumber(status) && { status: Number(status.value) }),
    ...(typeof body === 'string' && { body: Buffer.from(body, 'base64') }),
    message: textOf(memberOf(error, 'message')),
  };
}

/** Says that the SDK does not offer what one of the calls of a scenario asked for; undefined if it offers all. */
export function unsupportedIn({ calls }: Pick<ScenarioEvidence, 'calls'>): OracleResult | undefined {
  const found = calls.map(answerOf).find((answer) => answer.is === 'unsupported');
  return found?.is === 'unsupported' ? notOffered(found.why) : undefined;
}

/** Judges the calls of a scenario that the SDK offers: only if it offers none of them is the scenario not applicable. */
export function ofOffered(
  evidence: ScenarioEvidence,
  judge: (offered: ScenarioEvidence) => OracleResult,
): OracleResult {
  const calls = evidence.calls.filter((call) => answerOf(call).is !== 'unsupported');
  return (calls.length === 0 ? unsupportedIn(evidence) : undefined) ?? judge({ ...evidence, calls });
}

/** Says in words what a call was answered. */
export function answerWords(answer: CallAnswer): string {
  if (answer.is === 'unsupported') return `unsupported: ${answer.why}`;
  if (answer.is === 'value') return `the value ${excerpt(answer.value)}`;
  const { kind, status, message } = answer;
  return `an error of the kind ${kind}${status === undefined ? '' : ` with status ${status}`}${message ? `: ${excerpt(message)}` : ''}`;
}

const isNumber = (text: string) => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

/** Returns the text of an amount that is a number or a text in JSON; undefined for anything else. */
export function amountText(value: Exact | undefined): string | undefined {
  const text = isExactNumber(value) ? value.value : value;
  return typeof text === 'string' && isNumber(text) ? text : undefined;
}

/** True if two texts are exactly the same number, at any size: 10.50 and 10.5, 1e-8 and 0.00000001. */
export const sameAmount = (one: string, other: string): boolean =>
  sameValue(new LosslessNumber(one), new LosslessNumber(other));
