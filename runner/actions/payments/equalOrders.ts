import type { RequestsBetweenReads } from '../../../oracles/balances/balanceChanges.ts';
import { bookedOnce, type EqualMovesArgs } from '../../../oracles/balances/equalOrders.ts';
import { read, withoutKey } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';
import type { OrderKind } from './orderKinds.ts';
import type { Order } from './orderRounds.ts';

/** The times between two equal orders, ms: as when a user clicks twice, or a shop sells the same thing twice. */
const apartMs = [0, 40, 150, 400] as const;

/** Both bodies are the same bytes, as whatever client they are sent. */
const asWritten = { text: (valid: string) => valid };

/** What equal orders are sent with. */
interface Uses {
  api: Api;
  worker: Worker;
  kind: OrderKind;
}

/** Sends two equal orders without clientOrderId. After an order without an answer nothing more is sent: there is no id to find it by. */
async function pairOf({ api, worker, kind }: Uses, order: Order): Promise<RequestsBetweenReads> {
  const { assets, fees } = order;
  const plan = withoutKey(order.plan());
  const isWatched = assets.length > 0;
  const before = isWatched ? (await api.send(read.balances())).id : '';
  const first = await api.send(plan, asWritten);
  await api.pause(drawnItem(worker, `equal orders: ${kind} apart`, apartMs));
  const second = await api.send(plan, asWritten);
  const pair = { before, uses: [first.id, second.id], after: before };
  const look = async () => {
    pair.after = (await api.send(read.balances())).id;
  };
  // Until both orders show in the balances, or it is certain enough that only one does.
  const isSettled = () => bookedOnce(worker.record, { assets, fees }, pair) === undefined;
  if (isWatched) await api.until(look, isSettled, worker.target.deadlines.visibleMs);
  return pair;
}

/** Sends two equal orders without clientOrderId a moment apart. If the balances seem to follow only one of them, does so once more, because others may use the account. */
export async function equalOrders(uses: Uses, order: Order): Promise<EqualMovesArgs> {
  const { api, worker, kind } = uses;
  const { assets, fees } = order;
  const { losses } = api;
  const pairs = [await pairOf(uses, order)];
  const [pair] = pairs;
  const areTaken = pair?.uses.every((id) => worker.record.exchange(id).class === 'accepted');
  const isOdd = pair && areTaken && bookedOnce(worker.record, { assets, fees }, pair) !== undefined;
  if (isOdd && api.losses === losses) pairs.push(await pairOf(uses, order));
  return { pairs, assets, fees, what: `${kind === 'exchange order' ? 'an' : 'a'} ${kind}` };
}
