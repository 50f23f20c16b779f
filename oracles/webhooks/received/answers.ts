import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';

/** The outcome of an attempt according to the interface; unclear if the interface leaves it open. */
export type AttemptOutcome = 'success' | 'failure' | 'unclear';

/**
 * The longest delay of an answer that is surely in time, and the shortest delay that is surely too late, ms: an attempt without an answer within 10 s fails (§
 * Webhook delivery). Delays in between stay unclear, because the sender has another clock.
 */
const inTimeMs = 8_000;
const lateMs = 12_000;

/** Returns what an answer of the receiver means to its sender. The interface does not say whether a slow or huge body is a response in time. */
export function outcomeMeant(answer: Answer): AttemptOutcome {
  if ('reset' in answer) return 'failure';
  if ('slowMs' in answer) return 'unclear';
  const { status, afterMs = 0, bytes } = answer;
  if (status !== 200 || afterMs >= lateMs) return 'failure';
  return afterMs > inTimeMs || bytes !== undefined ? 'unclear' : 'success';
}

/** The longest time that a sender surely waits for an answer, ms. It is a little less than the limit, because other delays are added. */
const patienceMs = 9_800;

/**
 * True for a 200 that was planned too late but was sent in time by the suite's clock. If the sender's timeout does not follow a moved clock, the sender has
 * accepted the answer.
 */
function isHasty({ answer, answered, receivedNs, answeredNs }: DeliveryLine): boolean {
  const isOnlyLate = 'afterMs' in answer && !('slowMs' in answer) && answer.status === 200;
  return isOnlyLate && answered === 'sent' && BigInt(answeredNs) - BigInt(receivedNs) < BigInt(patienceMs) * 1_000_000n;
}

/**
 * Returns the outcome of an attempt. The outcome of a valid answer is unclear if the sender disconnected before it or got it later than planned, since the
 * sender may not have seen it.
 */
export function attemptOutcome({ line }: Delivery): AttemptOutcome {
  const meaning = outcomeMeant(line.answer);
  if (meaning === 'failure') return isHasty(line) ? 'unclear' : 'failure';
  if (meaning !== 'success') return meaning;
  return line.answered === 'sent' && (line.waitedMs ?? 0) <= patienceMs ? 'success' : 'unclear';
}

/** Describes an answer in a few words. */
export function answerName(answer: Answer): string {
  if ('reset' in answer) return answer.reset === 'before' ? 'a closed connection' : 'a connection closed in the body';
  if ('slowMs' in answer) return `200 with its body ${answer.slowMs} ms late`;
  const { status, afterMs, bytes } = answer;
  const how = [...(afterMs === undefined ? [] : [`after ${afterMs} ms`]), ...(bytes === undefined ? [] : ['huge'])];
  return [`${status}`, ...how].join(' ');
}
