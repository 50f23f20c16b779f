import type { Contract } from '../../schemas/contract.ts';
import type { Move } from './move.ts';
import { paymentMoves } from './moves/payments.ts';
import { surroundingMovesBy } from './surrounding.ts';

/** Everything that a campaign may do to a target that speaks the interface. */
export function movesBy(contract: Contract): readonly Move[] {
  return [...surroundingMovesBy(contract), ...paymentMoves];
}
