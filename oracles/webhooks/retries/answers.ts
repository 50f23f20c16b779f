import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';

/** What an attempt came to, as the text says it; of what it leaves open it is not said. */
export type AttemptOutcome = 'success' | 'failure' | 'unclear';

/** No answer within 10 s is a failure: judged one-sided, since our clock is not the sender's, ms (§ Webhook delivery). */
const inTimeMs = 8_000;
const lateMs = 12_000;

/** What an answer of the receiver means to its sender; of a slow or a huge body it is not said whether that is a response in time. */
export function outcomeMeant(answer: Answer): AttemptOutcome {
  if ('reset' in answer) return 'failure';
  if ('slowMs' in answer) return 'unclear';
  const { status, afterMs = 0, bytes } = answer;
  if (status !== 200 || afterMs >= lateMs) return 'failure';
  return afterMs > inTimeMs || bytes !== undefined ? 'unclear' : 'success';
}

/** Whoever has waited so long may have given up when our answer came: ours are not the only delays, ms. */
const patienceMs = 9_800;

/** True for an answer of 200 that was to be late and was sent in time by real clocks: a sender whose patience does not follow a clock that is moved has taken it. */
function isHasty({ answer, answered, receivedNs, answeredNs }: DeliveryLine): boolean {
  const isOnlyLate = 'afterMs' in answer && !('slowMs' in answer) && answer.status === 200;
  return isOnlyLate && answered === 'sent' && BigInt(answeredNs) - BigInt(receivedNs) < BigInt(patienceMs) * 1_000_000n;
}

/** What an attempt came to: who left before a sound answer was sent, or was given it later than we meant, has perhaps not seen it. */
export function attemptOutcome({ line }: Delivery): AttemptOutcome {
  const meaning = outcomeMeant(line.answer);
  if (meaning === 'failure') return isHasty(line) ? 'unclear' : 'failure';
  if (meaning !== 'success') return meaning;
  return line.answered === 'sent' && (line.waitedMs ?? 0) <= patienceMs ? 'success' : 'unclear';
}

/** An answer in a few words, for the name of a cell. */
export function answerName(answer: Answer): string {
  if ('reset' in answer) return answer.reset === 'before' ? 'a closed connection' : 'a connection closed in the body';
  if ('slowMs' in answer) return `200, its body ${answer.slowMs} ms late`;
  const { status, afterMs, bytes } = answer;
  const how = [...(afterMs === undefined ? [] : [`after ${afterMs} ms`]), ...(bytes === undefined ? [] : ['huge'])];
  return [`${status}`, ...how].join(' ');
}
