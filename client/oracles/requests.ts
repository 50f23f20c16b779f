import type { Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import type { ClientCall } from '../record/clientRecord.ts';
import { type ArgumentPart, argumentDifferences, requestsOf } from './argumentDifferences.ts';
import {
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  notOffered,
  scenarioResult,
} from './oracle.ts';

/** What of the arguments of a call is compared with its request. */
export interface ArgumentsToSend {
  parts: readonly ArgumentPart[];
  /** The SDK may refuse these arguments instead. */
  mayRefuse?: boolean;
  /** The SDK need not offer these arguments: a call that sends nothing says nothing of it. */
  mayLack?: boolean;
}

function faultsOfCall(
  call: ClientCall,
  own: readonly RequestLine[],
  { parts, mayRefuse, mayLack }: ArgumentsToSend,
): Fault[] {
  const where = nameOfCall(call);
  const answer = answerOf(call);
  if (own.length === 0) {
    const isRefused =
      mayLack || answer.is === 'unsupported' || (answer.is === 'error' && answer.kind === 'argument' && mayRefuse);
    return isRefused
      ? []
      : [
          clientFault('clientArgument', {
            wanted: 'a request with the arguments of the call',
            seen: answerWords(answer),
            by: call,
            where,
          }),
        ];
  }
  return own.flatMap((request) =>
    argumentDifferences(call, request)
      .filter(({ part }) => parts.includes(part))
      .map(({ what, seen }) => clientFault('clientArgument', { wanted: what, seen, by: request, where })),
  );
}

/** Each request of a call, a repeat too, has the arguments of the call and no others: path and query values decode to them, body members equal them, amounts are the same number. */
export const sendsArguments: ClientOracle<ArgumentsToSend> = (evidence, args) => {
  const { calls, requests } = evidence;
  if (args.mayLack && requests.length === 0) return notOffered('the testee sent none of these arguments');
  return scenarioResult(
    evidence,
    calls.flatMap((call) => faultsOfCall(call, requestsOf(call, requests), args)),
  );
};
