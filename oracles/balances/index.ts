import type { Oracles } from '../core/oracle.ts';
import { movesNoMore } from './balanceChanges.ts';
import { moveEach } from './equalOrders.ts';
import { holdsNothing, restReturned } from './heldFunds.ts';
import { feesFit, moneyMoves } from './moneyConservation.ts';
import { neverPaid, notOverdrawn, returnsAmount, staysAboveZero } from './overdraft.ts';
import { creditsSettled } from './settledCredits.ts';

/** The oracles on balances, by the names that assertions use. */
export const balanceOracles = {
  holdsNothing: { rule: holdsNothing },
  movesNoMore: { rule: movesNoMore },
  moveEach: { rule: moveEach },
  restReturned: { rule: restReturned },
  notOverdrawn: { rule: notOverdrawn, whenAbsent: 'held' },
  staysAboveZero: { rule: staysAboveZero, whenAbsent: 'held' },
  returnsAmount: { rule: returnsAmount, whenAbsent: 'held' },
  neverPaid: { rule: neverPaid, whenAbsent: 'held' },
  moneyMoves: { rule: moneyMoves },
  feesFit: { rule: feesFit },
  creditsSettled: { rule: creditsSettled },
} satisfies Oracles;
