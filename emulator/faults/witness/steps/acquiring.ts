import { ASSETS } from '../../../domain/assets.ts';
import { money } from '../../../domain/money.ts';
import { askAs, type Created, keep, type Player, projectPath, type Step, someCreated } from '../stage/player.ts';
import { BEGIN_MS } from '../stage/stage.ts';
import { asJson, jsonAmount, perhapsFlawed, someAmount, someText } from './texts.ts';

const CURRENCIES = ['USD', 'EUR', 'USDT', 'USDC', 'USD', 'USDT', 'EUR', 'DOGE'];
const DAY_MS = 86_400_000;

/** A project, mostly one of the main account. */
function someProject({ chance }: Player): Pick<Created, 'account' | 'project'> {
  return chance.isHit(0.85)
    ? { account: 'main', project: chance.below(4) }
    : { account: 'second', project: chance.below(2) };
}

/** An asset, mostly one that is enabled in the project. */
function someAsset({ chance, stage }: Player, of?: Pick<Created, 'account' | 'project'>): string {
  const account = stage.setup.accounts.find(({ label }) => label === of?.account);
  const enabled = account?.projects[of?.project ?? 0]?.enabledAssets ?? [];
  if (enabled.length > 0 && chance.isHit(0.85)) return chance.pick(enabled);
  return chance.isHit(0.8) ? chance.pick(ASSETS).id : chance.pick(['DOGE_DOGE', 'USDT', 'TRON_BTC']);
}

/** An amount for a price in some currency. */
const somePrice = ({ chance }: Player): string =>
  someAmount(chance, { minLimit: money(1), maxLimit: money(chance.pick([500, 5000, 999_999])), scale: 2 });

const clientOrderId = ({ chance }: Player): Record<string, unknown> =>
  chance.isHit(0.6) ? { clientOrderId: someText(chance, 1 + chance.below(60)) } : {};

const checkout: Step = (player) => {
  const { chance } = player;
  const of = someProject(player);
  const type = chance.pick(['FIXED_PRICE', 'FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE']);
  const fixedAmount = { amount: jsonAmount(chance, somePrice(player)), currency: chance.pick(CURRENCIES) };
  const expiresAt = new Date(BEGIN_MS + chance.pick([-1, 1, 2, 9, 30]) * DAY_MS).toISOString();
  const body = perhapsFlawed(chance, {
    type,
    ...((type === 'FIXED_PRICE') !== chance.isHit(0.05) && { fixedAmount }),
    name: someText(chance, 1 + chance.below(50)),
    ...clientOrderId(player),
    ...(chance.isHit(0.4) && { expiresAt }),
    ...(chance.isHit(0.5) && { returnUrl: 'https://shop.example/back' }),
    ...(chance.isHit(0.3) && { preselectedCryptoCurrency: someAsset(player, of) }),
  });
  const path = `${projectPath(player, of)}/checkouts`;
  keep(player.made.checkouts, askAs(player, of.account, { path, body: asJson(body) }), of);
  if (chance.isHit(0.6)) chooseFor(player, player.made.checkouts.at(-1));
};

const request: Step = (player) => {
  const { chance } = player;
  const of = someProject(player);
  const priced = { amount: jsonAmount(chance, somePrice(player)), amountIn: chance.pick(CURRENCIES) };
  const body = perhapsFlawed(chance, {
    cryptoCurrency: someAsset(player, of),
    ...(chance.isHit(0.7) && priced),
    ...clientOrderId(player),
  });
  const path = `${projectPath(player, of)}/requests`;
  keep(player.made.requests, askAs(player, of.account, { path, body: asJson(body) }), of);
  if (chance.isHit(0.6)) pay(player, player.made.requests.at(-1));
};

const bundle: Step = (player) => {
  const { chance } = player;
  const of = someProject(player);
  const assets = Array.from({ length: chance.below(4) }, () => someAsset(player, of));
  const body = perhapsFlawed(chance, {
    referenceId: chance.isHit(0.6)
      ? chance.pick(['ada', 'Ada', 'bob', 'eve-1'])
      : someText(chance, 1 + chance.below(99)),
    ...(chance.isHit(0.35) ? { allEnabledAssets: true } : { assets }),
  });
  const path = `${projectPath(player, of)}/static/bundles`;
  keep(player.made.bundles, askAs(player, of.account, { path, body }), of);
};

