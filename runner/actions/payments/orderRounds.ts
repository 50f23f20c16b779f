import {
  type BalanceChangeArgs,
  excessChange,
  type RequestsBetweenReads,
} from '../../../oracles/balances/balanceChanges.ts';
import type { Fees } from '../../../oracles/balances/feeInterpretations.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import { type Api, followMs } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** What a plan has otherwise than the first one of its order. */
export type Another = 'amount' | 'comment' | 'method';

/** An order with a clientOrderId (§ Limits), the currencies that its amount may be in, and the fees. */
export interface Order {
  /** Returns a plan with the given id, or with a fresh id, and with what makes it another order. */
  plan(clientOrderId?: string, another?: Another): Plan;
  assets: readonly string[];
  fees: Fees;
}

/** What to send between two reads of the balances, and how long, ms, the later read is repeated until a balance has changed. */
interface Round {
  send(): Promise<readonly Exchange[]>;
  forMs: number;
}

/** A second order waits this many times as long as the first order took to show in the balances. */
const patience = 3;

const figuresOf = ({ json }: Exchange) => JSON.stringify(json);

/** Runs one round and returns how long the balances took to change, ms. Pay-ins that change no balance are sent without reads of the balances. */
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

/** The first order, the requests of each later round, and the largest effect that a later round may have, as a multiple of the first order's effect. */
export interface OrderRounds extends Pick<BalanceChangeArgs, 'allowed'> {
  first(): Promise<readonly Exchange[]>;
  again(): Promise<readonly Exchange[]>;
}

/**
 * Sends an order, then requests that should change nothing more. If the balances seem to change again, repeats the requests once, because other users may have
 * used the account.
 */
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

/** Searches until search shows the payment of a request with a clientOrderId. Skips exchange orders, because search may not show them. */
async function lookFor(api: Api, sent: Exchange): Promise<void> {
  if (sent.line.request.path.startsWith('/v1/user/payments/')) await api.appears(sent);
}

/** Sends an order once, and searches for the payment that it made. */
export async function placed(api: Api, plan: Plan, how: SendOptions = {}): Promise<Exchange> {
  const sent = await api.send(plan, how);
  await lookFor(api, sent);
  return sent;
}

/** How the requests of a race are sent: over which connection, and how long after one another, ms. */
export interface RaceForm extends Pick<SendOptions, 'connection'> {
  apartMs?: number;
}

/** Sends plans each a little after the one before. Nothing is sent again while it is unknown what became of it; waits for all before it throws. */
async function apart(api: Api, plans: readonly Plan[], apartMs: number): Promise<readonly Exchange[]> {
  let isUnknown = false;
  const ends = await Promise.allSettled(
    plans.map(async (plan, nth) => {
      await api.pause(apartMs * nth);
      if (isUnknown) return [];
      const sent = await api.together([plan], { connection: 'own' });
      isUnknown ||= sent.some((one) => one.isLost);
      return sent;
    }),
  );
  return ends.flatMap((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** Sends plans over connections that are already open, all at once or each a little after the one before; fewer of them if the quota allows fewer. */
export async function race(
  api: Api,
  plans: readonly Plan[],
  { connection, apartMs = 0 }: RaceForm,
): Promise<readonly Exchange[]> {
  if (!connection) await api.together(plans.map(() => read.balances()));
  const sent =
    apartMs > 0 ? await apart(api, plans, apartMs) : await api.together(plans, connection ? { connection } : {});
  const made = sent.find(({ class: kind }) => kind === 'accepted') ?? sent[0];
  if (made) await lookFor(api, made);
  return sent;
}
