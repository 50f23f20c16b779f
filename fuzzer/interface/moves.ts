import type { Contract } from '../../schemas/contract.ts';
import type { Move } from './move.ts';
import { paymentMoves } from './moves/payments.ts';
import { schemaMoves } from './schemaCases.ts';
import { surroundingMoves } from './surrounding.ts';

/** Everything that a campaign may do to a target that speaks the interface; of the moves by the contract's schemas all, or those that are given. */
export function movesBy(contract: Contract, bySchema = schemaMoves(contract)): readonly Move[] {
  return [...surroundingMoves, ...bySchema, ...paymentMoves];
}
