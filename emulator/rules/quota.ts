import type { Quota, WindowKind } from '../quota.ts';
import type { RuleKinds } from './kind.ts';

/** What counts in one kind of window: the times (ms, ascending) of the requests that were counted before. */
interface Window {
  /** How many of the oldest no longer count. */
  readonly forgotten: (timesMs: readonly number[], nowMs: number, windowMs: number) => number;
  /** The request that must be forgotten before the next one passes. */
  readonly holder: (timesMs: readonly number[], allowance: number) => number | undefined;
}

const WINDOWS: Readonly<Record<WindowKind, Window>> = {
  sliding: {
    forgotten: (timesMs, nowMs, windowMs) => {
      const first = timesMs.findIndex((timeMs) => nowMs - timeMs < windowMs);
      return first < 0 ? timesMs.length : first;
    },
    holder: (timesMs, allowance) => timesMs.at(-allowance),
  },
  fixed: {
    forgotten: (timesMs, nowMs, windowMs) => (nowMs - (timesMs[0] ?? nowMs) < windowMs ? 0 : timesMs.length),
    holder: (timesMs) => timesMs[0],
  },
};

/**
 * How the rate of an account is limited (§ Limits, Sandbox rate): asked only in a world with a quota, and only about
 * requests that prove an account. Who proves none counts for nobody, on which the text is silent.
 */
export const quotaRules = {
  /** What a request is counted with: GET apart from everything else. */
  countedWith(verb: string): string {
    return verb === 'GET' ? 'GET' : 'POST';
  },
  /** How many requests like this one pass in a window. */
  allowanceOf(quota: Quota, verb: string): number {
    return verb === 'GET' ? quota.gets : quota.posts;
  },
  /** A request passes while fewer than the allowance are counted. */
  withinAllowance(counted: number, allowance: number): boolean {
    return counted < allowance;
  },
  /** How many of the oldest counted requests have left the window: sliding, or fixed from its first request on. */
  forgottenOf(timesMs: readonly number[], nowMs: number, quota: Quota): number {
    return WINDOWS[quota.kind].forgotten(timesMs, nowMs, quota.windowMs);
  },
  /** A request that is refused for its rate does not count. */
  countedThoughRefused(): boolean {
    return false;
  },
  /** How long until a request passes again, in milliseconds; a whole window when nothing is counted. */
  waitMsOf(timesMs: readonly number[], nowMs: number, by: { quota: Quota; allowance: number }): number {
    const heldMs = WINDOWS[by.quota.kind].holder(timesMs, by.allowance) ?? nowMs;
    return by.quota.windowMs - (nowMs - heldMs);
  },
  /** Retry-After: whole seconds, rounded up. */
  retryAfter(waitMs: number): string {
    return String(Math.ceil(waitMs / 1000));
  },
};

/** None shows in a world without a quota, so each is broken by hand; the text leaves the window and the refusal open. */
export const quotaKinds: RuleKinds<typeof quotaRules> = {
  countedWith: 'choice',
  allowanceOf: 'choice',
  withinAllowance: 'choice',
  forgottenOf: 'manner',
  countedThoughRefused: 'manner',
  waitMsOf: 'manner',
  retryAfter: 'manner',
};
