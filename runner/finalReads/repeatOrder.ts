import { setTimeout as delay } from 'node:timers/promises';
import { absenceWaitNs } from '../../oracles/core/creationEffect.ts';
import { ordersToRepeat } from '../../oracles/payments/ids/lateUse.ts';
import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { Exhausted } from '../../traffic/rate/limiter/limiterHandle.ts';
import { plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

/**
 * Sends an order of each kind once more if an assertion wants it, with its clientOrderId, and searches for it when absence may be concluded. The plan says that
 * they are sent.
 */
export async function repeatOrders(api: Api, record: RunRecord): Promise<void> {
  const sent: Exchange[] = [];
  for (const order of ordersToRepeat(record)) {
    const { operation } = order.line;
    if (!isObject(order.sent) || operation === undefined) continue;
    const sending = api.send(plan(operation, { body: order.sent }), { purpose: 'sweep' });
    const again = await sending.catch((error: unknown) => {
      if (!(error instanceof Exhausted)) throw error;
    });
    // A smoke run may have no POST left.
    if (!again) return;
    sent.push(again);
  }
  const due = sent.reduce((latest, { receivedNs }) => (receivedNs > latest ? receivedNs : latest), 0n);
  if (sent.length === 0) return;
  const waitMs = Number((due + absenceWaitNs(record) - process.hrtime.bigint()) / 1_000_000n) + 1;
  await delay(Math.max(0, waitMs));
  for (const { line } of sent)
    await api.send(read.search({ clientOrderId: line.request.clientOrderId ?? '' }), { purpose: 'sweep' });
}
