import {
  type BalanceChangeArgs,
  excessChange,
  type RequestsBetweenReads,
} from '../../../oracles/balances/balanceChanges.ts';
import type { Fees } from '../../../oracles/balances/moneyConservation.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import { type Api, followMs } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** An order of the merchant that carries a clientOrderId (§ Limits), the currencies that its amount may be in, and what is charged. */
export interface Order {
  /** Its body with this id, or a fresh one; of one amount or of another. */
  plan(clientOrderId?: string, amount?: 'another'): Plan;
  assets: readonly string[];
  fees: Fees;
}

/** What is sent between two reads of the balances, and how long, ms, they are read again until one has moved. */
interface Round {
  send(): Promise<readonly Exchange[]>;
  forMs: number;
}

/** It took the first order so long to show in the balances: a second one is waited for so many times as long. */
const patience = 3;

const figuresOf = ({ json }: Exchange) => JSON.stringify(json);

/** One round, and how long after it the balances moved, ms. Pay-ins that move no balance are sent without looking at any. */
async function roundOf(
  api: Api,
  { assets }: Order,
  { send, forMs }: Round,
): Promise<{ moving: RequestsBetweenReads; tookMs: number }> {
  const isWatched = assets.length > 0;
  const before = isWatched ? await api.send(read.balances()) : undefined;
  const uses = await send();
  const began = Date.now();
  let after = before;
  let looks = 0;
  const look = async () => {
    after = await api.send(read.balances());
    looks += 1;
  };
  const hasMoved = () => before !== undefined && after !== undefined && figuresOf(before) !== figuresOf(after);
  if (isWatched) await api.until(look, hasMoved, forMs);
  const moving = { before: before?.id ?? '', uses: uses.map(({ id }) => id), after: after?.id ?? '' };
  return { moving, tookMs: looks > 1 ? Date.now() - began : 0 };
}

/** How rounds are made: the first order, what follows in each of them, and how often each of them may move what the first has. */
export interface OrderRounds extends Pick<BalanceChangeArgs, 'allowed'> {
  first(): Promise<readonly Exchange[]>;
  again(): Promise<readonly Exchange[]>;
}

/** Sends an order, then what is to move no more: twice where it seemed to, since others may have used the account. */
export async function orderRounds(
  { api, record }: { api: Api; record: Worker['record'] },
  order: Order,
  { first, again, allowed }: OrderRounds,
): Promise<Omit<BalanceChangeArgs, 'what'>> {
  const { assets, fees } = order;
  const { losses } = api;
  const one = await roundOf(api, order, { send: first, forMs: followMs });
  const rounds: RequestsBetweenReads[] = [];
  const seemsToMove = () => {
    const last = rounds.at(-1);
    if (last && api.losses > losses) return false;
    return !last || excessChange(record, { first: one.moving, assets, fees, allowed }, last) !== undefined;
  };
  while (rounds.length < 2 && seemsToMove()) {
    const { moving } = await roundOf(api, order, { send: again, forMs: one.tookMs * patience });
    rounds.push(moving);
  }
  return { first: one.moving, rounds, assets, fees, allowed };
}

/** Looks for the payment that a request with an id of its own has made, until search shows it; exchange orders may be in no search. */
async function lookFor(api: Api, sent: Exchange): Promise<void> {
  if (sent.line.request.path.startsWith('/v1/user/payments/')) await api.appears(sent);
}

/** Sends an order once, and looks for what it has made. */
export async function placed(api: Api, plan: Plan, how: SendOptions = {}): Promise<Exchange> {
  const sent = await api.send(plan, how);
  await lookFor(api, sent);
  return sent;
}

/** So many requests go at once. */
const mostAtOnce = 4;

/** Sends one order several times at once, with the connections opened before; fewer where the quota allows no more. */
export async function race(
  api: Api,
  plan: Plan,
  { connection }: Pick<SendOptions, 'connection'>,
): Promise<readonly Exchange[]> {
  const all = <T>(one: T) => Array.from({ length: mostAtOnce }, () => one);
  if (!connection) await api.together(all(read.balances()));
  const sent = await api.together(all(plan), connection ? { connection } : {});
  const made = sent.find(({ class: kind }) => kind === 'accepted') ?? sent[0];
  if (made) await lookFor(api, made);
  return sent;
}
