import type { Move } from '../move.ts';
import { beyondMoves } from './payments/badAmounts.ts';
import { badOrderMoves } from './payments/badOrders.ts';
import { leftOutMoves } from './payments/leftOut.ts';
import { likenessMoves } from './payments/likenessMoves.ts';
import { listMoves } from './payments/lists.ts';
import { lifeMoves } from './payments/lives.ts';
import { mockCardMoves } from './payments/mockCards.ts';
import { observedMoves } from './payments/observed.ts';
import { optionalMoves } from './payments/optional.ts';
import { orderMoves } from './payments/orders.ts';
import { secondUseMoves } from './payments/secondUses.ts';
import { soundMoves } from './payments/sound.ts';
import { togetherMoves } from './payments/together.ts';
import { unknownReadMoves } from './payments/unknownReads.ts';
import { unlistedMoves } from './payments/unlisted.ts';
import { walkMoves } from './payments/walk.ts';

/** What a campaign may do with pay-ins, pay-outs and exchange orders, with their ids, and in the sandbox. */
export const paymentMoves: readonly Move[] = [
  ...soundMoves,
  ...optionalMoves,
  ...leftOutMoves,
  ...unlistedMoves,
  ...beyondMoves,
  ...mockCardMoves,
  ...orderMoves,
  ...badOrderMoves,
  ...listMoves,
  ...secondUseMoves,
  ...likenessMoves,
  ...unknownReadMoves,
  ...observedMoves,
  ...lifeMoves,
  ...togetherMoves,
  ...walkMoves,
];
