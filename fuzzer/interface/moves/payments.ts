import type { Move } from '../move.ts';
import { beyondMoves } from './payments/badAmounts.ts';
import { badOrderMoves } from './payments/badOrders.ts';
import { leftOutMoves } from './payments/leftOut.ts';
import { likenessMoves } from './payments/likenessMoves.ts';
import { listMoves } from './payments/lists.ts';
import { lifeMoves } from './payments/lives.ts';
import { mockCardMoves } from './payments/mockCards.ts';
import { optionalMoves } from './payments/optional.ts';
import { orderMoves } from './payments/orders.ts';
import { secondUseMoves } from './payments/secondUses.ts';
import { soundMoves } from './payments/sound.ts';
import { unlistedMoves } from './payments/unlisted.ts';

/** What a campaign may do with payments and exchange orders. */
export const paymentMoves: readonly Move[] = [
  ...soundMoves,
  ...optionalMoves,
  ...leftOutMoves,
  ...beyondMoves,
  ...unlistedMoves,
  ...secondUseMoves,
  ...likenessMoves,
  ...listMoves,
  ...orderMoves,
  ...badOrderMoves,
  ...mockCardMoves,
  ...lifeMoves,
];
