import { type Exact, isExactNumber, isObject, parseExact } from '../../schemas/json/exact.ts';
import type { PlainObject } from '../../schemas/json/plain.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, memberOf } from '../record/clientRecord.ts';
import { isAmount, isEnum, isRequired, isTime, schemaAt } from '../server/edits.ts';
import { clientOperations } from '../server/operationTable.ts';
import {
  amountText,
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  sameAmount,
  scenarioResult,
  unsupportedIn,
} from './oracle.ts';

/** A value that the SDK handed to its caller, beside the one that the service sent, with its place. */
interface Pair {
  sent: Exact;
  handed: Exact | undefined;
  schema: PlainObject;
  place: string;
  isNeeded: boolean;
}

const childrenOf = ({ sent, handed, schema, place }: Pair): Pair[] => {
  const child = (name: string | number, value: Exact): Pair => ({
    sent: value,
    handed: Array.isArray(handed) ? handed[Number(name)] : memberOf(handed, String(name)),
    schema: schemaAt(schema, name),
    place: `${place}/${name}`,
    isNeeded: typeof name === 'number' || isRequired(schema, name),
  });
  if (Array.isArray(sent)) return sent.map((item, at) => child(at, item));
  return isObject(sent) ? Object.entries(sent).map(([name, one]) => child(name, one)) : [];
};

/** Says how a handed value differs from the sent one; undefined if it does not, or the interface leaves its form open. */
function differenceOf({ sent, handed, schema, isNeeded }: Pair): string | undefined {
  if (handed === undefined || handed === null)
    return isNeeded && sent !== null && !isEnum(schema) ? 'nothing' : undefined;
  if (isExactNumber(sent)) {
    if (!isAmount(schema)) return undefined;
    const text = amountText(handed);
    return text !== undefined && sameAmount(text, sent.value) ? undefined : excerpt(handed);
  }
  const isFree = typeof sent !== 'string' || isEnum(schema) || isTime(schema) || Object.keys(schema).length === 0;
  return isFree || handed === sent ? undefined : excerpt(handed);
}

/** Returns the first differences between what the service sent and what the SDK handed over. */
export function differences(pair: Pair, amountsOnly: boolean): { pair: Pair; seen: string }[] {
  const children = childrenOf(pair);
  if (children.length > 0 && (Array.isArray(pair.handed) || isObject(pair.handed)))
    return children.flatMap((one) => differences(one, amountsOnly));
  if (amountsOnly && !isExactNumber(pair.sent)) return [];
  const seen = differenceOf(pair);
  return seen === undefined ? [] : [{ pair, seen }];
}

/** Returns the last answer with a status below 300 that a call was given. */
const acceptedFor = ({ id }: ClientCall, requests: readonly RequestLine[]): RequestLine | undefined =>
  requests.findLast(
    ({ call, answer, withheld }) => call === id && answer && answer.status < 300 && withheld === undefined,
  );

/** So many differences of one scenario are shown. */
export const mostShown = 3;

function faultsOfCall(call: ClientCall, requests: readonly RequestLine[], amountsOnly: boolean): Fault[] {
  const answer = answerOf(call);
  const where = nameOfCall(call);
  const request = acceptedFor(call, requests);
  const text = request?.answer?.text;
  if (answer.is !== 'value') {
    const wanted = 'the value of an answer that the interface allows';
    return [clientFault('clientValue', { wanted, seen: answerWords(answer), by: call, where })];
  }
  const operation = clientOperations.get(request?.operation ?? '');
  const parsed = operation && text !== undefined ? parseExact(text) : undefined;
  if (!operation || !parsed || 'fault' in parsed) return [];
  const whole = { sent: parsed.value, handed: answer.value, schema: operation.answer, place: '', isNeeded: true };
  return differences(whole, amountsOnly)
    .slice(0, mostShown)
    .map(({ pair, seen }) =>
      clientFault('clientValue', {
        wanted: `${operation.id} to hand over ${pair.place} as ${excerpt(pair.sent)}`,
        seen,
        by: call,
        where,
      }),
    );
}

/** The SDK hands over each answer, with every member that the interface requires, unchanged; amounts are the same number. */
export const handsOver: ClientOracle<{ amountsOnly?: boolean } | undefined> = (evidence, args) => {
  const calls = evidence.calls.filter(({ asked }) => memberOf(asked, 'do') === 'call');
  return (
    unsupportedIn({ calls }) ??
    scenarioResult(
      evidence,
      calls.flatMap((call) => faultsOfCall(call, evidence.requests, args?.amountsOnly ?? false)),
    )
  );
};

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

/** The SDK hands over the record of each webhook with exact amounts; as a whole, if `operation` says what reads such a record. */
export const handsOverEvent: ClientOracle<{ operation: string } | undefined> = (evidence, args) => {
  const schema = clientOperations.get(args?.operation ?? 'getPayment')?.answer ?? {};
  const faults = evidence.calls.flatMap((call) => {
    const body = memberOf(call.asked, 'body');
    const parsed = parseExact(typeof body === 'string' ? Buffer.from(body, 'base64').toString('utf8') : '');
    if ('fault' in parsed) return [];
    const pair = { sent: parsed.value, handed: memberOf(call.answered, 'event'), schema, place: '', isNeeded: true };
    return differences(pair, args?.operation === undefined).map(({ pair: { place, sent }, seen }) => {
      const wanted = `the event of a webhook to have ${place || 'its record'} as ${excerpt(sent)}`;
      return clientFault('clientValue', { wanted, seen, by: call, where: nameOfCall(call) });
    });
  });
  return scenarioResult(evidence, faults.slice(0, mostShown));
};
