import { faultResult, type OracleResult, toResult } from '../../oracles/core/result.ts';
import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, type ClientRecord, memberOf } from '../record/clientRecord.ts';
import { isAmount } from '../server/edits.ts';
import { clientOperations } from '../server/operationTable.ts';
import { type HandedDifference, handedDifferences, optionalsIn, type Pair } from './handedPairs.ts';
import {
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  notOffered,
  ofOffered,
  scenarioResult,
} from './oracle.ts';

/** Returns the last answer with a status below 300 that a call was given. */
const acceptedFor = ({ id }: ClientCall, requests: readonly RequestLine[]): RequestLine | undefined =>
  requests.findLast(
    ({ call, answer, withheld }) => call === id && answer && answer.status < 300 && withheld === undefined,
  );

/** So many differences of one scenario are shown. */
export const mostShown = 3;

/** Returns the answer that a call was given beside the value that it handed over; undefined if either is none. */
function wholeOf(call: ClientCall, requests: readonly RequestLine[]): { operation: string; pair: Pair } | undefined {
  const answer = answerOf(call);
  const request = acceptedFor(call, requests);
  const operation = clientOperations.get(request?.operation ?? '');
  const parsed = operation ? parseExact(request?.answer?.text ?? '') : undefined;
  if (answer.is !== 'value' || !operation || !parsed || 'fault' in parsed) return undefined;
  const pair = { sent: parsed.value, handed: answer.value, schema: operation.answer, place: '', isNeeded: true };
  return { operation: operation.id, pair };
}

/** Words differences as faults of a call; `what` handed them over. */
const differenceFaults = (call: ClientCall, what: string, all: readonly HandedDifference[]): Fault[] =>
  all.slice(0, mostShown).map(({ pair: { place, sent }, seen }) =>
    clientFault('clientValue', {
      wanted: `${what} to hand over ${place || 'its record'} as ${excerpt(sent)}`,
      seen,
      by: call,
      where: nameOfCall(call),
    }),
  );

function faultsOfCall(call: ClientCall, requests: readonly RequestLine[], amountsOnly: boolean): Fault[] {
  const answer = answerOf(call);
  if (answer.is !== 'value') {
    const wanted = 'the value of an answer that the interface allows';
    return [clientFault('clientValue', { wanted, seen: answerWords(answer), by: call, where: nameOfCall(call) })];
  }
  const whole = wholeOf(call, requests);
  return whole ? differenceFaults(call, whole.operation, handedDifferences(whole.pair, amountsOnly)) : [];
}

/** What of a value is compared. */
type Compared = { amountsOnly?: boolean } | undefined;

const isCall = ({ asked }: ClientCall) => memberOf(asked, 'do') === 'call';

/** The SDK hands over each answer, with every member that the interface requires, unchanged; amounts are the same number. */
export const handsOver: ClientOracle<Compared> = (evidence, args) =>
  ofOffered({ ...evidence, calls: evidence.calls.filter(isCall) }, ({ calls, requests }) =>
    scenarioResult(
      evidence,
      calls.flatMap((call) => faultsOfCall(call, requests, args?.amountsOnly ?? false)),
    ),
  );

/** The SDK hands over the plain text of the answer as it is. */
export const handsOverText: ClientOracle<undefined> = (evidence) => {
  const faults = evidence.calls.flatMap((call) => {
    const answer = answerOf(call);
    const text = acceptedFor(call, evidence.requests)?.answer?.text;
    if (answer.is === 'unsupported' || text === undefined) return [];
    const isSame = answer.is === 'value' && answer.value === text;
    const wanted = 'the plain text of the answer, ORD-<uuid>';
    return isSame
      ? []
      : [clientFault('clientValue', { wanted, seen: answerWords(answer), by: call, where: nameOfCall(call) })];
  });
  return scenarioResult(evidence, faults);
};

/** The operation that reads a record, by the prefix of its id. */
const readers: Readonly<Record<string, string>> = { PMT: 'getPayment', CCO: 'getCheckout', CAPD: 'getRequest' };

function recordIn(call: ClientCall): Exact | undefined {
  const body = memberOf(call.asked, 'body');
  const parsed = parseExact(typeof body === 'string' ? Buffer.from(body, 'base64').toString('utf8') : '');
  return 'fault' in parsed ? undefined : parsed.value;
}

function eventFaults(call: ClientCall, amountsOnly: boolean): Fault[] {
  const sent = recordIn(call);
  const [prefix = ''] = String(memberOf(sent, 'id')).split('-', 1);
  const schema = clientOperations.get(readers[prefix] ?? '')?.answer;
  if (sent === undefined || !schema) return [];
  const handed = memberOf(call.answered, 'event');
  if (memberOf(call.answered, 'accepted') !== true || !isObject(handed)) {
    const wanted = 'a webhook with the right digest to be accepted, and its record to be handed over';
    const seen = excerpt(call.answered ?? null);
    return [clientFault('clientValue', { wanted, seen, by: call, where: nameOfCall(call) })];
  }
  const pair = { sent, handed, schema, place: '', isNeeded: true };
  return differenceFaults(call, 'the event of a webhook', handedDifferences(pair, amountsOnly));
}

/** The SDK hands over the record of each webhook; one that only checks digests never does. */
export const handsOverEvent: ClientOracle<Compared> = (evidence, args) =>
  ofOffered(evidence, ({ calls }) => {
    const isBare = ({ answered }: ClientCall) =>
      memberOf(answered, 'accepted') === true && (memberOf(answered, 'event') ?? null) === null;
    if (calls.length > 0 && calls.every(isBare)) return notOffered('the testee hands over no event of a webhook');
    const faults = calls.flatMap((call) => eventFaults(call, args?.amountsOnly ?? false));
    return scenarioResult(evidence, faults.slice(0, mostShown));
  });

/** The place of a value in all answers of an operation: items of a list share theirs. */
const sharedPlace = (operation: string, { place }: Pair) => `${operation} ${place.replace(/\/\d+(?=\/|$)/g, '/*')}`;

/**
 * What the SDK hands over of one answer, it hands over of every answer of that operation that has it. An SDK need not have a place for an optional member; one
 * that it has may not be lost because a value is hard to read.
 */
export function keepsOptionals(record: ClientRecord, isOwn: (pair: Pair) => boolean): OracleResult {
  const judged = record.calls.flatMap((call) => {
    const isWalk = memberOf(call.asked, 'allPages') !== undefined;
    const whole = isCall(call) && !isWalk ? wholeOf(call, record.during(call)) : undefined;
    return whole ? [{ call, operation: whole.operation, ...optionalsIn(whole.pair) }] : [];
  });
  if (judged.length === 0)
    return faultResult({ code: 'notApplicable', reason: 'no call handed over a value', exchanges: [] });
  const offered = new Set(judged.flatMap(({ operation, kept }) => kept.map((pair) => sharedPlace(operation, pair))));
  const faults = judged.flatMap(({ call, operation, lost }) => {
    const own = lost.filter((pair) => isOwn(pair) && offered.has(sharedPlace(operation, pair)));
    return differenceFaults(
      call,
      operation,
      own.map((pair) => ({ pair, seen: 'nothing, but a value in other answers' })),
    );
  });
  return toResult(
    judged.map(({ call }) => call.id),
    faults.slice(0, mostShown),
  );
}

/** True for an amount: CLI-04 is about them. */
export const isAmountPair = ({ schema }: Pair): boolean => isAmount(schema);
