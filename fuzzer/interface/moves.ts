import type { Move } from './move.ts';
import { paymentMoves } from './moves/payments.ts';
import { surroundingMoves } from './surrounding.ts';

/** Everything that a campaign may do to a target that speaks the interface. */
export const moves: readonly Move[] = [...surroundingMoves, ...paymentMoves];
