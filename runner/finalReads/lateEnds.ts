import { sightingsOf } from '../../oracles/core/creationEffect.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { runControlAction } from '../worker/controlActions.ts';
import type { Worker } from '../worker/worker.ts';

/** So many pay-ins end in each status at last. */
const ofEachStatus = 2;

/** The assertions that say nothing about what becomes of a pay-in. */
const ofAnswers: ReadonlySet<string> = new Set([
  'accepted',
  'acceptedLike',
  'answersPayment',
  'hasPayUrl',
  'refused',
  'rejected',
]);

/** True for a pay-in that nobody has paid, and about which no assertion says what becomes of it. */
function isFree(record: RunRecord, { id, class: kind, line }: Exchange): boolean {
  const { clientOrderId, account } = line.request;
  if (kind !== 'accepted' || account !== undefined || clientOrderId === undefined) return false;
  const last = sightingsOf(record, clientOrderId).at(-1);
  const isOpen = last !== undefined && paymentLifecycle.initial.some((one) => one === textField(last.value, 'status'));
  return (
    isOpen &&
    !record.assertions.some(({ oracle, args }) => !ofAnswers.has(oracle) && JSON.stringify(args).includes(`"${id}"`))
  );
}

/**
 * Has some pay-ins that this run left alone end in each status in which nothing was paid, so that each is found by it, shown alike and announced on any night. What the
 * target refuses is left out.
 */
export async function endAtLast(worker: Worker, record: RunRecord): Promise<void> {
  if (worker.target.control === undefined || worker.run.selection.tier === 'passive') return;
  const free = record.of('POST /v1/user/payments/payin').filter((one) => isFree(record, one));
  const statuses = paymentLifecycle.failed;
  for (const [nth, status] of Array.from({ length: ofEachStatus }, () => statuses)
    .flat()
    .entries()) {
    const id = textField(free[nth]?.json, 'id');
    if (id !== undefined) await runControlAction(worker, 'sweep', [`payments/${uriEncoded(id)}/settle`, { status }]);
  }
}
