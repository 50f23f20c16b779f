import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';
import type { How } from './how.ts';
import { becameOf, keySaid } from './oracles/doubt.ts';
import { patienceNs, searchFindsLike } from './oracles/effect.ts';
import { crashIn, isOpen } from './oracles/noise.ts';
import { type Plan, read } from './plan.ts';
import type { Doubt, Stage } from './stage.ts';

/** What sends, and looks for what was sent. */
type Sender = { send(plan: Plan, how?: How): Promise<Exchange>; look(created: Exchange): Promise<Exchange> };

/** Looks for an order of each kind that was accepted: only a search that finds such tells that another is not there. */
async function lookForLikes(stage: Stage, api: Sender, doubts: readonly Doubt[]): Promise<void> {
  const { record } = stage;
  for (const operation of new Set(doubts.map(({ first }) => first.line.operation))) {
    const like = record.creations.findLast(({ exchange }) => exchange.line.operation === operation);
    if (like?.clientOrderId !== undefined && !searchFindsLike(record, operation)) await api.look(like.exchange);
  }
}

/** Waits until absence may be concluded of what was answered then. */
async function wait({ record, patiently }: Stage, { receivedNs }: Exchange): Promise<void> {
  const dueNs = receivedNs + patienceNs(record);
  const ms = Number((dueNs - process.hrtime.bigint()) / 1_000_000n) + 1;
  if (ms > 0) await patiently(() => delay(ms));
}

/**
 * Looks for what a write may have made; asks it once more, with the same id, where it has made nothing (ERR-02a): again and again where the run has seen such
 * failures pass, each time when absence may be concluded of the time before.
 */
async function settle(stage: Stage, api: Sender, { sending, first }: Doubt): Promise<Exchange> {
  const { record, client } = stage;
  let last = first;
  do {
    if (last !== first) await wait(stage, last);
    await (keySaid(first) === undefined ? api.send(read.payments(), { purpose: 'look' }) : api.look(first));
    if (becameOf(record, last) !== 'nothing') return last;
    last = await client.send({ ...sending, purpose: 'confirm', repeats: first.id });
  } while (isOpen(record, first));
  return last;
}

/**
 * Looks for what became of writes that were answered with a 5xx, once absence may be concluded, and asks those once more that made nothing. What was lost
 * is never asked again, nor what cannot be looked for.
 */
export async function settleDoubts(stage: Stage, api: Sender): Promise<void> {
  const doubts = stage.doubts.splice(0);
  if (doubts.length === 0) return;
  await lookForLikes(stage, api, doubts);
  for (const { first } of doubts.slice(-1)) await wait(stage, first);
  for (const doubt of doubts) await settle(stage, api, doubt);
}

/** True where a write like this one was accepted before, and none has failed for good: then a 5xx is likely to pass. */
function mayPass({ record }: Stage, { line: { operation } }: Exchange): boolean {
  const isAccepted = record.creations.some(({ exchange }) => exchange.line.operation === operation);
  const failed = record.exchanges.filter((one) => one.class === 'crashed' && one.line.operation === operation);
  return isAccepted && failed.every((one) => crashIn(record, one)?.code !== 'crashed');
}

/**
 * Gives what stands for a sound write that was just answered with a 5xx: where it has made nothing and such failures pass, its accepted repetition with
 * the same id. All others are settled when the test has ended.
 */
export async function repeated(stage: Stage, api: Sender, first: Exchange): Promise<Exchange> {
  const at = stage.doubts.findIndex((doubt) => doubt.first === first);
  const doubt = stage.doubts[at];
  if (!doubt || keySaid(first) === undefined || !mayPass(stage, first)) return first;
  stage.doubts.splice(at, 1);
  await lookForLikes(stage, api, [doubt]);
  await wait(stage, first);
  const last = await settle(stage, api, doubt);
  return last.class === 'accepted' ? last : first;
}
