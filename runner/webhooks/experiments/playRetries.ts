/** The webhooks that a target still has to send, in the target's own time, ms since 1970. */
export interface OutstandingWebhooks {
  nowMs: number;
  /** Number of attempts that have started and not ended. */
  underway: number;
  /** When the next attempt is due; undefined if none waits. */
  nextMs?: number | undefined;
}

/** A target with a movable clock, and our receiver with its delayed answers. */
export interface RetryPlayback {
  /** Returns the webhooks still to send; undefined if the target does not report them. */
  outstanding(): Promise<OutstandingWebhooks | undefined>;
  /** Moves the clock; returns whether it moved. */
  advance(ms: number): Promise<boolean>;
  /** Returns the remaining delay of each delayed answer, ms in the target's time. */
  delayedAnswers(): Promise<readonly number[]>;
  /** Tells the receiver how far the clock was moved. */
  release(ms: number): Promise<void>;
  /** Waits a moment of real time. */
  pause(): Promise<void>;
}

/** Steps of the clock for a target that does not report when webhooks are due: the smallest step, ms, and the ratio of a step to the time already passed. */
const leastStepMs = 20_000;
const coarseness = 0.03;

/**
 * Moves a clock in steps that are short compared with the growing delays of a retry schedule, so that the due time of each arriving webhook shows. Returns
 * whether the clock moved all the way.
 */
export async function stepwise(step: (ms: number) => Promise<boolean>, ms: number): Promise<boolean> {
  for (let doneMs = 0; doneMs < ms; ) {
    const stepMs = Math.min(ms - doneMs, Math.max(leastStepMs, Math.round(doneMs * coarseness)));
    if (!(await step(stepMs))) return false;
    doneMs += stepMs;
  }
  return true;
}

/** The wait ends without success after this many checks. */
const mostLooks = 6_000;

/** Waits until only attempts with delayed answers are running, and no other attempt is due. Returns false if this state was not reached. */
async function answered({ outstanding, delayedAnswers, pause }: RetryPlayback): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const { underway = 0, nowMs = 0, nextMs = Number.POSITIVE_INFINITY } = (await outstanding()) ?? {};
    const waits = await delayedAnswers();
    if (underway <= waits.length && (waits.length > 0 || nextMs > nowMs)) return true;
    await pause();
  }
  return false;
}

/**
 * Gives the next delayed answer by moving the clock to its time. No other attempt may be running, because the clock would move for that attempt too. Returns
 * whether there was an answer to give.
 */
async function giveHeld(playing: RetryPlayback): Promise<boolean> {
  const waits = await playing.delayedAnswers();
  if (waits.length === 0) return false;
  const ms = Math.min(...waits);
  await playing.advance(ms);
  await playing.release(ms);
  return true;
}

/**
 * Waits until only attempts with delayed answers are running, then moves the clock of a target. Gives the delayed answers that become due on the way. Returns
 * whether the clock moved.
 */
export async function advanceWithAnswers(playing: RetryPlayback, ms: number): Promise<boolean> {
  let leftMs = ms;
  await answered(playing);
  for (let waits = await playing.delayedAnswers(); waits.length > 0; waits = await playing.delayedAnswers()) {
    const stepMs = Math.max(1, Math.min(...waits));
    if (stepMs > leftMs) break;
    if (!(await playing.advance(stepMs))) return false;
    await playing.release(stepMs);
    await answered(playing);
    leftMs -= stepMs;
  }
  if (leftMs <= 0) return true;
  const isMoved = await playing.advance(leftMs);
  // What is not due yet has less time left.
  if (isMoved) await playing.release(leftMs);
  return isMoved;
}

/**
 * Plays the retries of a target as if days had passed: moves the clock to `untilMs`, and waits for every attempt that is due before that time. Returns whether
 * the clock reached `untilMs` and every attempt was answered.
 */
export async function playRetries(playing: RetryPlayback, untilMs: number): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const { nowMs, underway, nextMs = Number.POSITIVE_INFINITY } = (await playing.outstanding()) ?? {};
    if (nowMs === undefined) return false;
    if (!(await answered(playing))) return false;
    if (await giveHeld(playing)) continue;
    if ((underway ?? 0) > 0 || nextMs <= nowMs) await playing.pause();
    else if (nowMs >= untilMs) return true;
    else if (!(await playing.advance(untilMs - nowMs))) return false;
  }
  return false;
}
