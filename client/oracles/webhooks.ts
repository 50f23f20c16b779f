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

/** A right digest is accepted and a wrong one refused; what the interface leaves open is learned. */
export const judgesDigest: ClientOracle<DigestRuling> = (evidence, { accepted, mayFail }) => {
  const unsupported = unsupportedIn(evidence);
  if (unsupported) return unsupported;
  const [first] = evidence.calls;
  if (accepted === 'observe' && first) {
    const isAccepted = memberOf(first.answered, 'accepted') === true;
    return learned(evidence.name.replace(/^CLI-\w+ /, ''), isAccepted ? 'accepted' : 'refused', [first.id]);
  }
  const faults = evidence.calls.flatMap((call) => {
    const seen = memberOf(call.answered, 'accepted');
    const wanted = accepted
      ? 'a webhook with the right digest to be accepted'
      : 'a webhook with a wrong digest to be refused';
    const error = memberOf(call.answered, 'error');
    if (seen === accepted || (mayFail && error !== undefined)) return [];
    const words = error === undefined ? `accepted: ${wordsOf(seen)}` : `an error: ${wordsOf(error)}`;
    return [clientFault('clientDigest', { wanted, seen: words, by: call, where: nameOfCall(call) })];
  });
  return scenarioResult(evidence, faults);
};

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
  return [
    ...(known === status ? [] : [fault(`the status ${status}${late}`, known)]),
    ...(amount === undefined || (knownAmount !== undefined && sameAmount(knownAmount, amount))
      ? []
      : [fault(`the new amount ${amount}${late}`, memberOf(state, 'amount'))]),
    ...(isOld && applied === true
      ? [fault('nothing to be applied by a webhook that is a duplicate or late', 'applied')]
      : []),
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

/** The SDK says the outcome that a status has by the interface; for CONFLICT, which has none, it is learned. */
export const saysOutcome: ClientOracle<{ kind: string; status: string }> = (evidence, { kind, status }) => {
  const call = evidence.calls.at(-1);
  const outcome = memberOf(call?.answered, 'outcome') ?? memberOf(memberOf(call?.answered, 'state'), 'outcome');
  if (!call || outcome === undefined) return notOffered('the testee says no outcome');
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

/** The handler answers a right webhook with 200 before the service gives up, whatever it is about. */
export const answersWebhook: ClientOracle<undefined> = (evidence) => {
  const unsupported = unsupportedIn(evidence);
  if (unsupported) return unsupported;
  const faults = evidence.calls.flatMap((call) => {
    const status = memberOf(call.answered, 'status');
    const fault = (wanted: string, seen: string) =>
      clientFault('clientHandler', { wanted, seen, by: call, where: nameOfCall(call) });
    const is200 = isExactNumber(status) && status.value === '200';
    const isLate = call.tookMs > deadlineOf(call) + toleranceMs;
    return [
      ...(is200
        ? []
        : [
            fault(
              'status 200 for a webhook with the right digest',
              wordsOf(status ?? memberOf(call.answered, 'error')),
            ),
          ]),
      ...(isLate ? [fault('an answer before the service gives up', `one after ${Math.round(call.tookMs)} ms`)] : []),
    ];
  });
  return scenarioResult(evidence, faults);
};

/** Learns what the handler answers where the interface does not say it. */
export const learnsWebhookStatus: ClientOracle<{ of: string }> = ({ calls: [call] }, { of }) => {
  const status = memberOf(call?.answered, 'status');
  if (!call || !isExactNumber(status)) return notOffered('the testee says no status');
  return learned(`status for ${of}`, status.value, [call.id]);
};
