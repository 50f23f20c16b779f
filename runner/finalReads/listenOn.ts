import { unannouncedMoves } from '../../oracles/webhooks/events/expected.ts';
import { deliveryWaitNs } from '../../oracles/webhooks/received/deadlines.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

/** Returns when the webhooks of all changes must have arrived, ns. This time matters only if the target's clock cannot be moved. */
export function announcedNs({ webhooks, exchanges }: RunRecord, promptly: bigint): bigint {
  const isReceiving = webhooks.registrations.some(({ ok, removed }) => ok && !removed);
  return isReceiving ? (exchanges.at(-1)?.receivedNs ?? 0n) + promptly : 0n;
}

/**
 * Listens on for webhooks of changes that only the last reads showed, and ends with a read that shows how long. A queue of webhooks need not follow a moved
 * clock.
 */
export async function listenOn(api: Api, record: RunRecord): Promise<void> {
  const seen = unannouncedMoves(record).map(({ to }) => to.receivedNs);
  const last = seen.reduce((latest, one) => (one > latest ? one : latest), 0n);
  const wait = Number((last + deliveryWaitNs(record) - process.hrtime.bigint()) / 1_000_000n);
  if (wait <= 0) return;
  await api.pause(wait);
  await api.send(read.payments(), { purpose: 'sweep' });
}
