import { setTimeout as delay } from 'node:timers/promises';
import { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { becameOf, keySaid } from './oracles/doubt.ts';
import { patienceNs, searchFindsLike } from './oracles/effect.ts';
import { isOpen } from './oracles/noise.ts';
import { read } from './plan.ts';
import type { Sending } from './sending.ts';
import type { Stage } from './stage.ts';

/** A write that was answered with a 5xx, as it was sent. */
export interface Doubt {
  sending: Sending;
  first: Exchange;
}

/** Looks for an order of each kind that was accepted: only a search that finds such tells that another is not there. */
async function lookForLikes(stage: Stage, api: Api, doubts: readonly Doubt[]): Promise<void> {
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
async function settle(stage: Stage, api: Api, { sending, first }: Doubt): Promise<void> {
  const { record, client } = stage;
  let last = first;
  do {
    if (last !== first) await wait(stage, last);
    await (keySaid(first) === undefined ? api.send(read.payments(), { purpose: 'look' }) : api.look(first));
    if (becameOf(record, last) !== 'nothing') return;
    last = await client.send({ ...sending, purpose: 'confirm', repeats: first.id });
  } while (isOpen(record, first));
}

/**
 * Looks for what became of writes that were answered with a 5xx, once absence may be concluded, and asks those once more that made nothing. What was lost
 * is never asked again, nor what cannot be looked for.
 */
export async function settleDoubts(stage: Stage, requirement: string): Promise<void> {
  const doubts = stage.doubts.splice(0);
  if (doubts.length === 0) return;
  const api = new Api(stage, requirement);
  await lookForLikes(stage, api, doubts);
  for (const { first } of doubts.slice(-1)) await wait(stage, first);
  for (const doubt of doubts) await settle(stage, api, doubt);
}
