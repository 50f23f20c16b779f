import type { Move } from './move.ts';

/** Everything that a campaign may do to a target that speaks the interface. */
export const moves: readonly Move[] = [];
