import type { RateLimiterStatus } from '../../../traffic/rate/limiter/rateLimiter.ts';
import { screenOf } from './onScreen.ts';
import { clearLine } from './say.ts';

/** The progress of a run: requirements done, their total, and the state of the quota. */
export interface RunProgress {
  done: number;
  of: number;
  elapsedMs: number;
  /** The forecast duration of the whole run, ms. */
  foretoldMs: number;
  quota: RateLimiterStatus | undefined;
  /** What tests wait for. */
  waits?: readonly string[];
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** The width of every terminal and log: a longer line could not be overwritten. */
const lineWidth = 80;

/** The shortest wait that is shown, ms. */
const shortestShownMs = 2_000;

/** Returns which part of the quota is waited for, and until when. */
export function quotaWaits(quota: RateLimiterStatus | undefined, nowMs: number): string[] {
  return (['post', 'get'] as const).flatMap((name) => {
    const until = quota?.[name].waitingUntil;
    if (until === undefined || until - nowMs < shortestShownMs) return [];
    return [`waits for the ${name.toUpperCase()} quota until ${clock(until)} UTC`];
  });
}

function left({ elapsedMs, foretoldMs }: RunProgress): string {
  const ms = foretoldMs - elapsedMs;
  if (ms >= 60_000) return `about ${Math.ceil(ms / 60_000)} min left`;
  return ms > 0 ? 'less than a minute left' : 'longer than planned';
}

/** Joins the parts of a line, the most important first, as far as they fit. */
export function fittingLine(parts: readonly string[]): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}, ${part}`;
    if (longer.length < lineWidth) line = longer;
  }
  return line;
}

/** Returns the progress of a run in one line. */
export function progressLine(standing: RunProgress, nowMs: number): string {
  const { done, of, elapsedMs, quota, waits: others = [] } = standing;
  const sent = quota ? [`${quota.post.granted} POST`, `${quota.get.granted} GET`] : [];
  const waiting = [...quotaWaits(quota, nowMs), ...others.map((what) => `waits for ${what}`)];
  const share = Math.floor((100 * done) / Math.max(1, of));
  return fittingLine([
    `${share} %`,
    clock(elapsedMs),
    left(standing),
    ...waiting.slice(0, 1),
    `${done} of ${of} requirements`,
    ...sent,
  ]);
}

/** Where progress is written, and in which form. */
export interface ProgressOutput {
  write(text: string): void;
  /** True if one line is overwritten; otherwise each update is a new line. */
  isTerminal: boolean;
}

/** Standard error as the output for progress. */
export const onStderr = (): ProgressOutput => ({
  write: (text) => process.stderr.write(text),
  isTerminal: screenOf(process.stderr).isTerminal,
});

/** The time between two updates, ms: on a terminal, and in a log, which is read later. */
const pause = { terminal: 500, log: 15_000 };

/** Writes progress regularly until it is stopped. */
export class ProgressTicker {
  readonly #screen: ProgressOutput;
  readonly #timer: NodeJS.Timeout;

  constructor(screen: ProgressOutput, line: () => string) {
    this.#screen = screen;
    const { write, isTerminal } = screen;
    const update = () => write(isTerminal ? `${clearLine}${line()}` : `${line()}\n`);
    this.#timer = setInterval(update, isTerminal ? pause.terminal : pause.log).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#screen.isTerminal) this.#screen.write(clearLine);
  }
}
