import { learned } from '../../oracles/core/result.ts';
import { type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { type ClientCall, memberOf } from '../record/clientRecord.ts';
import {
  amountText,
  type ClientOracle,
  clientFault,
  nameOfCall,
  notOffered,
  ofOffered,
  sameAmount,
  scenarioResult,
  unsupportedIn,
} from './oracle.ts';

const wordsOf = (value: Exact | undefined): string => (value === undefined ? 'nothing' : excerpt(value));

/** What becomes of a webhook by its digest. `mayFail`: its body is none that the service sends, so that reading it may fail after its digest was found right. */
export interface DigestRuling {
  accepted: boolean | 'observe';
  mayFail?: true;
}

function digestFaults(call: ClientCall, accepted: boolean, mayFail = false): Fault[] {
  const seen = memberOf(call.answered, 'accepted');
  const error = memberOf(call.answered, 'error');
  if (seen === accepted || (mayFail && error !== undefined)) return [];
  const wanted = accepted
    ? 'a webhook with the right digest to be accepted'
    : 'a webhook with a wrong digest to be refused';
  const words = error === undefined ? `accepted: ${wordsOf(seen)}` : `an error: ${wordsOf(error)}`;
  return [clientFault('clientDigest', { wanted, seen: words, by: call, where: nameOfCall(call) })];
}

/** A right digest is accepted and a wrong one refused; what the interface leaves open is learned. */
export const judgesDigest: ClientOracle<DigestRuling> = (evidence, { accepted, mayFail }) =>
  ofOffered(evidence, ({ calls, name }) => {
    const [first] = calls;
    if (accepted !== 'observe' || !first) {
      const wanted = accepted === true;
      return scenarioResult(
        evidence,
        calls.flatMap((call) => digestFaults(call, wanted, mayFail)),
      );
    }
    const isAccepted = memberOf(first.answered, 'accepted') === true;
    return learned(name.replace(/^CLI-\w+ /, ''), isAccepted ? 'accepted' : 'refused', [first.id]);
  });

/** What the SDK must know after the last webhook of a scenario. */
export interface StateAfter {
  status: string;
  amount?: string;
  /** The last webhook is a duplicate or came late. */
  isOld: boolean;
}

function stateFaults(call: ClientCall, { status, amount, isOld }: StateAfter): Fault[] {
  const state = memberOf(call.answered, 'state');
  const where = nameOfCall(call);
  const fault = (wanted: string, seen: Exact | undefined) =>
    clientFault('clientState', { wanted, seen: wordsOf(seen), by: call, where });
  const known = memberOf(state, 'status');
  const knownAmount = amountText(memberOf(state, 'amount'));
  const applied = memberOf(call.answered, 'applied');
  const late = isOld ? ' after a webhook that is a duplicate or late' : '';
  const isMistaken = applied === isOld;
  return [
    ...(known === status ? [] : [fault(`the status ${status}${late}`, known)]),
    ...(amount === undefined || (knownAmount !== undefined && sameAmount(knownAmount, amount))
      ? []
      : [fault(`the new amount ${amount}${late}`, memberOf(state, 'amount'))]),
    ...(isMistaken && isOld
      ? [fault('nothing to be applied by a webhook that is a duplicate or late', 'applied')]
      : []),
    ...(isMistaken && !isOld ? [fault('a webhook that brings news to be applied', 'not applied')] : []),
  ];
}

/** After the last webhook the SDK knows the latest state: duplicates and late webhooks change nothing. */
export const keepsState: ClientOracle<StateAfter> = (evidence, args) => {
  const unsupported = unsupportedIn(evidence);
  if (unsupported) return unsupported;
  const last = evidence.calls.at(-1);
  return scenarioResult(evidence, last ? stateFaults(last, args) : []);
};

/** Outcomes that follow from a status; the interface does not say more of the others. */
const outcomeOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: {
    NEW: 'pending',
    PENDING: 'pending',
    FROZEN: 'pending',
    SUCCESS: 'succeeded',
    PARTIAL_SUCCESS: 'succeeded',
    FAILED: 'failed',
    CANCELLED: 'failed',
    EXPIRED: 'failed',
  },
  checkout: {
    NEW: 'pending',
    REQUEST_CREATED: 'pending',
    PAYMENT_DETECTED: 'pending',
    SUCCESS: 'succeeded',
    EXPIRED: 'failed',
  },
  request: { WAITING_PAYMENT: 'pending', PENDING_PAYMENT: 'pending', SUCCESS: 'succeeded', EXPIRED: 'failed' },
};

