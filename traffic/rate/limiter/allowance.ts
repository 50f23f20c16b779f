import type { Clock } from './clock.ts';
import { PermitPool, restMsOf } from './permitPool.ts';

/** A slot that was taken: give it back when the request has ended, drop it when none was sent. */
export interface Permit {
  give(): Promise<void>;
  drop(): Promise<void>;
}

/** No slot now: the next one is free in so many ms at the earliest; undefined when not before one is given back. */
export interface NoPermit {
  inMs: number | undefined;
}

/** The slots of one method class, wherever they are kept. */
export interface Allowance {
  /** Requests a window; undefined for no limit. */
  readonly of: number | undefined;
  /** Takes a slot, if one is free. Throws QuotaUnavailable when that cannot be known. */
  take(): Promise<Permit | NoPermit>;
  /** Tells whoever shares the allowance that nobody is to spend of it for so many ms. */
  pause(ms: number): Promise<void>;
  /** In how many ms each slot that is not free will be, for who comes next. */
  resting(): number[];
}

const kept: Permit = { give: async () => undefined, drop: async () => undefined };

/** The allowance of a method class that has no limit. */
export const unlimited: Allowance = {
  of: undefined,
  take: async () => kept,
  pause: async () => undefined,
  resting: () => [],
};

/** What an allowance of this process begins with: N requests a window, and in how many ms each resting slot is free. */
export interface LocalAllowanceParts {
  of: number;
  windowMs: number;
  clock: Clock;
  restingMs?: readonly number[];
}

/** An allowance that this process alone spends. */
export function localAllowance({ of, windowMs, clock, restingMs = [] }: LocalAllowanceParts): Allowance {
  const restingUntil = restingMs.map((ms) => clock.now() + ms);
  const slots = new PermitPool({ count: of, restMs: restMsOf(windowMs), restingUntil });
  const slot: Permit = { give: async () => slots.give(clock.now()), drop: async () => slots.drop() };
  return {
    of,
    async take() {
      const now = clock.now();
      if (slots.take(now)) return slot;
      return { inMs: slots.nextMs === undefined ? undefined : slots.nextMs - now };
    },
    pause: async () => undefined,
    resting: () => slots.restingAt(clock.now()).map((untilMs) => untilMs - clock.now()),
  };
}
