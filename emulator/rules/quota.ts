import type { Quota, WindowKind } from '../domain/quota.ts';
import type { RuleKinds } from './ruleKind.ts';

/** When a request that comes now ceases to count (ms), after those before it: `leavesMs` are their times, ascending. */
type Leaving = (leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }) => number;

const LEAVINGS: Readonly<Record<WindowKind, Leaving>> = {
  sliding: (_leavesMs, nowMs, { quota }) => nowMs + quota.windowMs,
  fixed: ([endMs], nowMs, { quota }) => endMs ?? nowMs + quota.windowMs,
  // A token comes back after its share of the window, once those that were taken before it are back.
  bucket: (leavesMs, nowMs, { quota, allowance }) =>
    (leavesMs.at(-1) ?? nowMs) + quota.windowMs / Math.max(1, allowance),
};

/**
 * How the rate of an account is limited (§ Limits, Sandbox rate): asked only where an account or its world has a quota, and
 * only about requests that prove an account. Who proves none counts for nobody, on which the text is silent.
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
  /** The kind of window: the one that the quota names. */
  windowKind(kind: WindowKind): WindowKind {
    return kind;
  },
  /** When a request that comes now leaves the window again. */
  leavesAtMs(leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }): number {
    return LEAVINGS[of.quota.kind](leavesMs, nowMs, of);
  },
  /** A request that is refused for its rate does not count. */
  countedThoughRefused(): boolean {
    return false;
  },
  /** A request that is refused for its rate does nothing. */
  servedThoughLimited(): boolean {
    return false;
  },
  /** Retry-After: whole seconds, rounded up; null: none. `atMs` is the machine's time, in milliseconds since 1970. */
  retryAfter(waitMs: number, _atMs: number): string | null {
    return String(Math.ceil(waitMs / 1000));
  },
};

/** Few accounts have a quota, so each is broken by hand; the text leaves the window and the words of the refusal open. */
export const quotaKinds: RuleKinds<typeof quotaRules> = {
  countedWith: 'choice',
  allowanceOf: 'choice',
  withinAllowance: 'choice',
  windowKind: 'manner',
  leavesAtMs: 'manner',
  countedThoughRefused: 'manner',
  servedThoughLimited: 'choice',
  retryAfter: 'manner',
};
