import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';

/** The outcome of an attempt according to the interface; unclear if the interface leaves it open. */
export type AttemptOutcome = 'success' | 'failure' | 'unclear';

/** An attempt without an answer within 10 s fails. Times close to the limit stay unclear because the sender has another clock, ms (§ Webhook delivery). */
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

/** A sender that waited longer than this may have given up before the answer arrived, since there are other delays too, ms. */
const patienceMs = 9_800;

/** True for a 200 that was planned late but sent in time by real clocks. A sender whose timeout does not follow a moved clock has accepted it. */
function isHasty({ answer, answered, receivedNs, answeredNs }: DeliveryLine): boolean {
  const isOnlyLate = 'afterMs' in answer && !('slowMs' in answer) && answer.status === 200;
  return isOnlyLate && answered === 'sent' && BigInt(answeredNs) - BigInt(receivedNs) < BigInt(patienceMs) * 1_000_000n;
}

/** Returns the outcome of an attempt. A sender that disconnected before a valid answer, or got it later than planned, may not have seen it. */
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
