import type { Quota, WindowKind } from '../domain/quota.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The time (ms) at which a request made now stops counting; `leavesMs` holds those of earlier requests, ascending. */
type Leaving = (leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }) => number;

const LEAVINGS: Readonly<Record<WindowKind, Leaving>> = {
  sliding: (_leavesMs, nowMs, { quota }) => nowMs + quota.windowMs,
  fixed: ([endMs], nowMs, { quota }) => endMs ?? nowMs + quota.windowMs,
  // A token returns after its fraction of the window, once all earlier tokens are back.
  bucket: (leavesMs, nowMs, { quota, allowance }) =>
    (leavesMs.at(-1) ?? nowMs) + quota.windowMs / Math.max(1, allowance),
};

/**
 * The rate limit of an account (§ Limits, Sandbox rate). It applies only if the account or its instance has a quota, and only to authenticated requests;
 * unauthenticated ones do not count, since the text says nothing about them.
 */
export const quotaRules = {
  /** The counter of a request: GET counts apart from everything else. */
  countedWith(verb: string): string {
    return verb === 'GET' ? 'GET' : 'POST';
  },
  /** The number of requests with this method that pass in a window. */
  allowanceOf(quota: Quota, verb: string): number {
    return verb === 'GET' ? quota.gets : quota.posts;
  },
  /** A request passes while the count is below the allowance. */
  withinAllowance(counted: number, allowance: number): boolean {
    return counted < allowance;
  },
  /** The kind of window that the quota names. */
  windowKind(kind: WindowKind): WindowKind {
    return kind;
  },
  /** The time at which a request made now leaves the window. */
  leavesAtMs(leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }): number {
    return LEAVINGS[of.quota.kind](leavesMs, nowMs, of);
  },
  /** A request refused for its rate does not count. */
  countedThoughRefused(): boolean {
    return false;
  },
  /** A request refused for its rate has no effect. */
  servedThoughLimited(): boolean {
    return false;
  },
  /** The value of Retry-After in whole seconds, rounded up; null for no header. `_atMs` is the machine's time, in milliseconds since 1970. */
  retryAfter(waitMs: number, _atMs: number): string | null {
    return String(Math.ceil(waitMs / 1000));
  },
};

/**
 * The kind of each rule in this group. Few accounts have a quota, so mutants are written by hand; the text leaves the window and the wording of the refusal
 * open.
 */
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
