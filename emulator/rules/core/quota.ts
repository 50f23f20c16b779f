import type { Quota, WindowKind } from '../../domain/quota.ts';
import { choice, manner } from './ruleKind.ts';

/** Returns the time at which a new request stops counting, in milliseconds. `leavesMs` holds these times for the earlier requests, in ascending order. */
type Leaving = (leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }) => number;

const LEAVINGS: Readonly<Record<WindowKind, Leaving>> = {
  sliding: (_leavesMs, nowMs, { quota }) => nowMs + quota.windowMs,
  fixed: ([endMs], nowMs, { quota }) => endMs ?? nowMs + quota.windowMs,
  // Tokens come back one after the other. Each token takes its share of the window, counted from the return of the token before.
  bucket: (leavesMs, nowMs, { quota, allowance }) =>
    (leavesMs.at(-1) ?? nowMs) + quota.windowMs / Math.max(1, allowance),
};

/**
 * The rate limit of an account (§ Limits, Sandbox rate). The limit applies only if the account or its instance has a quota. Unauthenticated requests do not
 * count, since interface.md says nothing about them.
 */
export const quotaRules = {
  /** The counter of a request: GET requests have one counter, all other requests another. */
  countedWith: choice((verb: string): string => (verb === 'GET' ? 'GET' : 'POST')),
  /** The number of requests with this HTTP method that an account may make in a window. */
  allowanceOf: choice((quota: Quota, verb: string): number => (verb === 'GET' ? quota.gets : quota.posts)),
  /** A request passes while the count is below the allowance. */
  withinAllowance: choice((counted: number, allowance: number): boolean => counted < allowance),
  /** The kind of window that the quota names. */
  windowKind: manner((kind: WindowKind): WindowKind => kind),
  /** The time at which a new request leaves the window, in milliseconds. */
  leavesAtMs: manner((leavesMs: readonly number[], nowMs: number, of: { quota: Quota; allowance: number }): number =>
    LEAVINGS[of.quota.kind](leavesMs, nowMs, of),
  ),
  /** A request refused for its rate does not count. */
  countedThoughRefused: manner((): boolean => false),
  /** A request refused for its rate has no effect. */
  servedThoughLimited: choice((): boolean => false),
  /** The value of Retry-After in whole seconds, rounded up; null for no header. `_atMs` is the machine's time, in milliseconds since 1970. */
  retryAfter: manner((waitMs: number, _atMs: number): string | null => String(Math.ceil(waitMs / 1000))),
};
