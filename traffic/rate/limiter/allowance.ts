import type { Clock } from './clock.ts';
import { PermitPool, restMsOf } from './permitPool.ts';

/** A permit in use: call `give` when the request has ended, `drop` if none was sent. */
export interface Permit {
  give(): Promise<void>;
  drop(): Promise<void>;
}

/** No permit is free now. The next permit is free in `inMs` at the earliest; undefined if a permit must be given back first. */
export interface NoPermit {
  inMs: number | undefined;
}

/** The permits of one method class, in this process or shared. */
export interface Allowance {
  /** Requests per window; undefined for no limit. */
  readonly of: number | undefined;
  /** Takes a permit if one is free. Throws QuotaUnavailable if it is unknown whether a permit is free. */
  take(): Promise<Permit | NoPermit>;
  /** Tells all users of the allowance not to spend any of it for `ms`. */
  pause(ms: number): Promise<void>;
  /** Returns, for each permit that is in use or resting, in how many ms it is free. The next run needs these times. */
  resting(): number[];
}

const unlimitedPermit: Permit = { give: async () => undefined, drop: async () => undefined };

/** The allowance of a method class without a limit. */
export const unlimited: Allowance = {
  of: undefined,
  take: async () => unlimitedPermit,
  pause: async () => undefined,
  resting: () => [],
};

/** The initial state of an allowance in this process: N requests per window, and in how many ms each resting permit is free. */
export interface LocalAllowanceParts {
  of: number;
  windowMs: number;
  clock: Clock;
  restingMs?: readonly number[];
}

/** Makes an allowance that only this process spends. */
export function localAllowance({ of, windowMs, clock, restingMs = [] }: LocalAllowanceParts): Allowance {
  const restingUntil = restingMs.map((ms) => clock.now() + ms);
  const permits = new PermitPool({ count: of, restMs: restMsOf(windowMs), restingUntil });
  const permit: Permit = { give: async () => permits.give(clock.now()), drop: async () => permits.drop() };
  return {
    of,
    async take() {
      const now = clock.now();
      if (permits.take(now)) return permit;
      return { inMs: permits.nextMs === undefined ? undefined : permits.nextMs - now };
    },
    pause: async () => undefined,
    resting: () => permits.restingAt(clock.now()).map((untilMs) => untilMs - clock.now()),
  };
}
