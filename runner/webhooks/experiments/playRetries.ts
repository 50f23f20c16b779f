/** What a target says of the webhooks that it has still to send, by its own clock, ms since 1970. */
export interface OutstandingWebhooks {
  nowMs: number;
  /** Attempts that were begun and have not ended. */
  underway: number;
  /** When the next one is due; none where none waits. */
  nextMs?: number | undefined;
}

/** A target whose clock we move, and our receiver, which holds answers that are to be late. */
export interface RetryPlayback {
  /** Undefined where the target does not say. */
  outstanding(): Promise<OutstandingWebhooks | undefined>;
  /** Moves the clock; says whether it did. */
  advance(ms: number): Promise<boolean>;
  /** How much later each held answer is to be given, ms of the target's clock. */
  delayedAnswers(): Promise<readonly number[]>;
  /** The clock was moved by so much. */
  release(ms: number): Promise<void>;
  /** Lets a moment of real time pass. */
  pause(): Promise<void>;
}

/** The least step in which a clock is moved whose target does not say when webhooks are due, and its part of all that was moved before, ms. */
const leastStepMs = 20_000;
const coarseness = 0.03;

/** Moves a clock in steps that are short beside the delays of a schedule that grow, so that it shows when what comes meanwhile was due. Says whether it moved. */
export async function stepwise(step: (ms: number) => Promise<boolean>, ms: number): Promise<boolean> {
  for (let doneMs = 0; doneMs < ms; ) {
    const stepMs = Math.min(ms - doneMs, Math.max(leastStepMs, Math.round(doneMs * coarseness)));
    if (!(await step(stepMs))) return false;
    doneMs += stepMs;
  }
  return true;
}

/** More looks than this show no end, however it comes. */
const mostLooks = 6_000;

/** Waits until no attempt is underway but those whose answers are held, and none is due but those that wait for one of these; says whether it came to that. */
async function answered({ outstanding, delayedAnswers, pause }: RetryPlayback): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const { underway = 0, nowMs = 0, nextMs = Number.POSITIVE_INFINITY } = (await outstanding()) ?? {};
    const waits = await delayedAnswers();
    if (underway <= waits.length && (waits.length > 0 || nextMs > nowMs)) return true;
    await pause();
  }
  return false;
}

/** Gives the held answer whose time comes first, where nothing else is underway, which would age by as much; says whether there was one. */
async function giveHeld(playing: RetryPlayback): Promise<boolean> {
  const waits = await playing.delayedAnswers();
  if (waits.length === 0) return false;
  const ms = Math.min(...waits);
  await playing.advance(ms);
  await playing.release(ms);
  return true;
}

/** Moves the clock of a target by so much, once nothing is underway that would age by as much, and on the way gives the held answers whose time has come. Says whether it moved. */
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
  return leftMs > 0 ? playing.advance(leftMs) : true;
}

/**
 * Plays the retries of a target as if days had passed: moves its clock until nothing is due before a moment, and waits for what is underway.
 * Says whether it came to that.
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
