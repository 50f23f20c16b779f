import { sightingsOf } from '../../oracles/core/creationEffect.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { runControlAction } from '../worker/controlActions.ts';
import type { Worker } from '../worker/worker.ts';
import { freePayins } from './freeRecords.ts';
import { chooseAtLast } from './lateChoices.ts';

/** So many pay-ins end in each status at last. */
const ofEachStatus = 2;

/** Statuses on the way in which a pay-in is left each: what becomes of it then, hours and days later, is seen. */
const leftIn = ['FROZEN', 'PENDING'] as const;

/** What is reported late of a payment that ended in a status. */
const lateNotices = { SUCCESS: 'FAILED' } as const;

/** The most reads that ending payments takes: the list, one in each status in which nothing was paid, and a pay-out in each final one. */
export const mostReadsOfEnds = 1 + paymentLifecycle.failed.length + paymentLifecycle.final.length;

/** Reads a payment that has ended, and then reports another end of it, as a processor does whose notice is late: it must stay as it is. A refusal is as good. */
async function reportLate(worker: Worker, api: Api, id: string): Promise<void> {
  const { json } = await api.send(read.payment(id), { purpose: 'sweep' });
  const status = textField(json, 'status') ?? '';
  if (!paymentLifecycle.final.some((one) => one === status)) return;
  const late = status in lateNotices ? lateNotices[status as keyof typeof lateNotices] : 'SUCCESS';
  await runControlAction(worker, 'sweep', [`payments/${uriEncoded(id)}/settle`, { status: late }]);
}

/** Returns a pay-out of this run in each status in which one has ended. */
function endedPayouts(record: RunRecord): string[] {
  const last = record.of('POST /v1/user/payments/payout').flatMap(({ class: kind, line }) => {
    const { clientOrderId } = line.request;
    const shown =
      kind === 'accepted' && clientOrderId !== undefined ? sightingsOf(record, clientOrderId).at(-1) : undefined;
    return shown && textField(shown.value, 'orderType') === 'PAYOUT' ? [shown.value] : [];
  });
  return paymentLifecycle.final.flatMap((status) => {
    const one = last.find((value) => textField(value, 'status') === status);
    return textField(one, 'id') ?? [];
  });
}

/**
 * Has some pay-ins that this run left alone end in each status in which nothing was paid, so that each is found by it, shown alike and announced on any night. What the
 * target refuses is left out. Two more stay on their way. Of one payment in each final status another end is reported late.
 */
async function endPayments(worker: Worker, api: Api, record: RunRecord): Promise<void> {
  if (worker.target.control === undefined || worker.run.selection.tier === 'passive') return;
  const statuses = paymentLifecycle.failed;
  const free = freePayins(record);
  // A list that is made anew only for another payment still shows what it showed before the ends.
  await api.send(read.payments(), { purpose: 'sweep' });
  const ended = free.slice(0, ofEachStatus * statuses.length);
  for (const [nth, status] of leftIn.entries()) {
    const id = free[ended.length + nth];
    if (id !== undefined) await runControlAction(worker, 'sweep', [`payments/${uriEncoded(id)}/settle`, { status }]);
  }
  for (const [nth, id] of ended.entries())
    await runControlAction(worker, 'sweep', [
      `payments/${uriEncoded(id)}/settle`,
      { status: statuses[nth % statuses.length] },
    ]);
  for (const id of [...ended.slice(0, statuses.length), ...endedPayouts(record)]) await reportLate(worker, api, id);
}

/** Has end users choose what to pay, and payments end, of what this run left alone: what becomes of it shows in the reads after it. */
export async function endAtLast(worker: Worker, api: Api, record: RunRecord): Promise<void> {
  await chooseAtLast(worker, record);
  await endPayments(worker, api, record);
}
