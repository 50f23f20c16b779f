import { LosslessNumber } from 'lossless-json';
import { maxIdCharacters, paddedId } from '../../../generators/texts/ids.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import type { CrossedOnceArgs, UncrossedRound } from '../../../oracles/exchange/crossedOnce.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { PayoutBody } from '../../../schemas/requestTypes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';

/** A cross payout that was accepted, on its account. */
interface Crossed {
  api: Api;
  created: Exchange;
  from: string;
}

/**
 * Sends a cross payout again that the target must not carry out: with the id of the first one or, once in three draws, with an id that is too long. Its balance
 * is short of all of it by now. Sends it once more if the balance to exchange from fell.
 */
export async function crossedAgain(worker: Worker, { api, created, from }: Crossed): Promise<CrossedOnceArgs> {
  const isReused = drawnItem(worker, 'a cross payout again', [true, true, false]);
  const id = created.line.request.clientOrderId ?? '';
  const clientOrderId = isReused ? id : paddedId(worker.freshKey(), maxIdCharacters + 1);
  const body = created.sent as object as PayoutBody;
  const rounds: UncrossedRound[] = [];
  const figureOf = (one: string) => balanceIn(worker.record.exchange(one), from);
  // What the first one bought may cover the same amount, so the second one asks for more.
  for (const times of [1, 2]) {
    const amount = new LosslessNumber(decimal(String(body.amount)).times(times).toFixed());
    const plan = create.payout({ ...body, clientOrderId, amount });
    const { id: before } = await api.send(read.balances());
    const { id: sent } = await api.send(plan, { purpose: 'defect' });
    const { id: after } = await api.send(read.balances());
    rounds.push({ before, sent, after });
    if (!figureOf(after)?.lt(figureOf(before) ?? 0)) break;
  }
  const what = `a cross payout with ${isReused ? 'a clientOrderId that was used before' : 'a clientOrderId that is too long'}`;
  return { rounds, from, isReused, what };
}