/** Chooses an asset for a checkout on its page, and mostly pays. */
function chooseFor(player: Player, chosen: Created | undefined): void {
  const { chance, stage } = player;
  const amount = chance.isHit(0.4) ? chance.pick(['10', '15', '25', '30', '99.5', '0.5']) : undefined;
  const asset = someAsset(player, chosen);
  if (chosen === undefined) return;
  const id = String(chosen.answer?.['id'] ?? 'CCO-none');
  const answer = stage.pull(`checkouts/${id}/choose`, { asset, ...(amount !== undefined && { amount }) });
  const { request: linked } = (answer ?? {}) as { request?: unknown };
  keep(player.made.requests, linked, chosen);
  if (chance.isHit(0.6)) pay(player, player.made.requests.at(-1));
}

const choose: Step = (player) => chooseFor(player, someCreated(player, player.made.checkouts));

/** How much of what is due a payer pays. */
const PARTS = ['1', '1', '1', '1.5', '1.000001', '0.999', '0.4', '0.6'];

/** Pays a request: what is due, or more, or less; in its asset or another one. Then reads it once or twice. */
function pay(player: Player, paid: Created | undefined): void {
  const { chance, stage } = player;
  const [part, other] = [chance.pick(PARTS), chance.isHit(0.12) ? someAsset(player) : undefined];
  const free = chance.pick(['0.5', '1', '12.34', '250', '1000000']);
  if (paid === undefined) return;
  const { address, payAmount, currency, blockchain } = paid.answer ?? {};
  const isPriced = typeof payAmount === 'number';
  const amount = isPriced ? money(String(payAmount)).times(part).toDecimalPlaces(5).toFixed() : free;
  const transfer = { asset: other ?? `${blockchain}_${currency}`, address, amount };
  stage.pull('chain/transfers', transfer);
  for (const waitMs of [50 + chance.below(300), 1000 * chance.below(4)]) {
    stage.pass(waitMs);
    readOf(player, 'requests', paid);
  }
  if (chance.isHit(0.1)) stage.pull('chain/transfers', transfer);
}

const payRequest: Step = (player) => pay(player, someCreated(player, player.made.requests));

/** Reads a checkout or a request back. */
function readOf(player: Player, what: 'checkouts' | 'requests', of: Created): void {
  const id = String(of.answer?.['id'] ?? 'CCO-none');
  askAs(player, of.account, { path: `${projectPath(player, of)}/${what}/${id}` });
}

const payAddress: Step = (player) => {
  const { chance, stage } = player;
  const at = someCreated(player, player.made.bundles);
  const [place, amount] = [chance.below(7), chance.pick(['0.5', '0.999999', '1', '7', '25.5', '1200.123456'])];
  const [isDisabled, other] = [chance.isHit(0.25), chance.isHit(0.1) ? someAsset(player) : undefined];
  const addresses = at?.answer?.['addresses'];
  const paid = Array.isArray(addresses) && addresses.length > 0 ? addresses[place % addresses.length] : undefined;
  if (paid === undefined) return;
  const { address, asset } = paid as { address?: string; asset?: string };
  if (isDisabled) stage.pull(`addresses/${address}/disable`, {});
  stage.pull('chain/transfers', { asset: other ?? asset, address, amount });
  if (!isDisabled || at === undefined) return;
  const body = { referenceId: at.answer?.['referenceId'], assets: [asset] };
  askAs(player, at.account, { path: `${projectPath(player, at)}/static/bundles`, body });
};

const readBack: Step = (player) => {
  const what = player.chance.pick(['checkouts', 'requests'] as const);
  const of = someCreated(player, player.made[what]);
  if (of !== undefined) readOf(player, what, of);
};

const options: Step = (player) => {
  const of = someProject(player);
  askAs(player, of.account, { path: `${projectPath(player, of)}/deposit-options` });
};

const rate: Step = (player) => {
  const { chance } = player;
  const base = chance.pick(['USDT', 'USDC', 'TRON_USDT', 'BTC', 'ETH', 'DOGE']);
  askAs(player, 'main', { path: `/v1/user/crypto-acquiring/rates/${base}/${chance.pick(CURRENCIES)}` });
};

/** The steps of crypto acquiring, with their weights. */
export const acquiringSteps: readonly (readonly [weight: number, step: Step])[] = [
  [11, checkout],
  [11, request],
  [7, bundle],
  [3, choose],
  [5, payRequest],
  [8, payAddress],
  [12, readBack],
  [3, options],
  [2, rate],
];
