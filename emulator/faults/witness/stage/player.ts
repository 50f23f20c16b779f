import type { Payment } from '../../../domain/payment.ts';
import type { Chance } from './chance.ts';
import { headersOf, type PlayedRequest, type Stage } from './stage.ts';

/** A record that a step created: its answer (undefined if it was refused), the account, and the place of its project. */
export interface Created {
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  readonly account: string;
  readonly project: number;
}

/** What earlier steps created, in order. A refused creation has its place too, so that later steps choose the same places in every play. */
export interface Made {
  readonly payins: Created[];
  readonly cards: Created[];
  readonly checkouts: Created[];
  readonly requests: Created[];
  readonly bundles: Created[];
  readonly clientOrderIds: string[];
}

/** Who plays one step, and with what. */
export interface Player {
  readonly stage: Stage;
  readonly chance: Chance;
  readonly made: Made;
}

/** One kind of step. */
export type Step = (player: Player) => void;

/** Nothing created yet. */
export const nothingMade = (): Made => ({
  payins: [],
  cards: [],
  checkouts: [],
  requests: [],
  bundles: [],
  clientOrderIds: [],
});

/** An account that can create orders, mostly the main one. */
export const someAccount = ({ chance }: Player): string =>
  chance.isHit(0.8) ? 'main' : chance.pick(['second', 'cross']);

/** Sends a request with the token of an account. */
export const askAs = ({ stage }: Player, account: string, request: PlayedRequest): unknown =>
  stage.ask({ ...request, headers: headersOf(stage.setup, account) });

/** Keeps the answer of a creation as a record. */
export function keep(list: Created[], answer: unknown, of: { account: string; project?: number }): void {
  const isRecord = typeof answer === 'object' && answer !== null;
  list.push({
    account: of.account,
    project: of.project ?? 0,
    answer: isRecord ? (answer as Record<string, unknown>) : undefined,
  });
}

/** One of the records created so far, mostly one of the latest; undefined if there is none. */
export function someCreated({ chance }: Player, list: readonly Created[]): Created | undefined {
  if (list.length === 0) return undefined;
  return chance.pick(chance.isHit(0.7) ? list.slice(-5) : list);
}

/** The payments of an account as the service holds them by now, oldest first. */
const paymentsOf = ({ stage }: Player, label: string): readonly Payment[] =>
  stage.service.instance.accounts
    .find((one) => one.label === label)
    ?.payments.flatMap(({ states }) => states.at(-1) ?? []) ?? [];

/** One of the payments of an account. The choice does not depend on how many there are. */
export function somePayment(player: Player, account: string): Payment | undefined {
  const fraction = player.chance.below(1000) / 1000;
  const all = paymentsOf(player, account).slice(player.chance.isHit(0.7) ? -12 : 0);
  return all[Math.floor(fraction * all.length)];
}

/** The latest payment of an account. */
export const latestPayment = (player: Player, account: string): Payment | undefined =>
  paymentsOf(player, account).at(-1);

/** The path of a project of an account. */
export function projectPath({ stage }: Player, of: Pick<Created, 'account' | 'project'>): string {
  const account = stage.setup.accounts.find(({ label }) => label === of.account);
  return `/v1/user/crypto-acquiring/${account?.projects[of.project]?.id ?? 'CAP-none'}`;
}
