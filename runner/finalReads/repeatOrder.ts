import { setTimeout as delay } from 'node:timers/promises';
import { bundleToRepeat } from '../../oracles/acquiring/bundles/lateCall.ts';
import { absenceWaitNs } from '../../oracles/core/creationEffect.ts';
import { projectInPath } from '../../oracles/core/newRecord.ts';
import { ordersToRepeat } from '../../oracles/payments/ids/lateUse.ts';
import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { create, plan, read, withBody } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { sentIfLeft } from './sentIfLeft.ts';

/** Calls for a bundle of this run once more, if an assertion wants it: an end user may come back after weeks. The plan says that it is sent. */
export async function repeatBundle(api: Api, record: RunRecord): Promise<void> {
  const call = bundleToRepeat(record);
  const projectId = call && projectInPath(call);
  if (projectId === undefined || !isObject(call?.sent)) return;
  await sentIfLeft(api, withBody(create.bundle(projectId, { referenceId: '' }), call.sent));
}

/**
 * Sends an order of each kind once more if an assertion wants it, with its clientOrderId, and searches for it when absence may be concluded. The plan says that
 * they are sent.
 */
export async function repeatOrders(api: Api, record: RunRecord): Promise<void> {
  const sent: Exchange[] = [];
  for (const order of ordersToRepeat(record)) {
    const { operation } = order.line;
    if (!isObject(order.sent) || operation === undefined) continue;
    const again = await sentIfLeft(api, plan(operation, { body: order.sent }));
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
