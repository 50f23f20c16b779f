import { setTimeout as delay } from 'node:timers/promises';
import { absenceWaitNs, searchFindsSimilar } from '../../oracles/core/creationEffect.ts';
import { crashFault, needsRetry } from '../../oracles/core/noise.ts';
import { clientOrderIdSent, resolutionOf } from '../../oracles/payments/unresolvedWrites.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type Plan, read } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import { waitingFor } from './currentWait.ts';
import type { UnresolvedWrite, Worker } from './worker.ts';

/** Sends requests, and searches for their records. */
type Sender = { send(plan: Plan, how?: SendOptions): Promise<Exchange>; look(created: Exchange): Promise<Exchange> };

/** Searches for an accepted order of each kind. If search does not find this order, a missing order does not mean that the target did not make it. */
async function lookForLikes(worker: Worker, api: Sender, unresolved: readonly UnresolvedWrite[]): Promise<void> {
  const { record } = worker;
  for (const operation of new Set(unresolved.map(({ first }) => first.line.operation))) {
    const like = record.creations.findLast(({ exchange }) => exchange.line.operation === operation);
    if (like?.clientOrderId !== undefined && !searchFindsSimilar(record, operation)) await api.look(like.exchange);
  }
}

/** Waits until absence may be concluded for an exchange. */
async function wait({ record, patiently }: Worker, { receivedNs }: Exchange): Promise<void> {
  const dueNs = receivedNs + absenceWaitNs(record);
  const ms = Number((dueNs - process.hrtime.bigint()) / 1_000_000n) + 1;
  if (ms > 0) await patiently(() => waitingFor('the result of a write', () => delay(ms)));
}

/** True for a write that moves no money, whatever it has made: a checkout, a request or a bundle. */
const isFree = ({ line }: Exchange): boolean => line.operation?.includes('/crypto-acquiring/') === true;

/**
 * Searches for what a write may have made, and repeats the write with the same id if it made nothing, or if it moves no money (ERR-02a). If failures of this kind
 * were temporary earlier in the run, repeats the write again, each time after absence may be concluded for the previous attempt.
 */
async function settle(worker: Worker, api: Sender, { sending, first }: UnresolvedWrite): Promise<Exchange> {
  const { record, client } = worker;
  let last = first;
  do {
    if (last !== first) await wait(worker, last);
    await (clientOrderIdSent(first) === undefined ? api.send(read.payments(), { purpose: 'look' }) : api.look(first));
    if (!isFree(first) && resolutionOf(record, last) !== 'nothing') return last;
    last = await client.send({ ...sending, purpose: 'confirm', repeats: first.id });
  } while (needsRetry(record, first));
  return last;
}

/**
 * Finds out what became of writes that got a 5xx, once absence may be concluded, and repeats the writes that made nothing, and those that move no money. Never
 * repeats a write that got no answer, or an order that cannot be searched for.
 */
export async function resolveWrites(worker: Worker, api: Sender): Promise<void> {
  const unresolved = worker.unresolved.splice(0);
  if (unresolved.length === 0) return;
  await lookForLikes(worker, api, unresolved);
  for (const { first } of unresolved.slice(-1)) await wait(worker, first);
  for (const write of unresolved) await settle(worker, api, write);
}

/** True if a similar write was accepted before and no similar write has failed permanently, so that a 5xx is probably temporary. */
function mayPass({ record }: Worker, { line: { operation } }: Exchange): boolean {
  const isAccepted = record.creations.some(({ exchange }) => exchange.line.operation === operation);
  const failed = record.exchanges.filter((one) => one.class === 'crashed' && one.line.operation === operation);
  return isAccepted && failed.every((one) => crashFault(record, one)?.code !== 'crashed');
}

/**
 * Returns the exchange to use for a valid write that just got a 5xx: its accepted repetition with the same id, if the write made nothing and the failure is
 * probably temporary. Otherwise returns the first exchange. All other writes are resolved when the test has ended.
 */
export async function repeatWrite(worker: Worker, api: Sender, first: Exchange): Promise<Exchange> {
  const at = worker.unresolved.findIndex((one) => one.first === first);
  const write = worker.unresolved[at];
  if (!write || clientOrderIdSent(first) === undefined || !mayPass(worker, first)) return first;
  worker.unresolved.splice(at, 1);
  await lookForLikes(worker, api, [write]);
  await wait(worker, first);
  const last = await settle(worker, api, write);
  return last.class === 'accepted' ? last : first;
}
