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

/** Returns the test of an accepted pay-in for being open, and for having no assertion that says what becomes of it. */
function freeIn(record: RunRecord): (payin: Exchange) => boolean {
  const named = JSON.stringify(record.assertions.flatMap(({ oracle, args }) => (ofAnswers.has(oracle) ? [] : [args])));
  return ({ id, class: kind, line }) => {
    const { clientOrderId } = line.request;
    const last = clientOrderId === undefined ? undefined : sightingsOf(record, clientOrderId).at(-1);
    const status = textField(last?.value, 'status');
    return kind === 'accepted' && paymentLifecycle.initial.some((one) => one === status) && !named.includes(`"${id}"`);
  };
}

/**
 * Has some pay-ins that this run left alone end in each status in which nothing was paid, so that each is found by it, shown alike and announced on any night. What the
 * target refuses is left out.
 */
export async function endAtLast(worker: Worker, record: RunRecord): Promise<void> {
  if (worker.target.control === undefined || worker.run.selection.tier === 'passive') return;
  const statuses = paymentLifecycle.failed;
  const free = record.of('POST /v1/user/payments/payin').filter(freeIn(record));
  for (const [nth, payin] of free.slice(0, ofEachStatus * statuses.length).entries()) {
    const [id, status] = [textField(payin.json, 'id'), statuses[nth % statuses.length]];
    if (id !== undefined) await runControlAction(worker, 'sweep', [`payments/${uriEncoded(id)}/settle`, { status }]);
  }
}
