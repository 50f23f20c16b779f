import type { Clock } from './clock.ts';
import { restOf, Slots } from './slots.ts';

/** A slot that was taken: give it back when the request has ended, drop it when none was sent. */
export interface Slot {
  give(): Promise<void>;
  drop(): Promise<void>;
}

/** No slot now: the next one is free in so many ms at the earliest; undefined when not before one is given back. */
export interface Busy {
  inMs: number | undefined;
}

/** The slots of one method class, wherever they are kept. */
export interface Allowance {
  /** Requests a window; undefined for no limit. */
  readonly of: number | undefined;
  /** Takes a slot, if one is free. Throws QuotaUnavailable when that cannot be known. */
  take(): Promise<Slot | Busy>;
  /** Tells whoever shares the allowance that nobody is to spend of it for so many ms. */
  pause(ms: number): Promise<void>;
  /** In how many ms each slot that is not free will be, for who comes next. */
  resting(): number[];
}

const kept: Slot = { give: async () => undefined, drop: async () => undefined };

/** The allowance of a method class that has no limit. */
export const unlimited: Allowance = {
  of: undefined,
  take: async () => kept,
  pause: async () => undefined,
  resting: () => [],
};

/** What an allowance of this process begins with: N requests a window, and in how many ms each resting slot is free. */
export interface OwnParts {
  of: number;
  windowMs: number;
  clock: Clock;
  restingMs?: readonly number[];
}

/** An allowance that this process alone spends. */
export function ownAllowance({ of, windowMs, clock, restingMs = [] }: OwnParts): Allowance {
  const restingUntil = restingMs.map((ms) => clock.now() + ms);
  const slots = new Slots({ count: of, restMs: restOf(windowMs), restingUntil });
  const slot: Slot = { give: async () => slots.give(clock.now()), drop: async () => slots.drop() };
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