/** A status that nobody knows is neither a success nor a failure. */
const open = ['pending', 'unknown'];

const outcomeIn = ({ answered }: ClientCall): Exact | undefined =>
  memberOf(answered, 'outcome') ?? memberOf(memberOf(answered, 'state'), 'outcome');

/** What is asked of the outcome of a record; `isOffered`: the scenario needs the feature, so the testee has it. */
interface OutcomeWanted {
  kind: string;
  status: string;
  isOffered?: boolean;
}

/** The SDK says the outcome that a status has by the interface; for CONFLICT, which has none, it is learned. */
export const saysOutcome: ClientOracle<OutcomeWanted> = (evidence, { kind, status, isOffered = false }) => {
  const unsupported = unsupportedIn(evidence);
  if (unsupported) return unsupported;
  const call = evidence.calls.at(-1);
  const outcome = call && outcomeIn(call);
  const isSaid = isOffered || evidence.calls.some((one) => typeof outcomeIn(one) === 'string');
  if (!call || (typeof outcome !== 'string' && !isSaid)) return notOffered('the testee says no outcome');
  const seen = wordsOf(outcome);
  if (status === 'CONFLICT') return learned(`outcome of a ${kind} in CONFLICT`, seen, [call.id]);
  const wanted = outcomeOf[kind]?.[status];
  const isRight = wanted === undefined ? open.includes(seen) : seen === wanted;
  const words = wanted ?? open.join(' or ');
  const fault = () =>
    clientFault('clientOutcome', {
      wanted: `the outcome ${words} of a ${kind} that is ${status}`,
      seen,
      by: call,
      where: nameOfCall(call),
    });
  return scenarioResult(evidence, isRight ? [] : [fault()]);
};

/** The answer of a testee may come this much after the deadline: it travels through a pipe. */
const toleranceMs = 200;

function deadlineOf({ asked }: ClientCall): number {
  const deadline = memberOf(asked, 'deadlineMs');
  return isExactNumber(deadline) ? Number(deadline.value) : Number.POSITIVE_INFINITY;
}

function handlerFaults(call: ClientCall): Fault[] {
  const status = memberOf(call.answered, 'status');
  const fault = (wanted: string, seen: string) =>
    clientFault('clientHandler', { wanted, seen, by: call, where: nameOfCall(call) });
  const is200 = isExactNumber(status) && status.value === '200';
  const words = wordsOf(status ?? memberOf(call.answered, 'error'));
  const isLate = call.tookMs > deadlineOf(call) + toleranceMs;
  return [
    ...(is200 ? [] : [fault('status 200 for a webhook with the right digest', words)]),
    ...(isLate ? [fault('an answer before the service gives up', `one after ${Math.round(call.tookMs)} ms`)] : []),
  ];
}

/** The handler answers a right webhook with 200 before the service gives up, whatever it is about. */
export const answersWebhook: ClientOracle<undefined> = (evidence) =>
  ofOffered(evidence, ({ calls }) => scenarioResult(evidence, calls.flatMap(handlerFaults)));

/** Learns what the handler answers where the interface does not say it. */
export const learnsWebhookStatus: ClientOracle<{ of: string }> = ({ calls: [call] }, { of }) => {
  const status = memberOf(call?.answered, 'status');
  if (!call || !isExactNumber(status)) return notOffered('the testee says no status');
  return learned(`status for ${of}`, status.value, [call.id]);
};
