import { setTimeout as delay } from 'node:timers/promises';
import { absenceWaitNs } from '../../oracles/core/creationEffect.ts';
import { orderToRepeat } from '../../oracles/payments/ids/lateUse.ts';
import { isObject } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { Exhausted } from '../../traffic/rate/limiter/limiterHandle.ts';
import { plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

/**
 * Sends a pay-in once more if an assertion wants it, with its clientOrderId, and searches for it when absence may be concluded. A pay-in takes nothing from the
 * balance, even if the target makes a second one.
 */
export async function repeatOrder(api: Api, record: RunRecord): Promise<void> {
  const { sent, line } = orderToRepeat(record) ?? {};
  if (!isObject(sent)) return;
  const sending = api.send(plan('POST /v1/user/payments/payin', { body: sent }), { purpose: 'sweep' });
  const again = await sending.catch((error: unknown) => {
    if (!(error instanceof Exhausted)) throw error;
  });
  // A smoke run may have no POST left.
  if (!again) return;
  const due = again.receivedNs + absenceWaitNs(record);
  await delay(Math.max(0, Number((due - process.hrtime.bigint()) / 1_000_000n) + 1));
  await api.send(read.search({ clientOrderId: line?.request.clientOrderId ?? '' }), { purpose: 'sweep' });
}
