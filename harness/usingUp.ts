import { type Attempt, type Limit, longestMs } from './oracles/models.ts';

/** The requests of one method class of an account: one is sent after the other. */
export interface Lane {
  limit: Limit;
  /** Sends one request and tells how it ended. */
  ask(): Promise<Attempt>;
  /** Waits for a moment of the clock that attempts are told by, ms. */
  until(ms: number): Promise<void>;
  /** Is called once the allowance is used up: a request was just refused. */
  usedUp?(): Promise<void>;
  /** Is called when the used up allowance was looked at for the last time. */
  looked?(): void;
  /** Is called when the first half and when the last burst of a round is about to be sent. */
  beforeHalf?(): Promise<void>;
  beforeLast?(): Promise<void>;
}

/** When a burst ends: after so many refusals, but not before `least` requests nor after `most`. */
interface Burst {
  refusals: number;
  least?: number;
  most: number;
  refused?(): Promise<void>;
}

/** Moments of a round, in windows: after the allowance was used up, and after half of it was sent again. */
const looks = [0.45, 0.7];
const secondHalf = 0.35;

/** So much later than a window after the last request, in windows: a server may round the window up. */
const slack = 0.03;

/** Between two rounds, and before the first: so long that nothing of before counts, in windows. */
export const restWindows = 1 + slack;

async function burst(lane: Lane, { refusals, least = 0, most, refused }: Burst): Promise<Attempt[]> {
  const sent: Attempt[] = [];
  let seen = 0;
  while (sent.length < most && (seen < refusals || sent.length < least)) {
    const attempt = await lane.ask();
    sent.push(attempt);
    if (attempt.outcome !== 'refused') continue;
    seen += 1;
    if (seen === 1) await refused?.();
  }
  return sent;
}

const endOf = (attempts: readonly Attempt[]) => attempts.at(-1)?.receivedMs ?? 0;

const isRefused = ({ outcome }: Attempt) => outcome === 'refused';

/**
 * Uses up an allowance that has rested: first at once, then, a window later, half and half. A window that slides gives the first half
 * back when it is a window old, a fixed one gives all at once, a bucket gives one after the other.
 */
export async function useUp(lane: Lane): Promise<Attempt[]> {
  const { of, windowMs } = lane.limit;
  const half = Math.ceil(of / 2);
  const { usedUp: refused } = lane;
  const sent = await burst(lane, { refusals: 2, least: of + 1, most: 2 * of + 2, ...(refused && { refused }) });
  // What was never refused is no limiter.
  if (!sent.some(isRefused)) return sent;
  const send = async (fromMs: number, how: Burst) => {
    await lane.until(fromMs);
    const attempts = await burst(lane, how);
    sent.push(...attempts);
    return attempts;
  };
  const usedUpMs = endOf(sent);
  for (const after of looks) await send(usedUpMs + after * windowMs, { refusals: 1, most: half + 2 });
  const oneLater = longestMs(windowMs) + slack * windowMs;
  lane.looked?.();
  await lane.until(usedUpMs + oneLater);
  await lane.beforeHalf?.();
  const first = await send(usedUpMs + oneLater, { refusals: 1, most: half });
  const firstMs = endOf(first);
  await send(firstMs + secondHalf * windowMs, { refusals: 1, most: of + 2 });
  await lane.until(firstMs + oneLater);
  await lane.beforeLast?.();
  await send(firstMs + oneLater, { refusals: 1, most: of + 2 });
  return sent;
}
