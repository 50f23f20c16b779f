import { performance } from 'node:perf_hooks';
import { Refusal } from '../domain/refusal.ts';
import type { Account, Instance } from '../instance/instance.ts';
import type { Rules } from '../rules/index.ts';

/** A request to count: its HTTP method, and its time in milliseconds on a clock that the control API does not move. */
export interface CountedRequest {
  readonly verb: string;
  readonly nowMs: number;
}

/** The tolerance for rounding errors, in milliseconds. A third of a window has no exact double, so instants with a smaller difference are equal. */
const CLOSE_MS = 1e-6;

/**
 * Counts a request against the quota of its account, or of its instance if the account has no quota (§ Limits, Sandbox rate). Returns a Refusal with the time
 * to wait if the request exceeds the quota.
 */
export function limitRate(
  { verb, nowMs }: CountedRequest,
  of: { instance: Instance; rules: Rules; account: Account },
): Refusal | undefined {
  const { rules, account } = of;
  const given = account.quota ?? of.instance.quota;
  if (given === null) return undefined;
  const quota = { ...given, kind: rules.windowKind(given.kind) };
  const leavesMs = timesOf(account, rules.countedWith(verb));
  const staying = leavesMs.findIndex((leaveMs) => leaveMs > nowMs + CLOSE_MS);
  leavesMs.splice(0, staying < 0 ? leavesMs.length : staying);
  const allowance = rules.allowanceOf(quota, verb);
  const passes = rules.withinAllowance(leavesMs.length, allowance);
  const waitMs = (leavesMs.at(-allowance) ?? nowMs + quota.windowMs) - CLOSE_MS - nowMs;
  if (passes || rules.countedThoughRefused()) {
    leavesMs.push(rules.leavesAtMs(leavesMs, nowMs, { quota, allowance }));
  }
  if (passes) return undefined;
  const again = rules.retryAfter(waitMs, performance.timeOrigin + nowMs);
  return new Refusal(
    'rate_limited',
    'Too many requests: wait as long as Retry-After says',
    again === null ? {} : { 'retry-after': again },
  );
}

function timesOf({ countedMs }: Account, counter: string): number[] {
  const known = countedMs.get(counter);
  if (known) return known;
  const fresh: number[] = [];
  countedMs.set(counter, fresh);
  return fresh;
}
