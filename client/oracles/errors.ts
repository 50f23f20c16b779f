import { learned } from '../../oracles/core/result.ts';
import { parseExact, sameValue } from '../../schemas/json/exact.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import type { ClientCall, ScenarioEvidence } from '../record/clientRecord.ts';
import {
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  ofOffered,
  scenarioResult,
} from './oracle.ts';

/** An answer that refused a call; `orValue`: the service would have taken a repeat. */
export interface Refusal {
  status: number;
  text: string;
  orValue?: boolean;
}

/** True for the body itself, or for the same JSON in another form. */
function isSameBody(body: Buffer, text: string): boolean {
  const seen = body.toString('utf8');
  if (seen === text) return true;
  const [one, other] = [parseExact(seen), parseExact(text)];
  return !('fault' in one) && !('fault' in other) && sameValue(one.value, other.value);
}

function refusalFaults(call: ClientCall, { status, text, orValue }: Refusal): Fault[] {
  const answer = answerOf(call);
  const where = nameOfCall(call);
  if (answer.is === 'value' && orValue) return [];
  const fault = (wanted: string, seen: string) => [clientFault('clientError', { wanted, seen, by: call, where })];
  if (answer.is !== 'error' || answer.kind !== 'refused')
    return fault(`an error with the status ${status} of the answer`, answerWords(answer));
  if (answer.status !== status) return fault(`the status ${status} of the answer in the error`, answerWords(answer));
  const body = answer.body ?? Buffer.alloc(0);
  if (isSameBody(body, text)) return [];
  return fault(
    `the body of the answer with status ${status} in the error`,
    body.length === 0 ? 'none' : excerpt(body.toString('utf8')),
  );
}

/** So many repeats after rate refusals, this share of them so soon, are no wait: a drawn pause is seldom that short. The others may have met a slow moment of this machine. */
const hasty = { repeats: 3, ms: 50, share: 0.75 };

/** Returns a fault if nearly every repeat of refused calls came at once. */
function hammerFaults({ calls, requests }: ScenarioEvidence): Fault[] {
  const repeats = calls.flatMap((call) => {
    const own = requests.filter((one) => one.call === call.id);
    return own.slice(1).flatMap((request, at) => {
      const { answer, answeredMs } = own[at] ?? {};
      return answer?.status === 429 && answeredMs !== undefined
        ? [{ call, request, afterMs: request.atMs - answeredMs }]
        : [];
    });
  });
  const soon = repeats.filter(({ afterMs }) => afterMs < hasty.ms);
  const [first] = soon;
  if (!first || soon.length < Math.max(hasty.repeats, hasty.share * repeats.length)) return [];
  const seen = `${soon.length} of ${repeats.length} repeats within ${hasty.ms} ms`;
  return [
    clientFault('clientHaste', {
      wanted: 'a pause before a request is repeated after 429',
      seen,
      by: first.request,
      where: nameOfCall(first.call),
    }),
  ];
}

/** The caller is told that the call was refused: with the status and the body of the answer. */
export const surfacesRefusal: ClientOracle<Refusal> = (evidence, refusal) =>
  ofOffered(evidence, (offered) =>
    scenarioResult(evidence, [
      ...offered.calls.flatMap((call) => refusalFaults(call, refusal)),
      ...hammerFaults(offered),
    ]),
  );

/** Says why an answer does not tell the caller that there was none; undefined if it does. */
function lossWords(call: ClientCall, requests: readonly RequestLine[]): string | undefined {
  const answer = answerOf(call);
  if (answer.is !== 'error' || answer.kind === 'argument') return 'an error, since there is no readable answer';
  if (answer.kind !== 'refused') return undefined;
  const whole = requests.filter((request) => request.call === call.id && request.withheld === undefined);
  const isAnswered = whole.some((request) => request.answer?.status === answer.status);
  return isAnswered ? undefined : 'an error without a status, since no answer came whole';
}

/** The caller is told that there is no answer: nothing is handed over as if it were one, and no status is made up. */
export const failsToAnswer: ClientOracle<undefined> = (evidence) =>
  ofOffered(evidence, ({ calls, requests }) =>
    scenarioResult(
      evidence,
      calls.flatMap((call) => {
        const wanted = lossWords(call, requests);
        const seen = answerWords(answerOf(call));
        return wanted === undefined
          ? []
          : [clientFault('clientError', { wanted, seen, by: call, where: nameOfCall(call) })];
      }),
    ),
  );

/** Learns whether the client repeats a POST after a failure; the check of repeated POSTs judges how. */
export const repeatsSafely: ClientOracle<{ after: string }> = (evidence, { after }) => {
  const [call] = evidence.calls;
  if (!call) return scenarioResult(evidence, []);
  const posts = evidence.requests.filter(({ method }) => method === 'POST').length;
  const shown = [...evidence.calls, ...evidence.requests].map(({ id }) => id);
  return learned(`a POST after ${after}`, posts > 1 ? 'repeated' : 'not repeated', shown);
};
