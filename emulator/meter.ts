import { Refusal } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { Account, World } from './world.ts';

/** A request as a meter sees it: its HTTP method, and when it came on a clock that no door moves, in milliseconds. */
export interface Metered {
  readonly verb: string;
  readonly nowMs: number;
}

/**
 * Counts a request of an account against its quota, or else that of its world (§ Limits, Sandbox rate). Throws a Refusal with Retry-After
 * when it is one too many.
 */
export function meter({ verb, nowMs }: Metered, of: { world: World; rules: Rules; account: Account }): void {
  const { rules, account } = of;
  const quota = account.quota ?? of.world.quota;
  if (quota === null) return;
  const timesMs = timesOf(account, rules.countedWith(verb));
  timesMs.splice(0, rules.forgottenOf(timesMs, nowMs, quota));
  const allowance = rules.allowanceOf(quota, verb);
  const passes = rules.withinAllowance(timesMs.length, allowance);
  const waitMs = rules.waitMsOf(timesMs, nowMs, { quota, allowance });
  if (passes || rules.countedThoughRefused()) timesMs.push(nowMs);
  if (passes) return;
  throw new Refusal('rate_limited', 'Too many requests: wait as long as Retry-After says', {
    'retry-after': rules.retryAfter(waitMs),
  });
}

function timesOf({ countedMs }: Account, counter: string): number[] {
  const known = countedMs.get(counter);
  if (known) return known;
  const fresh: number[] = [];
  countedMs.set(counter, fresh);
  return fresh;
}
